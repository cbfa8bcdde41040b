# SPDX-License-Identifier: MIT
"""Deploys files to a board's drive: the plan, the drive, and the list of deployed files."""
