// SPDX-License-Identifier: MIT
// Standard input: a zip file in base64. Standard output: the sentence that refuses it, "" for one
// that is unpacked.

import { readFileSync } from "node:fs";

import { unzip } from "../../../web/page/program/zip.js";

const { buffer } = Uint8Array.from(Buffer.from(JSON.parse(readFileSync(0, "utf8")), "base64"));
console.log(JSON.stringify(await unzip(buffer).then(() => "", (error) => error.message)));
