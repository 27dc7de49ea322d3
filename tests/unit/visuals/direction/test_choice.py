"""Which things a shot shows: the writer's, the sentence's own, the topic's subject, or nothing."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from renderer.contract.vocabulary import Language, StylePack, VideoMode
from renderer.core.script import Script
from renderer.visuals.direction.choice import Anchoring, ShotArtwork, anchoring_of, choose_artwork
from renderer.visuals.direction.cuts import cut_phrases
from renderer.visuals.direction.ledger import Ledger
from renderer.visuals.direction.phrase import Phrase
from renderer.visuals.direction.picture_topic import PictureTopic
from renderer.visuals.direction.topic import topic_of
from renderer.visuals.matching.subjects import match_subjects
from renderer.visuals.style_pack_files import load_pack
from tests.support.narrated import narration_of, script_of

RHYTHM = load_pack(StylePack.DOCUMENTARY).rhythm.at(Fraction(4))
NO_TOPIC = PictureTopic()


def phrase_of(script: Script) -> Phrase:
    narration = narration_of(script)
    return cut_phrases(script, narration, rhythm=RHYTHM, duration=narration.duration + 1)[0]


def chosen(
    script: Script,
    topic: PictureTopic = NO_TOPIC,
    ledger: Ledger | None = None,
    *,
    anchoring: Anchoring = Anchoring.NONE,
) -> ShotArtwork:
    return choose_artwork(phrase_of(script), script, topic, ledger or Ledger(), anchoring=anchoring)


def artwork(word: str) -> tuple[str, ...]:
    """Artwork that a noun alone would show."""
    return match_subjects([word], Language.EN)[0].artwork


@pytest.mark.parametrize("count", range(1, 40))
def test_hook_middle_and_close_bring_the_subject_back(count: int) -> None:
    anchored = [index for index in range(count) if anchoring_of(index, count) is not Anchoring.NONE]
    assert anchored == sorted({0, count // 2, count - 1})
    assert anchoring_of(0, count) is Anchoring.FIRST
    assert all(anchoring_of(index, count) is Anchoring.NAMELESS for index in anchored[1:])


@given(index=st.integers(0, 100))
def test_of_no_shots_none_is_anchored(index: int) -> None:
    assert anchoring_of(index, 0) is Anchoring.NONE


def test_what_the_words_name_is_shown_first_and_its_word_told() -> None:
    found = chosen(script_of("Sea", [["The octopus sleeps."]]))
    assert found.artwork[0] in artwork("octopus")
    assert found.word.casefold().startswith("octopus")


def test_words_that_name_nothing_show_nothing() -> None:
    assert chosen(script_of("Quiet", [["It went on and on, so they said."]])) == ShotArtwork()


def test_what_the_writer_named_for_the_scene_leads_the_scenes_first_shot() -> None:
    script = script_of("Sea", [["The octopus sleeps."]])
    scene = replace(script.scenes[0], visual=("lighthouse",))
    named = chosen(replace(script, scenes=(scene,)))
    assert named.artwork[0] in artwork("lighthouse")
    assert set(named.artwork) & set(artwork("octopus"))


def anchored_to_the_octopus(line: str, anchoring: Anchoring) -> tuple[str, ...]:
    topic = topic_of(script_of("The octopus", [["It sleeps."]]), VideoMode.CLEAN_EDUCATIONAL)
    assert topic.anchor
    return chosen(script_of("The octopus", [[line]]), topic, anchoring=anchoring).artwork


def test_the_hook_shows_the_topics_subject_before_its_own() -> None:
    found = anchored_to_the_octopus("The lighthouse stands.", Anchoring.FIRST)
    assert found[0] in artwork("octopus")
    assert set(found[1:]) & set(artwork("lighthouse"))


def test_middle_and_close_show_what_they_name_and_the_topics_subject_where_they_name_nothing() -> None:
    assert anchored_to_the_octopus("The lighthouse stands.", Anchoring.NAMELESS)[0] in artwork("lighthouse")
    for nothing in ("It went on and on.", "There was no lighthouse."):
        assert anchored_to_the_octopus(nothing, Anchoring.NAMELESS)[0] in artwork("octopus")


def test_what_was_shown_comes_again_only_where_it_is_named_some_shots_later() -> None:
    script, other = script_of("Sea", [["The octopus sleeps."]]), script_of("Sea", [["It went on and on."]])
    ledger, shown = Ledger(), []
    for number in range(20):
        found = chosen(other if number % 5 == 4 else script, ledger=ledger)
        assert not (found.artwork and number % 5 == 4)
        shown.append(found.artwork)
        ledger.shown("painter", "palette", found.artwork, anchored=False)
    named = [number for number, drawn in enumerate(shown) if drawn]
    assert len(named) > len(artwork("octopus"))
    again = [number for number in named if any(set(shown[number]) & set(one) for one in shown[:number])]
    assert again
    assert all(not (set(shown[number]) & set(one)) for number in again for one in shown[number - 2 : number])


def test_what_is_named_again_rather_comes_by_something_fresh() -> None:
    ledger = Ledger()
    ledger.shown("painter", "palette", artwork("octopus"), anchored=False)
    for _ in range(5):
        ledger.shown("painter", "palette", (), anchored=False)
    found = chosen(script_of("Sea", [["The octopus sees the lighthouse."]]), ledger=ledger)
    assert found.artwork[0] in artwork("lighthouse")


def test_a_chapter_that_shows_everything_once_brings_nothing_back() -> None:
    script = script_of("Sea", [["The octopus sleeps."]])
    ledger = Ledger(once=True)
    for name in artwork("octopus"):
        ledger.shown("painter", "palette", (name,), anchored=False)
    for _ in range(5):
        ledger.shown("painter", "palette", (), anchored=False)
    assert not chosen(script, ledger=ledger).artwork


def test_a_shot_that_names_nothing_may_bring_the_subject_back_but_not_too_soon_nor_too_often() -> None:
    topic = topic_of(script_of("The octopus", [["It sleeps."]]), VideoMode.CLEAN_EDUCATIONAL)
    plain = script_of("Quiet", [["It went on and on, so they said."]])
    ledger, returned = Ledger(), []
    for number in range(60):
        found = chosen(plain, topic, ledger)
        if found.artwork:
            returned.append(number)
        ledger.shown("painter", "palette", found.artwork, anchored=bool(found.artwork))
    assert 1 <= len(returned) <= 4
    assert all(later - earlier >= 3 for earlier, later in pairwise(returned))
