# SPDX-License-Identifier: MIT
"""Programs of random arithmetic, which print what comes out."""

from random import Random

HEAD = """
import math
a, b, c, d = .1, 3, 2.5, 1 / 3


def told(act):
    try:
        value = act()
        print(repr(value), int(value * 1000) if abs(value) < 1e5 else 0)
    except Exception as error:
        print(type(error).__name__)


"""
FUNCTIONS = ("math.sin", "math.cos", "math.floor", "math.sqrt", "math.atan", "math.exp")
DEEPEST = 4


def number(random):
    kind = random.random()
    if kind < 0.3:
        return repr(round(random.uniform(-100, 100), random.randrange(1, 6)))
    if kind < 0.5:
        return repr(random.randrange(-50, 50))
    if kind < 0.6:
        return f"{random.uniform(1, 10):.4f}e{random.randrange(-9, 9)}"
    return random.choice("abcd")


def expression(random, depth=0):
    kind = random.random()
    if depth == DEEPEST or kind < 0.25:
        return number(random)
    inner = expression(random, depth + 1)
    if kind < 0.85:
        operator = random.choice(["+", "-", "*", "/", "//", "%"])
        return f"({inner} {operator} {expression(random, depth + 1)})"
    if kind < 0.9:
        return f"abs({inner})"
    if kind < 0.95:
        return f"{random.choice(FUNCTIONS)}(abs({inner}) % 50)"
    return f"round({inner}, {random.randrange(4)})"


def expressions(seed, count):
    random = Random(seed)
    return [expression(random) for _ in range(count)]


def program(texts):
    return HEAD + "\n".join(f"told(lambda: {text})" for text in texts) + "\n"
