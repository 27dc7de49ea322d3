from __future__ import annotations

import pytest

from renderer.composition.compose import composed
from renderer.composition.joining import load_joining
from renderer.composition.question import Ending
from renderer.composition.story import Story, Wanted
from renderer.contract.vocabulary import Language, VideoMode
from renderer.core.knowledge import TextPassage, TextSource

SKY = "The sky is what is seen above the ground. Poets have praised the blue sky for three thousand years. "
HONEY = "Honey is a sweet food made by bees. People have eaten honey since the Stone Age. "
TOWER = "The Iron Tower is a tower of iron in the city of Gar. It was opened in 1889 and is open daily. "
TRENCH = "The Vam Trench is a trench in the northern ocean. It is 2,550 kilometres long and full of life. "
SCATTERED = "The sky is blue because air scatters blue light."
BUILT = "The tower was built by Anna Berg."
DEEP = "The trench is 10 kilometres deep."
LANDS = "The honey of 12 lands is sold."
SPOON = "It takes 800 bees to make a spoon of honey."


def story(
    topic: str, text: str, *, title: str, aside: bool = False, language: Language = Language.EN
) -> Story:
    source = TextSource(title=title, publisher="Test")
    passages = [TextPassage(text=text, source=source)]
    if aside:
        passages = [
            TextPassage(text=SKY, source=TextSource(title="Sky", publisher="Test")),
            TextPassage(text=text, source=source, aside=True),
        ]
    wanted = Wanted(topic=topic, language=language, mode=VideoMode.DARK_HISTORY, seconds=42, seed=3)
    made = composed(passages, wanted, spoken=lambda one: len(one) / 15)
    assert made is not None
    return made


def last_lines(made: Story) -> str:
    return " ".join(line.text for scene in made.scenes[-2:] for line in scene.lines)


@pytest.mark.parametrize(
    ("topic", "text", "title", "ending"),
    [
        # a sentence with all of the topic's words gives no reason
        ("Why is the sky blue", SKY, "Sky", Ending.UNDECIDED),
        ("Why is the sky blue", SKY + SCATTERED, "Sky", Ending.ANSWERED),
        # a name that the topic gives is no answer, another is
        ("Who built the Iron Tower", TOWER, "Iron Tower", Ending.UNDECIDED),
        ("Who built the Iron Tower", TOWER + BUILT, "Iron Tower", Ending.ANSWERED),
        # the opening of its own article says what something is, and nothing else does
        ("What is honey", HONEY, "Honey", Ending.ANSWERED),
        ("What is a honey badger", HONEY, "Honey", Ending.OPEN),
        # a number has to be of the measure asked for, or of the things counted
        ("How deep is the Vam Trench", TRENCH, "Vam Trench", Ending.UNDECIDED),
        ("How deep is the Vam Trench", TRENCH + DEEP, "Vam Trench", Ending.ANSWERED),
        ("How many bees make honey", HONEY + LANDS, "Honey", Ending.UNDECIDED),
        ("How many bees make honey", HONEY + SPOON, "Honey", Ending.ANSWERED),
        # nothing here touches the question
        ("Why do cats purr", HONEY, "Honey", Ending.OPEN),
        ("The blue sky", SKY, "Sky", Ending.UNASKED),
    ],
)  # fmt: skip
def test_only_an_answer_is_called_one(topic: str, text: str, title: str, ending: Ending) -> None:
    made = story(topic, text, title=title)
    assert made.ending is ending
    phrases = load_joining(Language.EN).phrases[VideoMode.DARK_HISTORY]
    leads = tuple(lead.rstrip(":") for lead in (*phrases.answer, *phrases.reason))
    announced = any(line.text.startswith(leads) for scene in made.scenes for line in scene.lines)
    assert announced is (ending is Ending.ANSWERED)


def test_an_answer_is_preferred_to_a_sentence_with_more_of_the_topics_words() -> None:
    text = SKY + "Blue is also the colour of the deep sky in many flags. Air scatters blue light. "
    made = story("Why is the daytime sky blue", text + " The sky is blue because of the air.", title="Sky")
    assert made.ending is Ending.ANSWERED
    assert "because" in last_lines(made)


def test_what_is_near_the_subject_never_answers() -> None:
    made = story(
        "Why is the sky blue", "The blue sky is blue because of a spell.", title="Tengri", aside=True
    )
    assert made.ending is not Ending.ANSWERED


@pytest.mark.parametrize("mode", VideoMode)
@pytest.mark.parametrize("language", Language)
def test_every_outcome_has_its_own_last_line(language: Language, mode: VideoMode) -> None:
    joining = load_joining(language)
    phrases = joining.phrases[mode]
    assert not {*phrases.answer, *phrases.reason} & {*joining.unasked, *joining.unanswered}
    assert not {*joining.open} & {*joining.undecided}
    asking = {"fr": ("question", "répon"), "en": ("question", "answer"), "de": ("frage", "antwort")}
    told = " ".join((*joining.unasked, *phrases.close_subject)).casefold()
    assert not any(word in told for word in asking.get(language.value, ()))
