"""Ranges and validators of a file, compared with slices of bytes and the examples of RFC 9110."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api.files.ranges import Span, none_match, parse_range, range_applies
from api.problems import ApiProblem

CONTENT = bytes(range(200))
TAG, DATE = '"abc"', "Tue, 10 Mar 2026 12:00:00 GMT"
BEYOND = "9" * 5000
"""More digits than the parser converts to a number."""


def served(asked: str, content: bytes = CONTENT) -> bytes:
    span = parse_range([asked], size=len(content))
    found = content[span.start : span.stop]
    assert span.length == len(found)
    assert span.content_range == f"bytes {span.start}-{span.stop - 1}/{len(content)}"
    return found


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("bytes=0-0", CONTENT[:1]),
        ("bytes=0-199", CONTENT),
        ("bytes=0-", CONTENT),
        ("bytes=199-", CONTENT[199:]),
        ("bytes=10-19", CONTENT[10:20]),
        ("bytes=10-5000", CONTENT[10:]),
        ("bytes=-1", CONTENT[-1:]),
        ("bytes=-200", CONTENT),
        ("bytes=-201", CONTENT),
        ("BYTES=5-6", CONTENT[5:7]),
        ("bytes=005-006", CONTENT[5:7]),
        (f"bytes=7-{BEYOND}", CONTENT[7:]),
        (f"bytes=-{BEYOND}", CONTENT),
        (f"bytes={'0' * 5000}1-1", CONTENT[1:2]),
    ],
)
def test_one_range_is_that_slice(asked: str, found: bytes) -> None:
    assert served(asked) == found


@pytest.mark.parametrize(
    "asked",
    [
        "bytes=200-", "bytes=200-300", f"bytes={BEYOND}-", "bytes=5-4", "bytes=-0", "bytes=-000", "bytes=-",
        "bytes=", "bytes", "", "bytes=0-1,3-4", "bytes=a-b", "bytes=1-b", "bytes= 1-2", "bytes=1 - 2",
        "bytes =1-2", "bytes=1-2 ", "items=0-1", "bytes=+1-2", "bytes=-1-2", "bytes=٠-٥", "bytes=0x1-2",
        "bytes=1.0-2",
    ],
)  # fmt: skip
def test_what_cannot_be_served_names_the_size(asked: str) -> None:
    with pytest.raises(ApiProblem) as caught:
        served(asked)
    assert caught.value.code == "invalid_range"
    assert caught.value.headers == {"content-range": "bytes */200"}


@pytest.mark.parametrize("values", [[], ["bytes=0-1", "bytes=0-1"]])
def test_no_header_and_two_headers_are_no_range(values: list[str]) -> None:
    with pytest.raises(ApiProblem, match="invalid_range"):
        parse_range(values, size=10)


@settings(max_examples=40)
@given(size=st.integers(1, 300), first=st.integers(0, 299), length=st.integers(1, 400))
def test_every_range_that_begins_inside_is_that_slice(size: int, first: int, length: int) -> None:
    content = bytes(each % 251 for each in range(size))
    first %= size
    assert served(f"bytes={first}-{first + length - 1}", content) == content[first : first + length]
    assert served(f"bytes=-{length}", content) == content[-length:]


def test_an_empty_file_has_no_range() -> None:
    for asked in ("bytes=0-0", "bytes=0-", "bytes=-5"):
        with pytest.raises(ApiProblem, match="invalid_range"):
            parse_range([asked], size=0)


@pytest.mark.parametrize(
    ("tags", "holds"),
    [
        ([TAG], False),
        (['W/"abc"'], False),
        (["*"], False),
        ([" * "], False),
        (['"x", "abc"'], False),
        (['"x"', '"abc"'], False),
        (['"x","abc" ,"y"'], False),
        (['"a,b", "abc"'], False),
        (['"x"'], True),
        (['"ABC"'], True),
        (['w/"abc"'], True),
        (["abc"], True),
        (['"abc'], True),
        (['"abc" "x"'], True),
        ([""], True),
        (['"x", *'], True),
    ],
)
def test_tags_are_compared_weakly_and_whole(tags: list[str], *, holds: bool) -> None:
    assert none_match(tags, etag=TAG) is holds


@pytest.mark.parametrize(
    ("if_range", "applies"),
    [
        ([], True),
        ([TAG], True),
        ([DATE], True),
        (['W/"abc"'], False),
        (['"other"'], False),
        (["Tue, 10 Mar 2026 12:00:01 GMT"], False),
        (["Tuesday, 10-Mar-26 12:00:00 GMT"], False),
        ([TAG, TAG], False),
        ([f"{TAG}, {TAG}"], False),
        ([""], False),
    ],
)
def test_if_range_takes_the_exact_tag_or_date_alone(if_range: list[str], *, applies: bool) -> None:
    assert range_applies(if_range, etag=TAG, last_modified=DATE) is applies


def test_many_tags_are_read_in_one_go() -> None:
    """The time for a list that cannot match must not grow with the number of ways to split it."""
    assert none_match([", ".join(['"x"'] * 20_000) + ", !"], etag=TAG)
    assert not none_match([", ".join(['"x"'] * 20_000) + f", {TAG}"], etag=TAG)


def test_spans_of_a_file_join_to_the_whole() -> None:
    spans = [Span(start=at, stop=min(at + 7, 200), size=200) for at in range(0, 200, 7)]
    assert sum(span.length for span in spans) == 200
    assert spans[-1].content_range == "bytes 196-199/200"
