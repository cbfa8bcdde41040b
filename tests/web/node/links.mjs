// SPDX-License-Identifier: MIT
// Given: a list of [name, text]: of what a link brings, a program or a replay, and its text before
// it is packed, or of `letters`, and those of a program's link as they stand there. Returned: for
// each what the page reads, {own, run} or a replay's text, or {error}.

import { readLink, readReplayLink } from "../../../web/page/program/link.js";
import { pack } from "../../../web/page/program/packing.js";

async function made([name, text]) {
  const [of, letters] = name === "letters" ? ["program", text] : [name, await pack(text)];
  const asked = new URLSearchParams({ [of]: letters });
  try {
    const { own, run } = await readLink(asked, new Map()) ?? {};
    return own ? { own, run } : await readReplayLink(asked);
  } catch (error) {
    return { error: error.message };
  }
}

export default (given) => Promise.all(given.map(made));
