// SPDX-License-Identifier: MIT
// Runs Python in a MicroPython VM. Standard input is {files: {path there: path here},
// steps: [source, ...]}; standard output is the steps' output.
//
// The VM collects garbage between steps only: within one it cannot scan WebAssembly's stack.

import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript";
import { readFileSync } from "node:fs";
import { dirname } from "node:path/posix";

const PYSTACK_WORDS = 512; // 2,048 bytes, CIRCUITPY_PYSTACK_SIZE of CircuitPython 10
const HEAP_BYTES = 1024 * 1024; // one area, so that no measurement has to look at several

const { files, steps } = JSON.parse(readFileSync(0, "utf8"));
const printed = [];
const vm = await loadMicroPython({
    pystack: PYSTACK_WORDS,
    heapsize: HEAP_BYTES,
    stdout: (line) => printed.push(line + "\n"),
});
for (const [there, here] of Object.entries(files)) {
    vm.FS.mkdirTree(dirname(there));
    vm.FS.writeFile(there, readFileSync(here));
}
try {
    vm.runPython('import sys; sys.path[:] = ["/", "/lib"]');
    for (const step of steps) vm.runPython(step);
} catch (error) {
    console.error(error.name === "PythonError" ? error.message : error);
    process.exitCode = 1;
}
process.stdout.write(printed.join(""));
