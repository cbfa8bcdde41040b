// SPDX-License-Identifier: MIT
// Given: {facts, blocks, steps}: the steps are bytes that the selected card is sent, or null for a
// pause. Returned: {said: bytes of each, image: in base64}.

import { SdCard } from "../../../web/board/sdcard.js";

export default ({ facts, blocks, steps }) => {
  const image = Uint8Array.from({ length: 512 * blocks }, (_, at) => at * 7 + (at >> 9));
  const card = new SdCard(image, facts.card, () => {});
  card.select(true);

  function step(bytes) {
    if (!bytes) {
      card.select(false);
      card.select(true);
    }
    return (bytes ?? []).map((byte) => card.exchange(byte));
  }

  return { said: steps.map(step), image: Buffer.from(image).toString("base64") };
};
