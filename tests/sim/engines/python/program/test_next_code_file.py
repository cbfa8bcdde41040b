# SPDX-License-Identifier: MIT
"""Another file than code.py: which one runs next, and how long it is kept."""

from tests.support.programs.programs import run

NEXT = """
import supervisor
print(__file__, supervisor.get_previous_traceback())
supervisor.set_next_code_file("other.py", {flags})
{end}
"""


def chain(write_program, tmp_path, other, flags, end="supervisor.reload()"):
    (tmp_path / "other.py").write_text(other)
    return run(write_program(NEXT.format(flags=flags, end=end)), 6).serial


def test_another_file_runs_next_and_only_once(write_program, tmp_path):
    other = "import supervisor\nprint(__file__)\nif supervisor.ticks_ms(): pass"
    assert chain(write_program, tmp_path, other, "") == "code.py None\nother.py\n"


def test_a_file_that_is_to_reload_on_success_leads_back(write_program, tmp_path):
    other = """
print(__file__)
import microcontroller
microcontroller.nvm[0] -= 1
if microcontroller.nvm[0] < 253:
    while True:
        pass
"""
    text = chain(write_program, tmp_path, other, "reload_on_success=True")
    assert text.splitlines()[:4] == ["code.py None", "other.py", "code.py None", "other.py"]


def test_a_sticky_file_runs_again_and_knows_its_last_error(write_program, tmp_path):
    other = """
import supervisor
told = supervisor.get_previous_traceback()
print(__file__, told and told.splitlines()[-1])
if not told:
    raise ValueError("first")
"""
    text = chain(write_program, tmp_path, other, "reload_on_error=True, sticky_on_error=True")
    assert [line for line in text.splitlines() if ".py " in line and "File" not in line] == [
        "code.py None", "other.py None", "other.py ValueError: first"]
