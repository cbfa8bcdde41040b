// SPDX-License-Identifier: MIT
// No names but those of the core.
