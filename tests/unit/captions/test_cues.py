"""Where the cues of subtitle files end, and how long they are shown."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.captions.sidecars.cues import (
    LINE,
    LINE_UNSPACED,
    READING,
    READING_UNSPACED,
    SHORTEST_CUE,
    Cue,
    cues,
)
from renderer.contract.vocabulary import CaptionPosition, CaptionStyle, Language
from renderer.core.captions import CaptionLine, CaptionTrack, CaptionWord, Page
from renderer.core.timecode import TimeRange
from renderer.text.segmentation.tokens import tokenise

PACE, PACE_UNSPACED = Fraction(1, 14), Fraction(1, 6)
"""Seconds per character; a Chinese or Japanese character says more."""


def track(text: str, language: Language = Language.EN, *, silence: Fraction = Fraction(1, 3)) -> CaptionTrack:
    """A text spoken without pauses except `silence` after each sentence."""
    pace = PACE_UNSPACED if language in {Language.ZH, Language.JA} else PACE
    moment, words = Fraction(1), []
    for number, token in enumerate(tokenise(text, language)):
        end = moment + len(token.display) * pace
        words.append(
            CaptionWord(text=token.display, span=TimeRange(moment, end), index=number, gap=token.gap)
        )
        moment = end + (silence if token.display[-1] in ".?!。？！" and not token.display[0].isdigit() else 0)
    page = Page(span=TimeRange(Fraction(0), moment), lines=(CaptionLine(words=tuple(words)),))
    return CaptionTrack(
        style=CaptionStyle.MINIMAL,
        position=CaptionPosition.BOTTOM,
        language=language,
        safe_area="organic",
        pages=(page,),
    )


def lines(cue: Cue) -> list[str]:
    return ["".join(word.text + word.gap for word in line).rstrip() for line in cue.lines]


def texts(found: Sequence[Cue]) -> list[str]:
    return [" ".join(lines(cue)) for cue in found]


LONG = {
    Language.EN: "Within a decade nearly every railway in Britain ran on the time of the observatory there.",
    Language.DE: "Vielleicht ist das der größte Reichtum: dass etwas so Kostbares so billig geworden ist.",
    Language.RU: "Ледник медленно полз вниз по долине и каждую зиму приближался к последней деревне гор.",
    Language.AR: "تحرك النهر الجليدي ببطء نحو أسفل الوادي واقترب في كل شتاء من آخر قرية في الجبال العالية.",
    Language.ZH: "冰川沿着山谷缓慢地向下移动，每年冬天都更加靠近山里最后的那个小村庄了。",
    Language.JA: "氷河は谷に沿ってゆっくりと下へ動き、毎年の冬に山の最後の小さな村へ近づいていった。",
}


@pytest.mark.parametrize("language", LONG)
def test_no_word_of_a_sentence_stands_alone(language: Language) -> None:
    """Each text is slightly longer than a cue: a cut where the cue is full would leave one word over."""
    limit = LINE_UNSPACED if language in {Language.ZH, Language.JA} else LINE
    found = cues(track(LONG[language], language))
    lengths = [sum(map(len, lines(cue))) for cue in found]
    assert sum(lengths) >= 2 * limit
    assert len(found) == 2
    assert min(lengths) > limit / 2
    assert all(len(line) <= limit for cue in found for line in lines(cue))


def test_an_ordinal_number_does_not_end_its_sentence() -> None:
    text = "Er ging zu Fuß. Am 12. März 1930 verließ er sein Haus in der Nähe von Ahmedabad."
    assert texts(cues(track(text, Language.DE)))[:2] == [
        "Er ging zu Fuß.",
        "Am 12. März 1930 verließ er sein Haus in der Nähe von Ahmedabad.",
    ]


def test_a_number_before_a_silence_ends_its_sentence() -> None:
    whole = track("Er wurde 12. Dann ging er.", Language.DE)
    (line,) = whole.pages[0].lines
    later = [
        CaptionWord(
            text=word.text, index=word.index, gap=word.gap,
            span=word.span.shifted(Fraction(1, 2) if word.index > 2 else Fraction(0)),
        )
        for word in line.words
    ]  # fmt: skip
    page = Page(span=whole.pages[0].span, lines=(CaptionLine(words=tuple(later)),))
    shifted = CaptionTrack(
        style=whole.style,
        position=whole.position,
        language=whole.language,
        safe_area="organic",
        pages=(page,),
    )
    assert texts(cues(shifted)) == ["Er wurde 12.", "Dann ging er."]


def test_a_short_cue_stands_until_it_is_read_where_nothing_follows_at_once() -> None:
    one, other = cues(track("Why? Because it was there.", silence=Fraction(2)))
    assert texts([one, other]) == ["Why?", "Because it was there."]
    assert one.span.duration == SHORTEST_CUE
    assert one.span.end < other.span.start


def test_a_cue_gives_way_to_the_next() -> None:
    one, other = cues(track("Why? Because it was there."))
    assert one.span.end == other.span.start


def test_lines_are_cut_at_the_comma() -> None:
    (cue,) = cues(track("It stood in the yard, and nobody in the whole town knew why."))
    assert lines(cue) == ["It stood in the yard,", "and nobody in the whole town knew why."]


def test_a_cue_ends_at_a_long_silence() -> None:
    found = cues(track("One. Two. Three.", silence=Fraction(3)))
    assert texts(found) == ["One.", "Two.", "Three."]


WORDS = ["one", "two,", "three.", "extraordinarily", "of", "the", "12.", "unspeakable?", "a" * 50]


@given(parts=st.lists(st.sampled_from(WORDS), min_size=1, max_size=60))
@settings(max_examples=60, deadline=None)
def test_whatever_is_said_keeps_the_bounds(parts: list[str]) -> None:
    found = cues(track(" ".join(parts)))
    assert [word.text for cue in found for line in cue.lines for word in line] == parts
    assert all(one.span.end <= other.span.start for one, other in pairwise(found))
    for cue in found:
        assert len(cue.lines) <= 2
        assert all(len(line) <= LINE or " " not in line for line in lines(cue))


@pytest.mark.parametrize("language", [Language.EN, Language.DE, Language.ZH, Language.JA])
def test_what_is_said_at_ease_is_read_at_ease(language: Language) -> None:
    speed = READING_UNSPACED if language in {Language.ZH, Language.JA} else READING
    for cue in cues(
        track(" ".join([LONG[language]] * 3) if speed == READING else LONG[language] * 3, language)
    ):
        assert sum(map(len, lines(cue))) <= speed * cue.span.duration
