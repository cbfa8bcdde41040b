# SPDX-License-Identifier: MIT
"""What can be wrong with a picture, in the core's words (`shared-module/jpegio/JpegDecoder.c`)."""

ENDED = "Device error or wrong termination of input stream"
NO_MEMORY = "Insufficient memory pool for the image"
LONG_SEGMENT = "Insufficient stream input buffer"
BROKEN = "Data format error (may be broken data)"
UNSUPPORTED = "Not supported JPEG standard"


def wrong(words: str) -> RuntimeError:
    return RuntimeError(words)
