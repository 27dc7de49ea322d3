from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.contract.vocabulary import Language, Voice
from renderer.errors import ClipwrightError
from renderer.manuscript.condensing import condensed
from renderer.manuscript.document import Manuscript
from renderer.manuscript.film_fit import Adaptation, Cards, FilmFit
from renderer.manuscript.fitting import (
    LEAST_STRETCH,
    LONGEST_FILM,
    MOST_STRETCH,
    SHORTEST_FILM,
    SLOWEST_READING,
    TOLERANCE,
    fitted,
)
from renderer.manuscript.length import estimated_lengths
from renderer.manuscript.lengths import Lengths
from renderer.manuscript.reading import read_manuscript
from renderer.manuscript.refitting import MOST_DROPPED, refitted
from tests.unit.manuscript.scripts import FRAMES, SUBJECTS, measured, script

CARDS = Cards()


@cache
def planned(text: str, *, target: float = 780.0) -> tuple[Manuscript, Lengths, FilmFit]:
    manuscript, lengths = measured(text)
    return manuscript, lengths, fitted(manuscript, lengths, target=target, cards=CARDS)


def check_extract(source: Manuscript, kept: Manuscript) -> None:
    """Check that whole sentences of the source remain, in order, with what they lean on, in every chapter."""
    ids = [sentence.id for sentence in source.sentences]
    chosen = [sentence.id for sentence in kept.sentences]
    assert [sentence for sentence in source.sentences if sentence.id in set(chosen)] == list(kept.sentences)
    assert all(chapter.sentences for chapter in kept.chapters)
    for sentence in kept.sentences:
        if sentence.leans:
            assert ids[ids.index(sentence.id) - 1] in chosen, sentence.text


@pytest.mark.parametrize("target", [660.0, 720.0, 780.0, 900.0])
def test_a_long_script_is_condensed_to_its_target(target: float) -> None:
    source, _, fit = planned(script(sentences=600, chapters=7), target=target)
    assert fit.adaptation is Adaptation.CONDENSED
    assert abs(fit.seconds - target) <= TOLERANCE * target
    check_extract(source, fit.manuscript)
    first, last = source.sentences[0], source.sentences[-1]
    assert (fit.manuscript.sentences[0], fit.manuscript.sentences[-1]) == (first, last)


def test_tables_of_passages_that_are_left_out_are_told() -> None:
    table = "| a | b |\n|---|---|\n| 1 | 2 |"
    text = "\n\n".join(f"{part}\n\n{table}" for part in script(sentences=600, chapters=7).split("\n\n"))
    source, _, fit = planned(text.replace(". ", ".\n\n"))
    shown = sum(len(passage.tables) for chapter in fit.manuscript.chapters for passage in chapter.passages)
    written = sum(len(passage.tables) for chapter in source.chapters for passage in chapter.passages)
    assert 0 < shown < written
    assert f"({written - shown})" in fit.notes[1]


LONG = (
    "When the {0} was opened in 18{1}, the people who had waited for it all night could hardly believe how "
    "little of the {2} was left, and how much of what they had been told about it was true after all."
)


def long_sentences(*, chapters: int, each: int) -> str:
    """Sentences of some ten seconds, so few per chapter that no whole number of them is its share."""
    return "\n\n".join(
        f"## Part {number}\n\n"
        + "\n\n".join(
            LONG.format(SUBJECTS[(number + n) % 8], 10 + (7 * number + n) % 80, SUBJECTS[(3 * n + 1) % 8])
            for n in range(each)
        )
        for number in range(chapters)
    )


@pytest.mark.parametrize("target", [660.0, 690.0, 720.0, 750.0])
@pytest.mark.parametrize(("chapters", "each"), [(16, 4), (11, 6), (15, 5)])
def test_long_sentences_in_short_chapters_fill_the_film_too(chapters: int, each: int, target: float) -> None:
    source, _, fit = planned(long_sentences(chapters=chapters, each=each), target=target)
    assert fit.adaptation is Adaptation.CONDENSED
    assert abs(fit.seconds - target) <= TOLERANCE * target
    check_extract(source, fit.manuscript)


def test_each_chapter_keeps_its_share() -> None:
    source, lengths, fit = planned(script(sentences=500, chapters=6))
    whole, kept = lengths.whole(source), lengths.whole(fit.manuscript)
    for before, after in zip(source.chapters, fit.manuscript.chapters, strict=True):
        share = lengths.chapter(before) / whole
        assert lengths.chapter(after) / kept == pytest.approx(share, rel=0.3)


def test_a_script_of_the_right_length_is_taken_whole() -> None:
    source, lengths, _ = planned(script(sentences=185, chapters=5))
    natural = lengths.whole(source) + CARDS.total(len(source.chapters))
    fit = fitted(source, lengths, target=min(max(natural * 1.01, 660), 900), cards=CARDS)
    assert fit.adaptation is Adaptation.NONE
    assert fit.manuscript == source


def test_a_short_script_is_given_air_and_no_words() -> None:
    source, lengths, fit = planned(script(sentences=165, chapters=6))
    assert lengths.whole(source) + CARDS.total(6) < 780 * (1 - TOLERANCE)
    assert fit.adaptation is Adaptation.PACED
    assert fit.manuscript == source
    assert SHORTEST_FILM <= fit.seconds <= 780 * (1 + TOLERANCE)
    assert 1 <= fit.breathing.stretch <= MOST_STRETCH
    assert SLOWEST_READING <= fit.breathing.rate <= 1
    known = {sentence.id for sentence in source.sentences}
    assert {*fit.breathing.quotes, *fit.breathing.recaps} <= known


def test_too_short_is_refused_with_what_to_add() -> None:
    with pytest.raises(ClipwrightError) as caught:
        planned(script(sentences=40, chapters=4))
    assert caught.value.code == "script_too_short"
    assert "add about" in caught.value.sentence
    added = int(caught.value.facts["characters"])
    text = script(sentences=40, chapters=4)
    filler = " ".join(FRAMES[0].format("tower", 10 + n % 80, "canal") for n in range(added // 48 + 2))
    _, _, fit = planned(f"{text}\n\n## More\n\n{filler}")
    assert fit.seconds >= SHORTEST_FILM


@pytest.mark.parametrize("target", [660.0, 780.0, 900.0])
@pytest.mark.parametrize("error", [0.95, 1.0, 1.05])
def test_the_shortest_and_longest_films_stay_within_the_bounds(target: float, error: float) -> None:
    _, lengths, fit = planned(script(sentences=600, chapters=6), target=target)
    spoken = Lengths(speech={name: seconds * error for name, seconds in lengths.speech.items()})
    final = refitted(fit, spoken, target=target, cards=CARDS)
    assert SHORTEST_FILM <= final.seconds <= LONGEST_FILM
    assert abs(final.seconds - target) <= TOLERANCE * target


@pytest.mark.parametrize("error", [0.9, 1.0, 1.07])
def test_the_true_length_is_met_after_speaking(error: float) -> None:
    _, lengths, fit = planned(script(sentences=600, chapters=6))
    spoken = Lengths(speech={name: seconds * error for name, seconds in lengths.speech.items()})
    final = refitted(fit, spoken, target=780.0, cards=CARDS)
    assert abs(final.seconds - 780) <= TOLERANCE * 780
    assert LEAST_STRETCH <= final.breathing.stretch <= MOST_STRETCH
    assert len(fit.manuscript.sentences) - len(final.manuscript.sentences) <= MOST_DROPPED
    check_extract(fit.manuscript, final.manuscript)


def test_no_more_sentences_go_than_may_however_slow_the_voice_is() -> None:
    _, lengths, fit = planned(script(sentences=600, chapters=6))
    spoken = Lengths(speech={name: seconds * 1.25 for name, seconds in lengths.speech.items()})
    final = refitted(fit, spoken, target=780.0, cards=CARDS)
    assert len(fit.manuscript.sentences) - len(final.manuscript.sentences) == MOST_DROPPED
    assert final.breathing.stretch == LEAST_STRETCH


@pytest.mark.parametrize(
    "text",
    ["comma, " * 8_000 + "end.", "word\n" * 11_000, "Ab. " * 6_000, "Ab.\n\n" * 6_000],
    ids=["clause", "words", "tiny", "paragraphs"],
)
def test_strange_scripts_become_films(text: str) -> None:
    source, _, fit = planned(text)
    assert SHORTEST_FILM <= fit.seconds <= LONGEST_FILM
    check_extract(source, fit.manuscript)


@settings(max_examples=12)
@given(sentences=st.integers(60, 500), chapters=st.integers(1, 10), share=st.floats(0.05, 1.0))
def test_any_budget_gives_an_extract(sentences: int, chapters: int, share: float) -> None:
    source = read_manuscript(script(sentences=sentences, chapters=chapters), language=Language.EN)
    lengths = estimated_lengths(source, voice=Voice.WARM_STORYTELLER)
    kept = condensed(source, lengths, seconds=share * lengths.whole(source))
    check_extract(source, kept)
