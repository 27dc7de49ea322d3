from __future__ import annotations

import pytest

from renderer.composition.joining import load_joining
from renderer.composition.question import HAPPENED, question_of
from renderer.contract.vocabulary import Language


@pytest.mark.parametrize(
    ("topic", "language", "is_asked"),
    [
        ("Why do cats purr", Language.EN, True),
        ("how octopuses change colour", Language.EN, True),
        ("How to sleep better", Language.EN, True),
        ("Can sharks sleep", Language.EN, True),
        ("Is glass a liquid", Language.EN, True),
        ("The silk road", Language.EN, False),
        ("The woman who discovered radium", Language.EN, False),
        ("Turkey, where Europe meets Asia", Language.EN, False),
        ("The fall of Rome", Language.EN, False),
        ("Will Smith and the slap", Language.EN, False),
        ("quien fue Simón Bolívar", Language.ES, True),
        ("como funciona un panel solar", Language.ES, True),
        ("por que el cielo es azul", Language.ES, True),
        ("¿Qué es la inflación?", Language.ES, True),
        ("El día que el mar se volvió negro", Language.ES, False),
        ("Como agua para chocolate", Language.ES, False),
        ("Est-ce que les poissons dorment", Language.FR, True),
        ("L'homme qui inventa la radio", Language.FR, False),
        ("Wie entstehen Gewitter", Language.DE, True),
        ("Kann Glas fließen", Language.DE, True),
        ("Der Untergang der Hindenburg", Language.DE, False),
        ("Правда ли, что стекло жидкое", Language.RU, True),
        ("Гибель «Титаника»", Language.RU, False),
        ("黑洞是什么", Language.ZH, True),
        ("丝绸之路", Language.ZH, False),
        ("富士山はなぜ美しいのか", Language.JA, True),
        ("関東大震災", Language.JA, False),
        ("ताजमहल किसने बनवाया", Language.HI, True),
        ("कोहिनूर की कहानी", Language.HI, False),
        ("هل تنام الأسماك", Language.AR, True),
        ("غرق التيتانيك", Language.AR, False),
        ("Quem inventou o rádio", Language.PT, True),
        ("A queda do Império Romano", Language.PT, False),
    ],
)
def test_only_topics_worded_as_questions_ask(topic: str, language: Language, *, is_asked: bool) -> None:
    assert question_of(topic, load_joining(language)).is_asked is is_asked


@pytest.mark.parametrize(
    ("topic", "language", "is_definitional"),
    [
        ("What is dark matter?", Language.EN, True),
        ("who was Hatshepsut", Language.EN, True),
        ("What happened to the Titanic", Language.EN, False),
        ("Who built the pyramids", Language.EN, False),
        ("¿Qué son los agujeros negros?", Language.ES, True),
        ("Qui était Voltaire", Language.FR, True),
        ("Was ist ein Quark", Language.DE, True),
        ("O que é o DNA", Language.PT, True),
        ("Что такое чёрная дыра", Language.RU, True),
        ("ब्लैक होल क्या है?", Language.HI, True),
        ("ما هو الثقب الأسود", Language.AR, True),
        ("黑洞是什么", Language.ZH, True),
        ("ブラックホールとは何か", Language.JA, True),
    ],
)
def test_questions_for_what_something_is_are_found(
    topic: str, language: Language, *, is_definitional: bool
) -> None:
    assert question_of(topic, load_joining(language)).is_definitional is is_definitional


def test_a_question_of_what_happened_does_not_stay_open_where_the_story_is_told() -> None:
    question = question_of("What happened at Tunguska", load_joining(Language.EN))
    assert (question.kind, question.is_asked, question.stays_open) == (HAPPENED, True, False)
