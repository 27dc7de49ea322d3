"""From an engine's marks to one span per token, whatever the marks are."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.backends.speech.base import Samples, TokenSpan
from renderer.backends.speech.spans import EXACT, INTERPOLATED, spans_from_marks, spoken_with_ranges
from renderer.core.script import Token

RATE = 8000
TOKENS = [Token(display=text, spoken=text, gap=" ") for text in ("One", "of", "three", "hearts.")]


def voice(seconds: float, *, silent: tuple[tuple[float, float], ...] = ()) -> Samples:
    """A tone with silence at given times."""
    sound: Samples = np.sin(np.arange(int(seconds * RATE)) * 0.3).astype(np.float32)
    for start, end in silent:
        sound[int(start * RATE) : int(end * RATE)] = 0
    return sound


def sound_spans(spans: tuple[TokenSpan, ...], count: int, total: int) -> bool:
    """Whether there is one span per token, in order, not empty, not overlapping, within the sound."""
    edges = [(span.start, span.end) for span in spans]
    return (
        [span.token for span in spans] == list(range(count))
        and all(0 <= start < end <= total for start, end in edges)
        and all(one[1] <= other[0] for one, other in pairwise(edges))
    )


def test_the_text_joins_spoken_forms_and_knows_where_each_stands() -> None:
    made = spoken_with_ranges([*TOKENS, Token(display="…", spoken="", gap=" "), TOKENS[0]])
    assert made.text == "One of three hearts. One"
    assert [made.text[start:end] for start, end in made.ranges] == [
        "One",
        "of",
        "three",
        "hearts.",
        "",
        "One",
    ]


def test_marks_for_every_token_are_taken_as_they_are() -> None:
    samples = voice(2.0)
    starts = [0, 4000, 8000, 12000]
    offsets = [start for start, _ in spoken_with_ranges(TOKENS).ranges]
    spans = spans_from_marks(
        list(zip(offsets, starts, strict=True)), tokens=TOKENS, samples=samples, rate=RATE
    )
    assert [span.start for span in spans] == starts
    assert [span.end for span in spans] == [4000, 8000, 12000, len(samples)]
    assert {span.confidence for span in spans} == {EXACT}


def test_tokens_without_a_mark_share_the_stretch_by_their_letters() -> None:
    samples = voice(2.0)
    spans = spans_from_marks([(0, 0)], tokens=TOKENS, samples=samples, rate=RATE)
    lengths = [span.end - span.start for span in spans]
    letters = [1 + sum(letter.isalnum() for letter in token.spoken) for token in TOKENS]
    assert lengths == pytest.approx([len(samples) * own / sum(letters) for own in letters], abs=2)
    assert [span.confidence for span in spans] == [EXACT, *[INTERPOLATED] * 3]


def test_a_pause_belongs_to_no_word() -> None:
    samples = voice(2.0, silent=((0.8, 1.4),))
    offsets = [start for start, _ in spoken_with_ranges(TOKENS[:2]).ranges]
    spans = spans_from_marks(
        [(offsets[0], 0), (offsets[1], int(1.4 * RATE))], tokens=TOKENS[:2], samples=samples, rate=RATE
    )
    assert spans[0].end < int(0.9 * RATE)
    assert spans[1].start >= int(1.38 * RATE)


def test_marks_that_go_back_are_not_believed() -> None:
    samples = voice(2.0)
    offsets = [start for start, _ in spoken_with_ranges(TOKENS).ranges]
    marks = [(offsets[0], 0), (offsets[1], 9000), (offsets[2], 3000), (offsets[3], 12000)]
    spans = spans_from_marks(marks, tokens=TOKENS, samples=samples, rate=RATE)
    assert sound_spans(spans, 4, len(samples))
    assert [span.confidence for span in spans] == [EXACT, EXACT, INTERPOLATED, EXACT]


def test_too_little_sound_for_the_words_gives_no_spans() -> None:
    assert spans_from_marks([], tokens=TOKENS, samples=voice(0.0), rate=RATE) == ()
    assert spans_from_marks([(0, 0)], tokens=TOKENS, samples=np.zeros(3, np.float32), rate=RATE) == ()
    assert spans_from_marks([(0, 0)], tokens=[], samples=voice(1.0), rate=RATE) == ()


@settings(max_examples=200, deadline=None)
@given(
    marks=st.lists(st.tuples(st.integers(-5, 40), st.integers(-100, 20_000)), max_size=20),
    seconds=st.floats(0.001, 2),
    words=st.lists(st.text("abc,. ", max_size=6), min_size=1, max_size=8),
    quiet=st.booleans(),
)
def test_any_marks_give_sound_spans(
    marks: list[tuple[int, int]],
    seconds: float,
    words: list[str],
    quiet: bool,  # noqa: FBT001 - drawn
) -> None:
    tokens = [Token(display=word, spoken=word, gap=" ") for word in words]
    samples = voice(seconds, silent=((0, seconds),) if quiet else ())
    spans = spans_from_marks(marks, tokens=tokens, samples=samples, rate=RATE)
    if len(samples) < len(tokens):
        assert spans == ()
    else:
        assert sound_spans(spans, len(tokens), len(samples))
