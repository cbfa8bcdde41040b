// SPDX-License-Identifier: MIT
// Standard input: a line of JSON for each task, [script, given]. Standard output: the same of what
// the script's function returns, or of {failed}.

import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
  const [script, given] = JSON.parse(line);
  try {
    const { default: act } = await import(`./${script}`);
    console.log(JSON.stringify([await act(given)]));
  } catch (error) {
    console.log(JSON.stringify({ failed: error.stack }));
  }
}
