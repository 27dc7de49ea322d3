"""How a phrase and a statement become one sentence, and how a topic stands inside one."""

from __future__ import annotations

import pytest

from renderer.composition.closing import Closing, indirect, subject_with
from renderer.composition.joining import load_joining
from renderer.composition.phrasing import as_line, led
from renderer.composition.question import Ending
from renderer.contract.vocabulary import Language, VideoMode
from renderer.core.knowledge import TextSource


@pytest.mark.parametrize(
    ("lead", "text", "language", "told", "said"),
    [
        ("The answer:", "The tank burst.", Language.EN, "", "The answer: the tank burst."),
        ("The answer:", "Venus turns slowly.", Language.EN, "On Venus", "The answer: Venus turns slowly."),
        ("So much:", "Facts about sharks.", Language.EN, "", "So much: facts about sharks."),
        ("So much:", "Shark facts.", Language.EN, "", "So much: Shark facts."),
        ("So much:", "Napoleon explained.", Language.EN, "", "So much: Napoleon explained."),
        ("C'est dit :", "Secrets de Venise.", Language.FR, "", "C'est dit : secrets de Venise."),
        ("Esta es la respuesta:", "El pulpo nada.", Language.ES, "", "Esta es la respuesta: el pulpo nada."),
        ("Das ist die Antwort:", "Der Dom steht.", Language.DE, "", "Das ist die Antwort: Der Dom steht."),
        ("答案是：", "大熊猫吃竹子。", Language.ZH, "", "答案是：大熊猫吃竹子。"),
        ("Vot otvet:", "Озеро глубокое.", Language.RU, "x это озеро", "Vot otvet: озеро глубокое."),
    ],
)
def test_a_statement_after_a_colon(lead: str, text: str, language: Language, told: str, said: str) -> None:
    assert led(lead, text, language, told=told) == said


def test_a_word_that_may_be_a_name_begins_a_sentence_of_its_own() -> None:
    found = led("A esto se reduce:", "Santiago descubrió las neuronas.", Language.ES, told="otra cosa")
    assert found == "A esto se reduce. Santiago descubrió las neuronas."


@pytest.mark.parametrize(
    ("topic", "language", "line"),
    [
        ("why octopuses have three hearts", Language.EN, "Why do octopuses have three hearts?"),
        ("Why runners hit a wall", Language.EN, "Why do runners hit a wall?"),
        ("The octopus.", Language.EN, "The octopus."),
        ("por qué nada el pulpo", Language.ES, "¿Por qué nada el pulpo?"),
        ("長城有多長", Language.ZH, "長城有多長。"),
        ("Wo Bärtierchen leben", Language.DE, "Wo Bärtierchen leben."),
    ],
)
def test_a_topic_as_a_line(topic: str, language: Language, line: str) -> None:
    assert as_line(topic, language) == line


@pytest.mark.parametrize(
    ("topic", "language", "inside"),
    [
        ("Why octopuses have three hearts", Language.EN, "why octopuses have three hearts"),
        ("Who lost money in the tulip mania?", Language.EN, "who lost money in the tulip mania"),
        ("What happened at Tunguska", Language.EN, "what happened at Tunguska"),
        ("Why do octopuses have three hearts?", Language.EN, ""),
        ("How long is the wall", Language.EN, ""),
        ("How many hearts does an octopus have", Language.EN, ""),
        ("The octopus", Language.EN, ""),
        ("¿Por qué nada el pulpo?", Language.ES, "por qué nada el pulpo"),
        ("Wie die Hyperinflation endete", Language.DE, "wie die Hyperinflation endete"),
        ("Wie entsteht ein Regenbogen", Language.DE, ""),
        ("Pourquoi la tour grandit", Language.FR, "pourquoi la tour grandit"),
        ("Que s'est-il passé", Language.FR, ""),
        ("Quelle température fait-il", Language.FR, ""),
        ("在月球上能看到长城吗", Language.ZH, ""),
        ("长城有多长", Language.ZH, "长城有多长"),
        ("富士山はどのようにできたのか", Language.JA, "富士山はどのようにできたのか"),
        ("富士山はどのようにできましたか", Language.JA, ""),
    ],
)
def test_a_topic_as_a_question_inside_a_sentence(topic: str, language: Language, inside: str) -> None:
    assert indirect(topic, load_joining(language), language) == inside


def closing(
    *, ending: Ending = Ending.ANSWERED, brief: bool = False, topic: str = "Why honey never spoils"
) -> Closing:
    joining = load_joining(Language.EN)
    return Closing(
        topic=topic,
        source=TextSource(title="Honey (food)", publisher="Wikipedia", licence="CC BY-SA 4.0"),
        language=Language.EN,
        joining=joining,
        phrases=joining.phrases[VideoMode.CLEAN_EDUCATIONAL],
        spoken=lambda text: len(text) / 15,
        ending=ending,
        brief=brief,
        draw=0,
    )


def test_the_last_line_gives_the_question_as_answered() -> None:
    assert closing().line("") == "So that is why honey never spoils."


def test_the_last_line_takes_up_the_figure_of_the_first() -> None:
    assert "8,000 years" in closing().line("8,000 years")


def test_a_question_that_stayed_open_is_not_called_answered() -> None:
    assert "So that is" not in closing(ending=Ending.OPEN).line("")
    assert closing(ending=Ending.OPEN).line("").endswith("why does honey never spoil?")
    assert closing(ending=Ending.UNDECIDED).line("") == "Now judge for yourself: why does honey never spoil?"


@pytest.mark.parametrize("topic", ["The silk road", "The silk road.", "The silk road!"])
def test_a_subject_is_introduced_with_a_single_full_stop(topic: str) -> None:
    assert subject_with("Today: {name}.", topic, Language.EN) == "Today: the silk road."


def test_a_topic_that_asks_nothing_ends_with_its_subject() -> None:
    line = closing(ending=Ending.UNASKED, topic="The silk road").line("")
    assert line == "That was today's subject: the silk road."


def test_a_long_topic_is_not_asked_twice_where_words_are_scarce() -> None:
    long = "Why honey from the hives of the northern valleys never spoils"
    assert closing(topic=long).line("").endswith("never spoils.")
    assert closing(topic=long, brief=True).line("").endswith("Honey.")
