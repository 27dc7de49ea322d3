"""Pages of cues: each cue alone, until it ends or the next page comes."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipelines.project.cue_pages import TimedCue, caption_track
from pipelines.project.cue_words import cue_words
from renderer.captions.layout.safe_area import Frame
from renderer.contract.orders.remix import RemixCaptions
from renderer.contract.remix.timed_text import TimedText
from renderer.contract.vocabulary import CaptionStyle, Language
from renderer.core.captions import CaptionTrack, Page
from renderer.core.timecode import TimeRange
from renderer.core.words import Word
from tests.unit.pipelines.project.values import analysis, cue, dub, dubbed, line, ms, placed

FRAME = Frame(width=540, height=960)


def timed(shown: TimedText, *, number: int = 1, language: Language = Language.EN) -> TimedCue:
    made = line(shown.text, language, f"c{number}")
    words = cue_words(shown, made, analysis=analysis(), dub=dub(), speaks=False)
    return TimedCue(cue=shown, line=made, words=words)


def track(
    *cues: TimedCue, language: Language = Language.EN, style: CaptionStyle = CaptionStyle.TIKTOK
) -> CaptionTrack:
    return caption_track(cues, captions=RemixCaptions(style=style), language=language, frame=FRAME)


def said(page: Page) -> str:
    return "".join(word.text + word.gap for row in page.lines for word in row.words).strip().lower()


def test_a_cue_of_a_few_words_is_one_page_for_as_long_as_it_lasts() -> None:
    (page,) = track(timed(cue(1000, 2500, "The sea"))).pages
    assert page.span == ms(1000, 2500)
    assert said(page) == "the sea"


def test_no_page_runs_from_one_cue_into_the_next_although_their_words_would_fit() -> None:
    pages = track(timed(cue(0, 500, "The")), timed(cue(500, 900, "sea"), number=2)).pages
    assert [(said(page), page.span) for page in pages] == [("the", ms(0, 500)), ("sea", ms(500, 900))]


def test_a_cue_of_a_millisecond_is_a_page_of_a_millisecond() -> None:
    (page,) = track(timed(cue(7, 8, "No"))).pages
    assert page.span == ms(7, 8)


def test_no_cues_are_a_track_without_pages() -> None:
    assert track().pages == ()


def test_between_two_cues_nothing_stands() -> None:
    pages = track(timed(cue(0, 500, "One")), timed(cue(5000, 5500, "Two"), number=2)).pages
    assert [page.span for page in pages] == [ms(0, 500), ms(5000, 5500)]


def test_a_cue_whose_voice_is_late_stands_until_it_has_been_said_and_gives_way_to_the_next() -> None:
    shown = cue(0, 1000, "The sea")
    late = dubbed((0, 1000, "The sea"), placed(400, 48_000), (400, 900, "The"), (900, 1600, "sea"))
    words = cue_words(shown, line(shown.text), analysis=analysis(), dub=dub(late), speaks=True)
    spoken = TimedCue(cue=shown, line=line(shown.text), words=words)
    assert spoken.span == ms(400, 1600)
    (alone,) = track(spoken).pages
    first, second = track(spoken, timed(cue(1200, 2000, "Rose"), number=2)).pages
    assert alone.span == ms(400, 1600)
    assert (first.span, second.span) == (ms(400, 1200), ms(1200, 2000))


def test_a_cue_that_waits_behind_its_own_time_still_has_a_span() -> None:
    """Its voice speaks only after the cue's own time is over."""
    words = (Word(text="No", span=ms(900, 1100), line="c1", token=0, confidence=1.0, source="espeak"),)
    spoken = TimedCue(cue=cue(100, 500, "No"), line=line("No"), words=words)
    assert spoken.span == TimeRange(Fraction(9, 10), Fraction(11, 10))


def test_a_long_cue_is_several_pages_that_say_all_of_it_without_a_gap() -> None:
    text = (
        "The sea rose by forty metres in a single night and nobody on the island was there to see it happen"
    )
    pages = track(timed(cue(2000, 10_000, text))).pages
    assert len(pages) > 2
    assert " ".join(map(said, pages)) == text.lower()
    assert (pages[0].span.start, pages[-1].span.end) == (Fraction(2), Fraction(10))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (Language.AR, "ارتفع البحر أربعين مترًا في ليلة واحدة ولم يره أحد"),
        (Language.HI, "एक ही रात में समुद्र चालीस मीटर ऊपर उठ गया"),
        (Language.ZH, "一夜之间海水上涨了四十米，岛上没有人看见。"),
        (Language.JA, "一晩で海は四十メートルも上がったが、誰も見ていなかった。"),
        (Language.RU, "За одну ночь море поднялось на сорок метров, и никто этого не видел."),
    ],
)
def test_every_word_of_a_cue_is_shown_once_and_in_order(language: Language, text: str) -> None:
    shown = timed(cue(0, 6000, text), language=language)
    pages = track(shown, language=language).pages
    indices = [word.index for page in pages for row in page.lines for word in row.words]
    assert list(dict.fromkeys(indices)) == list(range(len(shown.words)))
    told = "".join(word.text for page in pages for row in page.lines for word in row.words)
    assert told == "".join(word.text for word in shown.words)


def test_a_note_of_two_cues_is_told_once() -> None:
    """A character that none of our faces has is left out of both."""
    cues = [
        timed(cue(number * 1000, number * 1000 + 900, "Yes \U00012000 no"), number=number)
        for number in (0, 1)
    ]
    found = track(*cues)
    (note,) = found.notes
    assert "\U00012000" in note
    assert [said(page) for page in found.pages] == ["yes no", "yes no"]


CUES = st.lists(
    st.tuples(
        st.integers(0, 300),
        st.integers(1, 3000),
        st.sampled_from(("No", "The sea rose.", "It was late, and dark too")),
    ),
    min_size=1,
    max_size=5,
)


@settings(max_examples=30, deadline=None)
@given(CUES, st.sampled_from(list(CaptionStyle)))
def test_pages_never_overlap_and_stay_in_the_time_of_their_cues(
    drawn: list[tuple[int, int, str]], style: CaptionStyle
) -> None:
    position, cues = 0, []
    for number, (pause, lasts, text) in enumerate(drawn):
        cues.append(timed(cue(position + pause, position + pause + lasts, text), number=number))
        position += pause + lasts
    pages = track(*cues, style=style).pages
    assert all(earlier.span.end <= later.span.start for earlier, later in pairwise(pages))
    spans = [one.span for one in cues]
    for page in pages:
        assert sum(span.start <= page.span.start and page.span.end <= span.end for span in spans) == 1
    assert {span.start for span in spans} <= {page.span.start for page in pages}
    assert {span.end for span in spans} <= {page.span.end for page in pages}
