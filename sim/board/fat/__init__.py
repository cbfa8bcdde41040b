# SPDX-License-Identifier: MIT
"""The FAT file system on a device of blocks, as FatFs in CircuitPython reads and writes it.

The tests compare it with FatFs from PyPI (fatfs-ng 0.1.16), which cannot take its place: there,
names are ASCII, dates, labels and free space cannot be read or set, an error of the device ends in
SystemError, and a process has ten drives and never frees one.
"""
