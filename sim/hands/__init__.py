# SPDX-License-Identifier: MIT
"""Those who hold a portal: window, terminal, script, recorder. The machine knows none."""
