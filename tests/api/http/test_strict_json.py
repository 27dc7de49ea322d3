"""Bodies by RFC 8259, no more: what is accepted reads as written, the rest is refused with a reason."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api.http.strict_json import parse_object
from api.http.texts import WHITE_SPACE, within
from api.problems import ApiProblem

PLAIN = (
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats(-1e300, 1e300)
    | st.text(max_size=8)
)
VALUES = PLAIN | st.lists(PLAIN, max_size=3) | st.dictionaries(st.text(max_size=4), PLAIN, max_size=2)


def told(body: bytes) -> str:
    with pytest.raises(ApiProblem) as caught:
        parse_object(body)
    assert caught.value.code == "invalid_request"
    return caught.value.detail


@settings(max_examples=25)
@given(value=st.dictionaries(st.text(max_size=5), VALUES, max_size=3), escaped=st.booleans())
def test_every_object_comes_back_as_it_was(value: dict[str, object], *, escaped: bool) -> None:
    assert parse_object(json.dumps(value, ensure_ascii=escaped).encode()) == value


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"", "not valid JSON"),
        (b"{", "not valid JSON"),
        (b"{}{}", "not valid JSON"),
        (b"{'a': 1}", "not valid JSON"),
        (b'{"a": 1,}', "not valid JSON"),
        (b'{"a": 01}', "not valid JSON"),
        (b'{"a": NaN}', "not valid JSON"),
        (b'{"a": -Infinity}', "not valid JSON"),
        (b'{"a": "\n"}', "not valid JSON"),
        (b'\xef\xbb\xbf{"a": 1}', "not valid JSON"),
        (b'{"a": ' + b"1" * 5000 + b"}", "not valid JSON"),
        (b"/* x */ {}", "not valid JSON"),
        (b"[]", "must be a JSON object"),
        (b'"text"', "must be a JSON object"),
        (b"null", "must be a JSON object"),
        (b'{"a": "\xff"}', "not valid UTF-8"),
        (b'{"a": "\xed\xa0\x80"}', "not valid UTF-8"),
        ('{"a": 1}'.encode("utf-16"), "not valid UTF-8"),
        (rb'{"a": "\ud83d"}', "half of a surrogate pair"),
        (rb'{"a": "\ude00\ud83d"}', "half of a surrogate pair"),
        (rb'{"\udc00": 1}', "half of a surrogate pair"),
        (b'{"a": ' + b"[" * 200_000 + b"]" * 200_000 + b"}", "nested too deeply"),
        (b'{"a": 1, "a": 1}', "same field twice"),
        (rb'{"a": 1, "\u0061": 2}', "same field twice"),
        (b'{"o": {"b": 1, "c": 2, "b": 3}}', "same field twice"),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(body: bytes, why: str) -> None:
    assert why in told(body)


def test_what_merely_looks_odd_is_read() -> None:
    assert parse_object(rb' {"a": "\ud83d\ude00", "\\u0061": "\\ud83d"} ') == {
        "a": "😀",
        "\\u0061": "\\ud83d",
    }
    assert parse_object(b'{"": {"": [{}]}}') == {"": {"": [{}]}}


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("  Bees \n", "Bees"),
        ("\u3000川\u2003", "川"),
        ("1", "1"),
        ("नदी", "नदी"),
        ("نهر", "نهر"),
        ("x\u200d", "x\u200d"),
        (f"{WHITE_SPACE}a b{WHITE_SPACE}", "a b"),
    ],
)
def test_texts_are_trimmed_of_white_space_alone(text: str, kept: str) -> None:
    assert within(text, least=1, most=20) == kept


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "1 to 5 characters"),
        ("   \u2009", "1 to 5 characters"),
        ("abcdef", "1 to 5 characters"),
        ("a\0b", "U+0000"),
    ],
)
def test_texts_out_of_bounds_are_refused_by_a_reason(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why.replace("+", r"\+")):
        within(text, least=1, most=5)


@pytest.mark.parametrize("text", ["abcde", " abcde ", "𝄞𝄞𝄞𝄞a", "😀🎬?!…"])
def test_characters_are_counted_once_after_trimming(text: str) -> None:
    assert len(within(text, least=5, most=5)) == 5
