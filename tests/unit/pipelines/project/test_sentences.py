"""Transcripts joined to the lines of a voiceover, in languages with and without spaces."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipelines.project.sentences import LONGEST_MS, PAUSE_MS, ROOM, spoken_sentences
from renderer.contract.remix.timed_text import SCRIPT_LINES, TEXT, TimedText
from renderer.contract.vocabulary import Language
from tests.unit.pipelines.project.values import analysis, cue, heard, phrase


def joined(*segments: object, language: Language = Language.EN) -> list[tuple[int, int, str]]:
    lines = spoken_sentences(analysis(*segments), (), language)  # type: ignore[arg-type]
    return [(line.start_ms, line.end_ms, line.text) for line in lines]


def test_words_become_a_line_a_sentence_whatever_segments_they_came_in() -> None:
    first = heard((0, 300, "The"), (300, 600, "sea"))
    second = heard((650, 900, "rose."), (900, 1100, "Then"), (1100, 1500, "it"))
    third = heard((1500, 2000, "fell."))
    assert joined(first, second, third) == [(0, 900, "The sea rose."), (900, 2000, "Then it fell.")]


@pytest.mark.parametrize(
    ("language", "words", "lines"),
    [
        (Language.ZH, ("海", "很", "大。", "天", "很", "高。"), ["海很大。", "天很高。"]),
        (Language.JA, ("海は", "広い。", "「なぜ？」", "と聞く。"), ["海は広い。", "「なぜ？」", "と聞く。"]),
        (Language.HI, ("यह", "सच", "है।", "क्यों?"), ["यह सच है।", "क्यों?"]),
        (Language.AR, ("هل", "هذا", "صحيح؟", "نعم."), ["هل هذا صحيح؟", "نعم."]),
        (Language.DE, ("Er", "rief:", "„Halt!“", "Dann", "Stille."), ["Er rief: „Halt!“", "Dann Stille."]),
        (
            Language.FR,
            ("Il", "dit", "«\u00a0non\u00a0!\u00a0»", "Puis"),
            ["Il dit «\u00a0non\u00a0!\u00a0»", "Puis"],
        ),
    ],
)
def test_lines_end_where_sentences_of_the_language_end(
    language: Language, words: tuple[str, ...], lines: list[str]
) -> None:
    timed = [(number * 200, number * 200 + 200, word) for number, word in enumerate(words)]
    found = joined(heard(*timed), language=language)
    # the space that typesetting puts before French marks is a space of the transcript like any other
    assert [" ".join(text.split()) for _, _, text in found] == [" ".join(text.split()) for text in lines]


def test_a_pause_of_just_so_long_goes_on_and_a_millisecond_more_begins_a_line() -> None:
    assert len(joined(heard((0, 500, "One"), (500 + PAUSE_MS, 2000, "two")))) == 1
    assert len(joined(heard((0, 500, "One"), (501 + PAUSE_MS, 2000, "two")))) == 2


def test_a_line_lasts_no_longer_than_it_may_be() -> None:
    words = [(number * 1000, number * 1000 + 1000, f"w{number}") for number in range(30)]
    found = joined(heard(*words))
    assert [end - start for start, end, _ in found] == [LONGEST_MS, LONGEST_MS, 6000]


def test_a_word_that_alone_lasts_too_long_is_still_said() -> None:
    assert joined(heard((0, 2 * LONGEST_MS, "Ommmm"))) == [(0, 2 * LONGEST_MS, "Ommmm")]


def test_without_a_transcript_the_cues_are_joined_and_nothing_without_either() -> None:
    cues = (cue(0, 900, "The sea"), cue(900, 2000, "rose."), cue(2000, 2001, "Why?"))
    found = spoken_sentences(analysis(), cues, Language.EN)
    assert [line.text for line in found] == ["The sea rose.", "Why?"]
    assert spoken_sentences(analysis(), (), Language.EN) == ()


def test_a_transcript_goes_before_the_cues() -> None:
    found = spoken_sentences(analysis(phrase(0, 500, "Heard.")), (cue(0, 900, "Shown."),), Language.EN)
    assert [line.text for line in found] == ["Heard."]


@pytest.mark.parametrize("segment", [phrase(10, 10, "Nothing"), phrase(0, 500, "  \n ")])
def test_what_has_no_time_or_no_letters_is_no_line(segment: object) -> None:
    assert joined(segment) == []


def test_of_words_at_one_time_the_second_waits_and_one_inside_the_first_line_goes() -> None:
    found = joined(heard((0, 1000, "One."), (500, 2000, "Two."), (600, 900, "Three."), (2000, 2100, "Four.")))
    assert found == [(0, 1000, "One."), (1000, 2000, "Two."), (2000, 2100, "Four.")]


def test_a_long_phrase_without_word_times_is_said_to_its_end_in_turn() -> None:
    text = " ".join(f"word{number}" for number in range(100))
    found = joined(phrase(1000, 31_000, text))
    assert " ".join(said for _, _, said in found) == text
    assert (found[0][0], found[-1][1]) == (1000, 31_000)
    assert all(earlier[1] == later[0] for earlier, later in pairwise(found))
    for start, end, said in found:
        assert abs((end - start) / 30_000 - len(said) / len(text)) < 0.01


def test_a_long_phrase_without_spaces_is_said_to_its_end_too() -> None:
    text = "海" * 700
    found = joined(phrase(0, 21_000, text), language=Language.ZH)
    assert "".join(said for _, _, said in found) == text
    assert [len(said) for _, _, said in found] == [TEXT, TEXT, 100]


def test_no_script_has_more_lines_than_a_project_may() -> None:
    segments = [phrase(number * 10, number * 10 + 10, "So.") for number in range(SCRIPT_LINES + 20)]
    assert len(joined(*segments)) == SCRIPT_LINES


WORDS = st.lists(
    st.tuples(
        st.integers(-300, 1500), st.integers(0, 1500), st.sampled_from(("a", "sea", "rose.", "x" * 150, "海"))
    ),
    max_size=60,
)


@settings(max_examples=50, deadline=None)
@given(WORDS, st.sampled_from((Language.EN, Language.JA)))
def test_lines_come_in_order_apart_and_no_longer_than_they_may_be(
    drawn: list[tuple[int, int, str]], language: Language
) -> None:
    position, words = 0, []
    for step, lasts, text in drawn:
        start = max(0, position + step)
        words.append((start, start + lasts, text))
        position = start + lasts
    lines: tuple[TimedText, ...] = spoken_sentences(
        analysis(*([heard(*words)] if words else [])), (), language
    )
    assert all(earlier.end_ms <= later.start_ms for earlier, later in pairwise(lines))
    assert all(len(line.text) <= max(ROOM, 150) for line in lines)
    said = "".join(text for start, end, text in words if start < end)
    told = "".join(line.text.replace(" ", "") for line in lines)
    assert set(told) <= set(said)
    if all(earlier[1] <= later[0] for earlier, later in pairwise(words)):
        assert told == said
