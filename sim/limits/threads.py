# SPDX-License-Identifier: MIT
"""Keeps numpy, which is imported after this, from starting a thread for each of the computer's
cores: that takes longer than the rest of its import, and nothing here is large enough for them.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
