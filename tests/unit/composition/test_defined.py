from __future__ import annotations

import pytest

from renderer.backends.knowledge.base import Topic
from renderer.backends.knowledge.lexicon import Lexicon
from renderer.composition.defined import defined, is_defined
from renderer.composition.hooks import HOOK_SECONDS
from renderer.composition.question import Ending
from renderer.composition.story import Story, Wanted
from renderer.contract.vocabulary import Language, VideoMode, Voice
from renderer.core.script import Role
from renderer.voices.speaking_rate import estimated_seconds


def seconds(text: str) -> float:
    return estimated_seconds(text, language=Language.EN, voice=Voice.WARM_STORYTELLER)


def story(topic: str, *, seed: int = 3) -> Story:
    found = Lexicon().look_up(Topic(text=topic, language=Language.EN))
    assert is_defined(found.passages)
    wanted = Wanted(topic=topic, language=Language.EN, mode=VideoMode.WEIRD_FACTS, seconds=42, seed=seed)
    return defined(found.passages, wanted, spoken=seconds)


def told(made: Story) -> list[str]:
    return [line.text for scene in made.scenes for line in scene.lines]


def test_definitions_are_told_credited_and_the_question_is_given_back() -> None:
    made = story("Why octopuses have three hearts")
    said = " ".join(told(made))
    assert made.scenes[0].lines[0].text == "Three hearts."
    assert "An octopus is a bottom-living cephalopod" in said
    assert "WordNet dictionary" in said
    assert "why" in told(made)[-2].casefold(), "it says that it does not answer"
    assert told(made)[-1].endswith("why do octopuses have three hearts?")
    assert made.scenes[-1].role is Role.CLOSE
    assert 20 <= made.seconds <= 42


def test_only_definitions_have_a_source_and_nothing_is_answered() -> None:
    made = story("How bats find insects in the dark")
    sourced = [line for scene in made.scenes for line in scene.lines if line.sources]
    assert sourced
    assert all(line.sources == (0,) for line in sourced)
    assert all(any(word in line.text for word in (" is ", " are ")) for line in sourced)
    assert made.ending is Ending.OPEN
    assert len(made.sources) == 1


@pytest.mark.parametrize(
    "topic",
    ["Why octopuses have three hearts", "The story of the lighthouse", "How many legs a centipede has"],
)
def test_the_hook_is_short_and_no_line_comes_twice(topic: str) -> None:
    made = story(topic)
    assert seconds(told(made)[0]) <= HOOK_SECONDS
    assert len(set(told(made))) == len(told(made))


def test_a_topic_that_asks_nothing_gets_no_question_back() -> None:
    assert not any(line.endswith("?") for line in told(story("The story of the lighthouse")))


def test_another_seed_draws_other_phrases_and_the_same_seed_the_same() -> None:
    topic = "Why octopuses have three hearts"
    assert story(topic) == story(topic)
    assert len({tuple(told(story(topic, seed=seed))) for seed in range(8)}) > 3
