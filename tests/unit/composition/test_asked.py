from __future__ import annotations

from pathlib import Path

import pytest

from renderer.composition.asked import as_question, load_verbs
from renderer.composition.phrasing import as_line, led
from renderer.contract.vocabulary import Language
from renderer.errors import ClipwrightError


@pytest.mark.parametrize(
    ("topic", "question"),
    [
        ("Why octopuses have three hearts", "Why do octopuses have three hearts?"),
        ("How a volcano forms", "How does a volcano form?"),
        ("Why the Tacoma bridge fell", "Why did the Tacoma bridge fall?"),
        ("why the molasses tank burst.", "Why did the molasses tank burst?"),
        ("Why a marathon is 42.195 kilometres long", "Why is a marathon 42.195 kilometres long?"),
        ("How turtles find their beach", "How do turtles find their beach?"),
        ("When the great fire began in London", "When did the great fire begin in London?"),
        ("Why mice sing", "Why do mice sing?"),
    ],
)
def test_a_title_becomes_the_question_it_asks(topic: str, question: str) -> None:
    assert as_question(topic) == question


@pytest.mark.parametrize(
    "topic", ["The fall of Rome", "Why the long face", "How to fold a map", "How many stars are there", "Why"]
)
def test_where_no_verb_is_known_nothing_is_made_of_it(topic: str) -> None:
    assert as_question(topic) == ""


@pytest.mark.parametrize(
    ("topic", "language", "line"),
    [
        ("How long do octopuses live", Language.EN, "How long do octopuses live?"),
        ("What happened in the flood", Language.EN, "What happened in the flood?"),
        ("The fall of Rome", Language.EN, "The fall of Rome."),
        ("qué pasó en el incendio", Language.ES, "¿Qué pasó en el incendio?"),
        ("Historia del incendio", Language.ES, "Historia del incendio."),
        ("Que s'est-il passé sur le radeau", Language.FR, "Que s'est-il passé sur le radeau\u00a0?"),
        ("Was geschah beim Unglück", Language.DE, "Was geschah beim Unglück?"),
        ("Warum der Dom nie fertig wird", Language.DE, "Warum der Dom nie fertig wird."),
        ("Что случилось на перевале", Language.RU, "Что случилось на перевале?"),
        ("ماذا حدث لمدينة بومبي", Language.AR, "ماذا حدث لمدينة بومبي؟"),
        ("ताजमहल किसने बनवाया", Language.HI, "ताजमहल किसने बनवाया?"),
        ("在月球上能看到长城吗", Language.ZH, "在月球上能看到长城吗？"),
        ("関東大震災", Language.JA, "関東大震災。"),
        ("軍艦島はなぜ無人島になったのか", Language.JA, "軍艦島はなぜ無人島になったのか？"),
        ("Why now?!", Language.EN, "Why now?!"),
    ],
)
def test_a_topic_is_said_as_its_language_would(topic: str, language: Language, line: str) -> None:
    assert as_line(topic, language) == line


@pytest.mark.parametrize(
    ("lead", "text", "language", "told", "whole"),
    [
        ("So:", "The tank burst.", Language.EN, "It was the tank.", "So: the tank burst."),
        ("So:", "Boston was flooded.", Language.EN, "They ran to Boston.", "So: Boston was flooded."),
        ("Вот ответ:", "Вода прозрачна.", Language.RU, "x почему вода чистая", "Вот ответ: вода прозрачна."),
        ("А дальше:", "Пятерых нашли.", Language.RU, "Их искали.", "А дальше. Пятерых нашли."),
        ("Also:", "Das Schiff sank.", Language.DE, "", "Also: Das Schiff sank."),
        ("Primero:", "¿Cómo se hizo?", Language.ES, "", "Primero: ¿cómo se hizo?"),
        ("答案是：", "它很长。", Language.ZH, "", "答案是：它很长。"),
    ],
)
def test_after_a_colon_only_names_keep_their_capital(
    lead: str, text: str, language: Language, told: str, whole: str
) -> None:
    assert led(lead, text, language, told=told) == whole


def test_a_damaged_list_of_verbs_is_named(tmp_path: Path) -> None:
    path = tmp_path / "en.toml"
    path.write_text("turned = 3\n", "utf-8")
    with pytest.raises(ClipwrightError, match="turned"):
        load_verbs(path)
