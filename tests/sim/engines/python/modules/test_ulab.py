# SPDX-License-Identifier: MIT
"""ulab by numpy: types, words and results as in the core, and where programs use it.

ulab_cases.txt has expressions, each with what the core prints.
"""

from pathlib import Path

import numpy

# Imports and functions that the expressions use.
PRELUDE = '''
import ulab
import ulab.scipy
import ulab.utils
from ulab import numpy as np

TYPES = [np.bool, np.uint8, np.int8, np.uint16, np.int16, np.float]


def kind(act):
    try:
        text = repr(act())
        return text[text.rfind("=") + 1 : -1]
    except Exception as error:
        return type(error).__name__


def types(act):
    return [kind(lambda: act(np.array([1, 2], dtype=a), np.array([1, 2], dtype=b)))
            for a in TYPES for b in TYPES]


def beside(act):
    return [kind(lambda: act(np.array([1], dtype=a), value)) for a in TYPES
            for value in (1, 200, -1, -200, 300, 40000, -40000, 70000, 1.5)]


def in_place(statement, left, right):
    space = {"a": np.array([7, 200], dtype=left), "b": np.array([2, 3], dtype=right)}
    exec("c = a\\n" + statement, space)
    return space["a"], space["c"]


def names(module):
    return [name for name in sorted(dir(module)) if name[0] != "_" and name != "random"]


def told(act):
    try:
        print(repr(act()).replace("\\n", " "))
    except Exception as error:
        print(type(error).__name__ + ": " + str(error))


'''


def cases():
    """[(expression, what the core prints)]"""
    text = (Path(__file__).parent / "ulab_cases.txt").read_text(encoding="utf-8")
    lines = text.partition("\n\n")[2].splitlines()
    return [(expression, result.strip())
            for expression, result in zip(lines[::2], lines[1::2], strict=True)]


CASES = cases()


def test_expressions_give_what_the_core_gives(printed):
    program = PRELUDE + "\n".join(f"told(lambda: {expression})" for expression, _ in CASES)
    told = printed(program, 10, strict=False).splitlines()
    assert [(expression, result) for (expression, wanted), result in zip(CASES, told, strict=True)
            if result != wanted] == []


def test_functions_of_elements_are_numpys(printed):
    """To the last bit but one of a float."""
    names = ["sin", "cos", "tan", "exp", "log", "log2", "log10", "sqrt", "atan", "sinh", "tanh"]
    program = "from ulab import numpy as np\nx = np.linspace(0.1, 3, num=20)\n" + "\n".join(
        f"print(np.{name}(x).tolist())" for name in names)
    x = numpy.linspace(0.1, 3, 20).astype(numpy.float32)
    told = printed(program, strict=False).splitlines()
    for name, line in zip(names, told, strict=True):
        own = getattr(numpy, {"atan": "arctan"}.get(name, name))(x)
        numpy.testing.assert_array_max_ulp(numpy.float32(eval(line)), own, 2)


def test_a_tone_is_found_in_its_spectrum(printed):
    """The strongest of 64 frequencies is the tone's, as in the audio visualiser's guide."""
    assert printed("""
import array, math
from ulab import numpy as np
from ulab.utils import spectrogram
samples = array.array("H", [int(32768 + 9000 * math.sin(2 * math.pi * 5 * n / 64))
                            for n in range(64)])
signal = np.array(samples)
signal = signal - np.mean(signal)
strengths = spectrogram(signal)[1:32]
print(np.argmax(strengths) + 1, int(strengths[4] / 64 * 2 + 0.5))
real, imag = np.fft.fft(signal)
print(np.argmax(np.sqrt(real * real + imag * imag)[1:32]) + 1)
print(int(np.max(abs(np.fft.ifft(real, imag)[0] - signal))))
""") == "5 9000\n5\n0\n"


def test_arrays_are_memory_for_other_modules(printed):
    """For a wave of synthio and a sample of audiocore, as many programs make them."""
    assert printed("""
import audiocore, bitmaptools, displayio, struct, synthio
from ulab import numpy as np
wave = np.array(np.sin(np.linspace(0, 2 * np.pi, num=64, endpoint=False)) * 30000,
                dtype=np.float)
wave = np.array([int(value) for value in wave], dtype=np.int16)
note = synthio.Note(frequency=440, waveform=wave)
sample = audiocore.RawSample(wave, sample_rate=8000)
print(len(memoryview(wave)), bytes(wave[:2]), struct.unpack("<2h", wave[16:18].tobytes()))
memory = bytearray(4)
shared = np.frombuffer(memory, dtype=np.uint16)
shared[1] = 258
print(memory)
bitmap = displayio.Bitmap(4, 2, 256)
bitmaptools.arrayblit(bitmap, np.array([[1, 2, 3, 4], [5, 6, 7, 8]], dtype=np.uint8))
print([bitmap[at] for at in range(8)])
""") == ("64 b'\\x00\\x00|\\x0b' (30000, 29855)\nbytearray(b'\\x00\\x00\\x02\\x01')\n"
          "[1, 2, 3, 4, 5, 6, 7, 8]\n")


NOT_SIMULATED = ("NotImplementedError: ulab.{} is not simulated: "
                 "no program that was tried uses it")
NO_ATTRIBUTE = "AttributeError: 'ndarray' object has no attribute '{}'"
OUTCOMES = {
    "np.linalg.eig(np.eye(2))": NOT_SIMULATED.format("numpy.linalg.eig"),
    "np.loadtxt('x')": NOT_SIMULATED.format("numpy.loadtxt"),
    "np.set_printoptions(threshold=5)": NOT_SIMULATED.format("numpy.set_printoptions"),
    "scipy.optimize.fmin(abs, 1)": NOT_SIMULATED.format("scipy.optimize.fmin"),
    "scipy.integrate.quad(abs, 0, 1)": NOT_SIMULATED.format("scipy.integrate.quad"),
    **{call: f"MemoryError: memory allocation failed, allocating {size} bytes"
       for call, size in {"np.zeros(100_000)": 400_000, "np.ones((1000, 1000))": 4_000_000,
                          "np.linspace(0, 1, 1_000_000_000)": 4_000_000_000,
                          "np.arange(10_000_000)": 40_000_000}.items()},
    # An array has no more attributes than the board's; numpy's own are out of reach.
    **{f"np.array([1]).{name}": NO_ATTRIBUTE.format(name) for name in ("mean", "data", "astype")},
    "[name for name in dir(np.array([1])) if name[0] != '_']":
        "['T', 'byteswap', 'copy', 'dtype', 'flat', 'flatten', 'itemsize', 'ndim', 'reshape', "
        "'shape', 'size', 'sort', 'strides', 'tobytes', 'tolist', 'transpose']",
}


def test_what_no_program_uses_or_no_board_has_is_refused(check_outcomes):
    check_outcomes("ulab.scipy\nfrom ulab import numpy as np, scipy", OUTCOMES)
