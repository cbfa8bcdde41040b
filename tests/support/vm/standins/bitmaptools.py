# SPDX-License-Identifier: MIT
"""Drawing into bitmaps that show nothing."""


def fill_region(dest_bitmap, x1, y1, x2, y2, value):
    pass


def blit(dest_bitmap, source_bitmap, x, y, *, x1=0, y1=0, x2=None, y2=None,
         skip_source_index=None, skip_dest_index=None):
    pass
