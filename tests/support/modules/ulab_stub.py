# SPDX-License-Identifier: MIT
"""Where ulab's stubs differ from the core, in the words of `stubs_reader.differences`, and why.

The stubs lag behind: `ulab_cases` has the names that the core's modules have.
"""

NOT_THERE = "the core's own table has it, the stub left it out"
MOVED = "the core has it in ulab.scipy.special"
MORE = "the core takes these too"

LEFT_OUT = {
    "ulab.numpy": "all any asarray bincount bitwise_and bitwise_or bitwise_xor compress convolve "
                  "delete e fft frombuffer inf left_shift linalg load loadtxt meshgrid nan pi "
                  "polyfit polyval right_shift save savetxt size take",
    "ulab.numpy.ndarray": "T byteswap copy dtype flat flatten itemsize ndim reshape shape size "
                          "sort strides tobytes tolist transpose",
    "ulab.scipy": "integrate linalg optimize signal special",
    "ulab.utils": "from_int16_buffer from_int32_buffer from_uint16_buffer from_uint32_buffer",
}
WITH_OUT = ("acos acosh asin asinh atan atanh ceil cos cosh degrees exp expm1 floor log log10 log2 "
            "radians sin sinc sinh sqrt tan tanh")
ALONG_AN_AXIS = "argmax argmin max mean min sum"

EXCEPTIONS = {
    **{f"{owner}.{name} is not on the device": NOT_THERE
       for owner, names in LEFT_OUT.items() for name in names.split()},
    **{f"ulab.numpy.{name} is missing": MOVED for name in ("erf", "erfc", "gamma", "lgamma")},
    **{f"ulab.numpy.{name}(a, *, out=None), not (a)": MORE for name in WITH_OUT.split()},
    **{f"ulab.numpy.{name}(array, axis=None, keepdims=False), not (array, *, axis=None)": MORE
       for name in ALONG_AN_AXIS.split()},
    "ulab.numpy.std(array, axis=None, keepdims=False, *, ddof=0), "
    "not (array, *, axis=None, ddof=0)": MORE,
    "ulab.numpy.argsort(array, *, axis=None), not (array, *, axis=-1)":
        "the core raises without an axis",
    "ulab.numpy.median(array, *, axis=None), not (array, *, axis=-1)": "the core's default is None",
    "ulab.numpy.linspace(start, stop, num=50, *, dtype=102, endpoint=True, retstep=False), "
    "not (start, stop, *, dtype=ulab.numpy.float, num=50, endpoint=True, retstep=False)":
        "the core takes num by place too",
    "ulab.numpy.logspace(start, stop, num=50, *, dtype=102, endpoint=True, base=10.0), "
    "not (start, stop, *, dtype=ulab.numpy.float, num=50, endpoint=True, base=10.0)":
        "the core takes num by place too",
    "ulab.utils.spectrogram(r, *, scratchpad=None, out=None, log=False), not (r)": MORE,
}
