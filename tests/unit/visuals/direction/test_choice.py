"""Which things a shot shows: the writer's, the sentence's own, the topic's subject, or nothing."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.contract.vocabulary import Language, StylePack, VideoMode
from renderer.core.script import Script
from renderer.visuals.direction.choice import ShotArtwork, choose_artwork, is_anchored
from renderer.visuals.direction.cuts import Phrase, cut_phrases
from renderer.visuals.direction.ledger import Ledger
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
    anchored: bool = False,
    leads: bool = True,
) -> ShotArtwork:
    phrase = phrase_of(script)
    return choose_artwork(phrase, script, topic, ledger or Ledger(), anchored=anchored, leads=leads)


def artwork(word: str) -> tuple[str, ...]:
    """What a noun alone would show."""
    return match_subjects([word], Language.EN)[0].artwork


@pytest.mark.parametrize("count", range(1, 40))
def test_hook_middle_and_close_bring_the_subject_back(count: int) -> None:
    anchored = [index for index in range(count) if is_anchored(index, count)]
    assert anchored == sorted({0, count // 2, count - 1})


@given(index=st.integers(0, 100))
def test_of_no_shots_none_is_anchored(index: int) -> None:
    assert not is_anchored(index, 0)


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


@pytest.mark.parametrize(
    ("line", "first", "second"),
    [
        ("The lighthouse stands.", "lighthouse", "octopus"),
        ("The octopus saw the lighthouse.", "octopus", "lighthouse"),
        ("It went on and on, so they said.", "octopus", ""),
    ],
)
def test_behind_the_hook_the_topics_subject_leaves_the_lead_to_what_the_line_names(
    line: str, first: str, second: str
) -> None:
    topic = topic_of(script_of("The octopus", [["It sleeps."]]), VideoMode.CLEAN_EDUCATIONAL)
    found = chosen(script_of("The octopus", [[line]]), topic, anchored=True, leads=False)
    wanted = [name for name in (first, second) if name]
    assert len(found.artwork) == len(wanted)
    assert all(one in artwork(name) for one, name in zip(found.artwork, wanted, strict=True))


def test_the_hook_shows_the_topics_subject_before_its_own() -> None:
    topic = topic_of(script_of("The octopus", [["It sleeps."]]), VideoMode.CLEAN_EDUCATIONAL)
    script = script_of("The octopus", [["The lighthouse stands."]])
    assert topic.anchor
    found = chosen(script, topic, anchored=True)
    assert found.artwork[0] == topic.anchor[0]
    assert set(found.artwork[1:]) & set(artwork("lighthouse"))


def test_what_was_shown_does_not_come_again() -> None:
    script = script_of("Sea", [["The octopus sleeps."]])
    ledger = Ledger()
    seen: set[str] = set()
    for _ in range(20):
        found = chosen(script, ledger=ledger)
        assert not seen & set(found.artwork)
        seen |= set(found.artwork)
        ledger.shown("painter", "palette", found.artwork, anchored=False)
        if not found.artwork:
            break
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
