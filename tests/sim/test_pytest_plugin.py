# SPDX-License-Identifier: MIT
"""The pytest plugin tells what other plugins need."""

from types import SimpleNamespace

import pytest

from sim.pytest_plugin import pytest_terminal_summary


@pytest.mark.parametrize(("concurrency", "is_told"), [
    (["thread"], True), (None, True), (["greenlet"], False), (["thread", "greenlet"], False)])
def test_coverage_without_greenlets_is_told(concurrency, is_told):
    measured = SimpleNamespace(get_option=lambda name: concurrency)
    plugin = SimpleNamespace(cov_controller=SimpleNamespace(cov=measured))
    config = SimpleNamespace(pluginmanager=SimpleNamespace(get_plugin=lambda name: plugin))
    lines = []
    pytest_terminal_summary(SimpleNamespace(write_line=lines.append), config)
    assert [("concurrency" in line) for line in lines] == [True] * is_told


def test_nothing_is_told_without_coverage():
    config = SimpleNamespace(pluginmanager=SimpleNamespace(get_plugin=lambda name: None))
    pytest_terminal_summary(None, config)
