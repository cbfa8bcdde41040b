# SPDX-License-Identifier: MIT
"""Dicts, sets and sorts come in the device's order, which is not CPython's."""


def test_a_dict_is_not_in_the_order_of_insertion_and_the_same_for_a_seed(strictly):
    program = """
import json
from collections import OrderedDict
def words(**given):
    return list(given)
made = {}
for name in "abcdefgh":
    made[name] = 1
print(list(json.loads('{"a": 1, "b": 2, "c": 3}')), list(made))
print(list({"a": 1, "b": 2, "c": 3}), list(dict(a=1, b=2, c=3)), words(a=1, b=2, c=3))
print([k for k, v in {k: 1 for k in "abc"}.items()], "{}".format({1: 2, 3: 4}), {1: 2, 3: 4})
print(list(OrderedDict([("a", 1), ("b", 2), ("c", 3)])))
"""
    texts = {seed: strictly(program, seed) for seed in (1, 2, 3)}
    assert texts[1] == strictly(program, 1) and len(set(texts.values())) > 1
    for text in texts.values():
        assert "['a', 'b', 'c', 'd'" not in text
        assert "['a', 'b', 'c'" not in text.partition("\n['a'")[0]
        assert "{3: 4, 1: 2} {3: 4, 1: 2}\n['a', 'b', 'c']\n" in text


def test_a_dict_may_change_while_it_is_gone_through(strictly):
    """The device does not notice either; what is then gone through is anybody's guess there."""
    program = "d = {1: 1, 2: 2}\nfor k in d:\n    d[k + 10] = 1\nprint(len(d))"
    assert strictly(program) == "4\n"


def test_sets_come_in_an_order_of_their_own_which_a_seed_repeats(strictly):
    program = "print({'b', 'a', 'c', 'd', 'e'}, set([5, 4, 3, 2, 1]) - {3})"
    assert strictly(program, 1) == strictly(program, 1)
    assert len({strictly(program, seed) for seed in range(4)}) > 1


def test_equal_items_come_out_of_a_sort_in_another_order(strictly):
    program = """
words = ["bb", "aa", "c", "dd", "e", "ff"]
print(sorted(words, key=len))
words.sort(key=len)
print(words)
print(sorted([5, 3, 9, 1], reverse=True))
"""
    outcomes = {strictly(program, seed) for seed in range(6)}
    assert len(outcomes) > 1
    for outcome in outcomes:
        first, second, last = map(eval, outcome.splitlines())
        assert first == second and [len(word) for word in first] == [1, 1, 2, 2, 2, 2]
        assert last == [9, 5, 3, 1]
    assert "['c', 'e', 'bb', 'aa', 'dd', 'ff']" not in "".join(outcomes)
