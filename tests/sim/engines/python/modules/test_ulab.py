# SPDX-License-Identifier: MIT
"""ulab by numpy: the types that a board has, Python's numbers, and refusals."""

import pytest

HEAD = "from ulab import numpy as np\na = np.array([1, 2, 3])\n"


@pytest.mark.parametrize(("expression", "wanted"), [
    ("a", "array([1.0, 2.0, 3.0], dtype=float32)"),
    ("(a[0], a[::2], a[a > 1])",
     "(1.0, array([1.0, 3.0], dtype=float32), array([2.0, 3.0], dtype=float32))"),
    ("2 * a - a // 2", "array([2.0, 3.0, 5.0], dtype=float32)"),
    ("np.array([200, 7], dtype=np.uint8) + np.array([100, 1], dtype=np.uint8)",
     "array([44, 8], dtype=uint8)"),
    ("np.argsort(a)", "array([0, 1, 2], dtype=uint16)"),
    ("(np.sum(a), np.argmax(a), np.mean(a))", "(6.0, 2, 2.0)"),
    ("np.arange(20)", "array([0.0, 1.0, 2.0, ..., 17.0, 18.0, 19.0], dtype=float32)"),
    ("np.fft.fft(np.array([1, 2, 3, 4]))", "(array([10.0, -2.0, -2.0, -2.0], dtype=float32), "
     "array([0.0, 2.0, 0.0, -2.0], dtype=float32))"),
    ("np.linalg.det(np.array([[1, 2], [3, 5]]))", "-1.0"),
    ("bytes(np.ones(2, dtype=np.uint16))", r"b'\x01\x00\x01\x00'")])
@pytest.mark.parametrize("strict", [False, True])
def test_expressions_give_what_they_do_on_a_board(printed, expression, wanted, strict):
    assert printed(f"{HEAD}print({expression})", strict=strict) == f"{wanted}\n"


@pytest.mark.parametrize("making", [
    "np.zeros(10 ** 9)", "np.eye(99999)", "np.linspace(0, 1, 10 ** 8)",
    "np.ones((60000, 1)) * np.ones((1, 60000))", "np.dot(np.ones((9999, 1)), np.ones((1, 9999)))"])
def test_an_array_that_no_board_has_memory_for_is_refused(printed, making):
    assert "MemoryError: memory allocation failed" in printed(HEAD + making)


@pytest.mark.parametrize(("use", "feature"), [
    ("np.load('a')", "ulab.numpy.load"), ("import ulab\nulab.scipy.signal", "ulab.scipy.signal"),
    ("from ulab.numpy.linalg import eig", "ulab.numpy.linalg.eig")])
def test_a_function_that_numpy_does_not_stand_for_names_the_firmware_engine(
        printed, use, feature):
    assert printed(HEAD + use).splitlines()[-1] == (
        f"NotImplementedError: the Python engine does not simulate {feature}: "
        "run the program with --engine firmware")


def test_an_array_has_only_the_methods_of_a_boards(printed):
    assert "AttributeError: 'ndarray' object has no attribute 'mean'" in printed(HEAD + "a.mean()")
