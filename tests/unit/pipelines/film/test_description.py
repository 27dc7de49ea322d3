"""The description of a film, ready to paste: parts, chapters with their times, a readable summary."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pipelines.film.cards import cards_of, target_seconds
from pipelines.film.description import PASTED, SUMMARY_CHARACTERS, clock, description
from pipelines.film.fitting import fit_facts
from renderer.contract.facts import TITLE
from renderer.contract.orders.long_form import LongFormOrder, LongFormSettings
from renderer.contract.results import DESCRIPTION
from renderer.manuscript.film_fit import Cards
from tests.unit.pipelines.film.films import chapter, film, manuscript

SEA = chapter(1, "Rise", ["The sea rose."] * 8)
ICE = chapter(2, "Fall", ["Then it fell."] * 8)


@pytest.mark.parametrize(
    ("moment", "shown"),
    [
        (Fraction(0), "0:00"),
        (Fraction(59_999, 1000), "0:59"),
        (Fraction(60), "1:00"),
        (Fraction(605), "10:05"),
        (Fraction(3599), "59:59"),
    ],
)
def test_a_moment_is_shown_in_minutes_and_seconds_that_have_begun(moment: Fraction, shown: str) -> None:
    assert clock(moment) == shown


def test_parts_stand_apart_and_chapters_at_the_times_they_begin() -> None:
    made = film(manuscript(SEA, ICE, links=("https://a.example", "https://b.example")))
    parts = description(made, credits=["Voice: Mei", "Artwork: X"]).split("\n\n")
    second = made.timeline.chapters[1].span.start
    assert second > 24
    assert parts[0] == "The Sea"
    assert parts[1].startswith("The sea rose. The sea rose.")
    assert parts[2] == f"0:00 Rise\n{clock(second)} Fall"
    assert parts[3] == "https://a.example\nhttps://b.example"
    assert parts[4] == "Voice: Mei\nArtwork: X\n"


def test_without_links_and_credits_there_are_no_empty_parts() -> None:
    text = description(film(manuscript(SEA)), credits=[])
    assert text.count("\n\n") == 2
    assert text.endswith("0:00 Rise\n")
    assert not text.endswith("\n\n")


def test_a_film_without_chapters_lists_none() -> None:
    text = description(film(manuscript(SEA, ICE)), credits=["Voice: Mei"], divided=False)
    assert "0:00" not in text
    assert "Fall" not in text
    assert text.endswith("\n\nVoice: Mei\n")


def test_a_caution_stands_behind_the_summary() -> None:
    text = description(film(manuscript(SEA)), credits=[], caution="No advice.")
    assert text.split("\n\n")[2:] == ["No advice.", "0:00 Rise\n"]


def test_links_are_listed_as_far_as_a_description_can_be_pasted() -> None:
    links = tuple(f"https://example.org/{number:04}" for number in range(2_000))
    text = description(film(manuscript(SEA, links=links)), credits=["Voice: Mei"])
    listed = [line for line in text.splitlines() if line.startswith("https://")]
    assert PASTED - len(links[0]) - 1 <= len(text) <= PASTED
    assert listed == list(links[: len(listed)])
    assert text.endswith("\n\nVoice: Mei\n")


def test_no_description_is_longer_than_a_result_holds_and_credits_come_before_links() -> None:
    credit = [f"picture for scene {number}: somebody" for number in range(1_000)]
    text = description(film(manuscript(SEA, links=("https://a.example",))), credits=credit)
    assert len(text) <= DESCRIPTION
    assert "https://" not in text
    assert text.splitlines()[-1] in credit
    assert text.endswith("\n")


def summary(*sentences: str) -> str:
    return description(film(manuscript(chapter(1, "I", sentences))), credits=[]).split("\n\n")[1]


@pytest.mark.parametrize(
    ("second", "kept"), [(SUMMARY_CHARACTERS - 201, True), (SUMMARY_CHARACTERS - 200, False)]
)
def test_a_summary_is_no_longer_than_is_read_its_spaces_counted(second: int, *, kept: bool) -> None:
    """The space between the two sentences is the last character that fits."""
    first = "a" * 199 + "."
    shown = summary(first, "b" * (second - 1) + ".", "Short.")
    assert len(shown) == (SUMMARY_CHARACTERS if kept else len(first))
    assert shown.startswith(first)
    assert "Short" not in shown


def test_a_first_sentence_that_is_too_long_alone_is_shown_whole() -> None:
    assert summary("a" * 900 + ".", "Short.") == "a" * 900 + "."


def test_a_summary_is_of_the_first_chapter_alone() -> None:
    made = film(manuscript(chapter(1, "I", ["One."]), chapter(2, "II", ["Two."])))
    assert description(made, credits=[]).split("\n\n")[1] == "One."


def order(**settings: object) -> LongFormOrder:
    return LongFormOrder.model_validate(
        {"script": "So. " * 1000, "settings": LongFormSettings.model_validate(settings)}
    )


def test_chapters_have_cards_only_where_the_order_wants_them() -> None:
    assert cards_of(order(chapters="cards")) == Cards()
    without = cards_of(order(chapters="none"))
    assert (without.chapter, without.opening, without.closing) == (0.0, Cards().opening, Cards().closing)
    assert Cards().total(4) - without.total(4) == 4 * Cards().chapter


def test_the_wanted_length_is_told_in_seconds() -> None:
    assert target_seconds(order(target_minutes=12.5)) == 750.0


def test_what_the_owner_sees_of_the_script_is_counted_without_spaces_between_sentences() -> None:
    text = manuscript(chapter(1, "I", ["One.", "Two."], ["Три."]), title="T" * (TITLE + 5))
    (facts,) = fit_facts(film(text).fit)
    shown = facts.model_dump()
    assert shown["spoken_characters"] == 12
    assert shown["title"] == "T" * TITLE
    assert (shown["adaptation"], shown["estimated_seconds"]) == ("none", 60.0)
