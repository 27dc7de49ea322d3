"""Questions name their subject after the auxiliary; commands and statements have a verb there."""

from __future__ import annotations

import pytest

from renderer.contract.vocabulary import Language, VideoMode
from renderer.visuals.matching.subjects import match_subjects
from renderer.visuals.matching.tone import gate_of


@pytest.mark.parametrize(
    ("question", "artwork"),
    [
        ("How do bees make honey", "honeybee"),
        ("Why do cats purr", "cat"),
        ("How do planes fly", "airplane"),
        ("What do whales eat", "spouting-whale"),
        ("How did ships cross the ocean", "ship"),
        ("Can birds feel the wind", "bird"),
        ("do wolves howl", "wolf"),
        ("Do dogs dream", "dog"),
        ("Why do bears sleep in winter", "bear"),
    ],
)
def test_what_a_question_is_about_is_shown(question: str, artwork: str) -> None:
    found = match_subjects(question.split(), Language.EN)
    assert artwork in {name for subject in found for name in subject.artwork}


@pytest.mark.parametrize(
    "text", ["They can ship it", "You do book early", "We will plant it", "to train them"]
)
def test_a_verb_behind_an_auxiliary_calls_for_no_picture(text: str) -> None:
    assert match_subjects(text.split(), Language.EN) == ()


def test_an_animal_that_a_sober_story_is_about_is_shown() -> None:
    gate = gate_of(VideoMode.DARK_HISTORY, ["How do bees make honey"])
    assert gate.admits("honeybee")
    assert not gate.admits("teddy-bear")
