# SPDX-License-Identifier: MIT
"""The speaker, and the sources that it plays."""
