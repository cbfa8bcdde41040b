// SPDX-License-Identifier: MIT
// Given: {title, files, ours, facts}: texts by path. Returned: what the page makes of them: {error}
// or {id, files: paths on the drive, lent, missing, link: what comes out of the link}.

import { idOf } from "../../../web/page/program/digest.js";
import { lend, missing } from "../../../web/page/program/libraries.js";
import { linkTo, readLink } from "../../../web/page/program/link.js";
import { find } from "../../../web/page/program/program.js";

const bytes = (files) => new Map(
  Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)]));

async function made(given) {
  const ours = bytes(given.ours);
  const program = find(given.title, bytes(given.files));
  const link = await linkTo(program, ours, null, "https://example.org/");
  const read = await readLink(new URLSearchParams(new URL(link).hash.slice(1)), ours);
  const id = await idOf(program.files);
  const lent = lend(program, ours, given.facts);
  return {
    id,
    files: [...program.files.keys()],
    lent,
    missing: missing(program, given.facts),
    link: Object.fromEntries([...read.program.files.keys()].map(
      (path) => [path, read.program.text(path)])),
    own: read.own,
  };
}

export default (given) => made(given).catch((error) => ({ error: error.message }));
