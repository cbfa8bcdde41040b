# SPDX-License-Identifier: MIT
"""The FAT file system on a device of blocks, as FatFs in the core reads and writes it."""
