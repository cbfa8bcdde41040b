# SPDX-License-Identifier: MIT
"""JSON as the core takes it. Oracle: what the core printed for the same calls."""

import pytest

from tests.support.programs.programs import outcomes, printed

WRONG = "ValueError: syntax error in JSON"
READ = {
    "[1,2,]": "[1, 2]", "[1 2]": "[1, 2]", '{"a" 1,}': "{'a': 1}", ",,5": "5",
    "[1}": "[1]", "5 6": WRONG, "": WRONG, "[": WRONG, '"a': WRONG, "nul": WRONG, "]": WRONG,
    '{"a": [1], [2]: 3}': WRONG, "{1: 2}": "{1: 2}", '"\\u0041\\n\\q"': "'A\\nq'", '{"a"}': "{}",
    "[1.5e2, -3]": "[150.0, -3]", "+1": WRONG, "NaN": WRONG, "[[[[1]]]] ": "[[[[1]]]]",
    "1-2": "ValueError: invalid syntax for integer with base 10", '"tab\there"': "'tab\\there'",
    '{"a":1}x': WRONG, "[true, false, null]": "[True, False, None]",
}
WRITTEN = {
    "{1: 2}": '\'{"1": 2}\'', "'\u00e9\\n\\x01'": '\'"\u00e9\\\\n\\\\u0001"\'', "(1,)": "'[1]'",
    "1.5": "'1.5'", "True": "'true'", "b'a'": "TypeError: can't convert bytes to json",
    "{1}": "TypeError: can't convert set to json",
}


@pytest.mark.parametrize("strict", [False, True])
def test_the_reader_takes_commas_and_colons_for_white_space(write_program, strict):
    calls = [f"repr(json.loads({text!r}))" for text in READ]
    assert outcomes(write_program, "json", calls, strict=strict) == list(READ.values())


def test_what_json_does_not_have_is_refused(write_program):
    calls = [f"repr(json.dumps({value}))" for value in WRITTEN]
    assert outcomes(write_program, "json", calls) == list(WRITTEN.values())


def test_a_stream_is_read_to_the_end_of_its_first_value(write_program):
    assert printed(write_program("""import io, json
class Stream:
    def __init__(self, data):
        self.data, self.asked = data, 0
    def readinto(self, buffer):
        self.asked += 1
        size = min(len(buffer), len(self.data))
        buffer[:size], self.data = self.data[:size], self.data[size:]
        return size
stream = Stream(b"[1, 2]" + bytes(200))
print(json.load(stream), stream.asked)
print(json.load(io.StringIO('{"a": 1} and more')), json.load(io.BytesIO(b"[1]")))
""")) == "[1, 2] 1\n{'a': 1} [1]\n"


def test_text_may_be_nested_deeper_than_calls(write_program):
    assert printed(write_program("""import json
value, depth = json.loads("[" * 5000 + "]" * 5000), 0
while value:
    value, depth = value[0], depth + 1
print(depth)
""")) == "4999\n"
