// SPDX-License-Identifier: MIT
// Given: {asked, now: ms since 1970, zone}. Returned: what the board's clock is set to.

import { clockAt } from "../../../web/page/calendar.js";

export default ({ asked, now, zone }) => {
  process.env.TZ = zone;
  return clockAt(asked, new Date(now));
};
