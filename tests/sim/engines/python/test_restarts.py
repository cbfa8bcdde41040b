# SPDX-License-Identifier: MIT
"""Starting anew: resets, reloads, boot.py, alarms, the next code file, power cuts and faults."""


import pytest

from sim.board.faults import MOMENTS
from tests.support.programs.programs import TOUCHSCREEN, PyPortal, run

REASONS = """
import microcontroller, supervisor
print(str(microcontroller.cpu.reset_reason).split(".")[-1],
      str(supervisor.runtime.run_reason).split(".")[-1])
"""
ERASED = b"\xff"


def test_a_program_knows_why_it_runs(write_program):
    portal = run(write_program(REASONS))
    portal.reset()
    portal.run(1)
    portal.cut_power()
    portal.reset()
    portal.run(1)
    assert portal.serial == "UNKNOWN STARTUP\nUNKNOWN STARTUP\nUNKNOWN STARTUP\n"


@pytest.mark.parametrize(("how", "then"), [
    ("microcontroller.reset()", "UNKNOWN STARTUP\n"),
    ("supervisor.reload()", "finally\nUNKNOWN SUPERVISOR_RELOAD\n")])
def test_a_reset_runs_nothing_more_and_a_reload_what_must_be(printed, how, then):
    assert printed(f"""{REASONS}
if microcontroller.nvm[0] == 255:
    microcontroller.nvm[0] = 0
    try:
        {how}
    finally:
        print("finally")
""", 5) == f"UNKNOWN STARTUP\n{then}"


@pytest.fixture
def boots(write_program, tmp_path):
    """A board with this boot.py and program, run for a second."""
    def start(boot, program, until=1, **options):
        (tmp_path / "boot.py").write_text(boot)
        portal = PyPortal(write_program(program), **options)
        portal.run(until)
        return portal

    return start


@pytest.mark.parametrize("strict", [False, True])
def test_boot_py_runs_before_the_program_and_its_output_is_kept_apart(boots, tmp_path, strict):
    """Its pins are free for the program. Its failure is told."""
    take = "import board, digitalio\npin = digitalio.DigitalInOut(board.D3)\n"
    portal = boots(f"{take}x = 1\nprint('hello', __file__)\n1 / 0",
                   f"{take}print('x' in globals())", strict=strict)
    traceback = ("Traceback (most recent call last):", '  File "boot.py", line 5, in <module>',
                 "ZeroDivisionError: division by zero")
    assert portal.serial.splitlines() == [*traceback, "False"] and portal.failed
    assert (tmp_path / "boot_out.txt").read_text().splitlines()[1:] == [
        "Board ID:pyportal", "UID:615079506C61747200554D4501000000",
        "boot.py output:", "hello boot.py", *traceback]


def test_a_folder_that_cannot_be_written_ends_no_run(boots, tmp_path):
    (tmp_path / "boot_out.txt").mkdir()
    portal, remarks = boots("print('hello')", "print('runs')", until=0), []
    portal.board.console.adviser = remarks.append
    portal.run(1)
    assert portal.serial == "runs\n" and not portal.failed
    assert remarks == [
        f"cannot write {tmp_path / 'boot_out.txt'}, as a board would: Is a directory"]


WRITE = """\
import supervisor
try:
    with open("/log.txt", "a") as file:
        file.write("x")
    print("written")
except OSError as error:
    print(error)
if supervisor.runtime.run_reason == supervisor.RunReason.STARTUP:
    supervisor.reload()
"""


@pytest.mark.parametrize("boot", ["storage.remount('/', readonly=False)",
                                  "storage.disable_usb_drive()"])
def test_what_boot_py_has_set_holds_for_the_program_over_reloads(boots, boot):
    portal = boots(f"import storage\n{boot}\nprint('once')", WRITE)
    portal.run(3)
    assert portal.serial == "written\n" * 2
    assert portal.board.drive.read("boot_out.txt").count(b"once") == 1
    portal.reset()
    portal.run(3)
    assert portal.board.drive.read("boot_out.txt").count(b"once") == 1, "it ran anew"


NEXT = """
import supervisor
print(__file__, supervisor.get_previous_traceback())
supervisor.set_next_code_file("other.py", {})
supervisor.reload()
"""
OTHER = """
import microcontroller, supervisor
told = supervisor.get_previous_traceback()
print(__file__, told and told.splitlines()[-1])
{}
"""


@pytest.mark.parametrize(("flags", "end", "ran"), [
    ("", "", ["code.py None", "other.py None"]),
    ("reload_on_success=True", "microcontroller.nvm[0] -= 1\n"
     "while microcontroller.nvm[0] < 253: pass", ["code.py None", "other.py None"] * 2),
    ("reload_on_error=True, sticky_on_error=True", "if not told: raise ValueError('first')",
     ["code.py None", "other.py None", "other.py ValueError: first"])])
def test_another_file_runs_next(printed, tmp_path, flags, end, ran):
    (tmp_path / "other.py").write_text(OTHER.format(end))
    lines = printed(NEXT.format(flags), 6).splitlines()
    assert [line for line in lines if ".py " in line and "File" not in line][:4] == ran


SAVE_TWICE = """
from microcontroller import nvm
print(nvm[2])
try:
    nvm[0:4] = b"abcd"
    nvm[2:6] = b"WXYZ"
    print("saved")
except:
    print("last words")
    nvm[0] = 0
"""


def test_the_rest_of_a_short_nvm_is_erased(write_program):
    with PyPortal(write_program("print(1)\n"), nvm=b"\x05") as portal:
        assert portal.nvm == b"\x05" + ERASED * 8191


def cut_at(folder, n, moment, nvm=None):
    portal = PyPortal(folder, nvm=nvm)
    portal.faults.cut_power_at_write(n, moment)
    portal.run(1)
    return portal


@pytest.mark.parametrize(("moment", "left"), [
    ("before", b"abcd" + ERASED * 2), ("erased", ERASED * 6), ("half", b"abWX" + ERASED * 2),
    ("after", b"abWXYZ")])
def test_power_fails_at_a_moment_of_the_second_write(write_program, moment, left):
    """The board starts again with what is left."""
    portal = cut_at(write_program(SAVE_TWICE), 2, moment)
    assert not portal.running
    assert portal.nvm == left + ERASED * (8192 - len(left))
    assert (portal.serial, portal.failed) == ("255\n", False)
    assert run(write_program(SAVE_TWICE), nvm=portal.nvm).serial == f"{left[2]}\nsaved\n"
    portal.reset()
    portal.run(1)
    assert portal.serial == f"255\n{left[2]}\nsaved\n"


@pytest.mark.parametrize(("fault", "value", "press", "felt"), [
    ("touch_stuck", (40, 30), None, {(40, 30)}), ("touch_stuck", (40, 30), (200, 200), {(40, 30)}),
    ("touch_dead", True, (40, 30), set()), ("touch_readings", 0, None, {(0, 0)}),
    ("touch_readings", 32768, None, {(151, 120)}), ("touch_sparks", 0.05, None, None)])
def test_a_faulty_panel_feels_other_touches(write_program, fault, value, press, felt):
    portal = PyPortal(write_program(TOUCHSCREEN + "for _ in range(200): print(screen.touch_point)"),
                      seed=3)
    setattr(portal.faults, fault, value)
    if press:
        portal.press(*press)
    portal.run(1)
    points = [eval(line) for line in portal.serial.splitlines()]
    places = [point[:2] for point in points if point]
    if felt is None:
        assert 1 < len(places) < 100 and len(set(places)) > 1, "now and then at random"
    else:
        assert set(places) == felt
        assert len(places) in (0, len(points))


def test_a_fault_that_does_not_exist_is_refused(write_program):
    faults = PyPortal(write_program("")).faults
    for act, told in (
            (lambda: faults.cut_power_at_write(1, "during"),
             f"'during' is not one of {', '.join(MOMENTS)}"),
            (lambda: faults.cut_power_at_write(0), "n is 0: the next write is 1"),
            (lambda: faults.lose_sound("all"), "'all' is not one of pin, dac, dma"),
            (lambda: faults.spoil("f.txt", "write"), "'write' is not one of open, read")):
        with pytest.raises(ValueError, match=told):
            act()
    with pytest.raises(AttributeError):
        faults.touch_stuk = 1, 2
