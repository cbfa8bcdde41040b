# SPDX-License-Identifier: MIT
"""boot.py: before the program, once for each start of the chip, with rights of its own."""

import pytest

from sim import PyPortal


@pytest.fixture
def boots(write_program, tmp_path):
    """A board with this boot.py and program, run for a second."""
    def start(boot, program, **options):
        (tmp_path / "boot.py").write_text(boot)
        portal = PyPortal(write_program(program), **options)
        portal.run(1)
        return portal

    return start


@pytest.mark.parametrize("strict", [False, True])
def test_boot_py_runs_before_the_program_and_its_output_is_kept_apart(boots, tmp_path, strict):
    portal = boots("import board\nx = 1\nprint('hello', __file__)", "print('x' in globals())",
                   strict=strict)
    assert portal.serial == "False\n"
    assert (tmp_path / "boot_out.txt").read_text().splitlines()[1:] == [
        "Board ID:pyportal", "boot.py output:", "hello boot.py"]


def test_without_boot_py_nothing_is_written(write_program, tmp_path):
    with PyPortal(write_program("print(1)")) as portal:
        portal.run(1)
    assert not (tmp_path / "boot_out.txt").exists()


def test_an_error_in_boot_py_is_kept_and_the_program_runs(boots, tmp_path):
    portal = boots("1 / 0", "print('on')")
    assert portal.serial == "on\n" and not portal.failed
    assert (tmp_path / "boot_out.txt").read_text().endswith(
        'File "boot.py", line 1, in <module>\nZeroDivisionError: division by zero\n')


def test_only_boot_py_may_change_what_usb_offers(boots):
    change = """import storage, supervisor, usb_cdc, usb_hid
for act in (storage.disable_usb_drive, storage.enable_usb_drive, usb_cdc.disable, usb_hid.disable,
            supervisor.set_usb_identification):
    try:
        act()
        print("done")
    except RuntimeError as error:
        print(error)
"""
    portal = boots(change + "print('booted')", change)
    assert portal.serial == "Cannot change USB devices now\n" * 5
    assert portal.board.drive.read("boot_out.txt").endswith(b"done\n" * 5 + b"booted\n")


WRITE = """import supervisor
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


def test_a_reset_runs_boot_py_anew(boots):
    portal = boots("import microcontroller\nmicrocontroller.nvm[0] = (microcontroller.nvm[0] + 1)"
                   " % 256", "import microcontroller\nprint(microcontroller.nvm[0])")
    portal.reset()
    portal.run(1)
    assert portal.serial == "0\n1\n"


def test_the_pins_that_boot_py_took_are_free_for_the_program(boots):
    portal = boots("import board, digitalio\npin = digitalio.DigitalInOut(board.D3)",
                   "import board, digitalio\npin = digitalio.DigitalInOut(board.D3)\nprint('free')")
    assert portal.serial == "free\n"
