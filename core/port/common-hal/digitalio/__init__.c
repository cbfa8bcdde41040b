// SPDX-License-Identifier: MIT
// Nothing: the module's classes are beside this file.
