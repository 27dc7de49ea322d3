"""Numbers, money and negations are told apart from the words around them, in sentences of ten languages."""

from __future__ import annotations

import pytest

from renderer.captions.layout.emphasis import MONEY, NEGATIONS, emphasis_of
from renderer.contract.vocabulary import Language
from renderer.core.emphasis import Emphasis
from renderer.text.segmentation.tokens import tokenise

NUMBER, CASH, NO = Emphasis.NUMBER, Emphasis.MONEY, Emphasis.NEGATION

SENTENCES: dict[Language, list[tuple[str, dict[str, Emphasis]]]] = {
    Language.EN: [
        (
            "Nobody paid 3 dollars; it wasn’t free, and $5 bought nothing.",
            {"Nobody": NO, "3": NUMBER, "dollars;": CASH, "wasn’t": NO, "$5": CASH, "nothing.": NO},
        ),
        ("The real reason is another: notes, a northern canon, a noble nod.", {}),
        ("“Never!” said 21st-century money.", {"“Never!”": NO, "21st-century": NUMBER, "money.": CASH}),
    ],
    Language.DE: [
        (
            "Er hatte kein Geld, nur 3,50 €, und niemand half.",
            {"kein": NO, "Geld,": CASH, "3,50": NUMBER, "€,": CASH, "niemand": NO},
        ),
        ("Die Nichte nickt; Keinohr und reale Ohnmacht.", {}),
    ],
    Language.FR: [
        (
            "L’argent ne fait pas tout : 20 euros, rien, jamais !",
            {
                "L’argent": CASH,
                "ne": NO,
                "pas": NO,
                "20": NUMBER,
                "euros,": CASH,
                "rien,": NO,
                "jamais\u00a0!": NO,
            },
        ),
        ("Moins d’euros, sans doute.", {"d’euros,": CASH, "sans": NO}),
        ("Le passé de l’argentier neuf, réel et sensé, aujourd’hui.", {}),
    ],
    Language.ES: [
        (
            "¿Nadie pagó 5 dólares sin dinero? ¡Jamás!",
            {"¿Nadie": NO, "5": NUMBER, "dólares": CASH, "sin": NO, "dinero?": CASH, "¡Jamás!": NO},
        ),
        ("El mundo real: un noble nadador sintió norte.", {}),
    ],
    Language.PT: [
        (
            "Ninguém tem 10 reais nem dinheiro; não, nunca.",
            {"Ninguém": NO, "10": NUMBER, "reais": CASH, "dinheiro;": CASH, "não,": NO, "nunca.": NO},
        ),
        ("A família real é um mundo real.", {}),
    ],
    Language.RU: [
        (
            "Никто не заплатил 100 рублей: денег нет.",
            {"Никто": NO, "не": NO, "100": NUMBER, "рублей:": CASH, "денег": CASH, "нет.": NO},
        ),
        ("Небо, нитка и нетто.", {}),
    ],
    Language.AR: [
        (
            "لم يدفع ٥ دولارات بدون مال، لا أبداً.",
            {"لم": NO, "٥": NUMBER, "دولارات": CASH, "بدون": NO, "مال،": CASH, "لا": NO, "أبداً.": NO},
        ),
        ("الآن لماذا لامع؟", {}),
    ],
    Language.HI: [
        (
            "उसने ५ रुपये नहीं दिए, बिना पैसे।",
            {"५": NUMBER, "रुपये": CASH, "नहीं": NO, "बिना": NO, "पैसे।": CASH},
        ),
        ("मतदान और बिनाई", {}),
    ],
    Language.ZH: [
        ("他没有100美元，不用钱。", {"没有": NO, "美元，": CASH, "不用": NO, "钱。": CASH}),
        ("不断地走", {}),
    ],
    Language.JA: [
        ("決して3回ではなかった。", {"決して": NO, "3回ではなかった。": NUMBER}),
        ("水がない。", {"ない。": NO}),
        ("海は青い。", {}),
    ],
}


@pytest.mark.parametrize(
    ("language", "sentence", "wanted"),
    [(language, *case) for language, cases in SENTENCES.items() for case in cases],
)
def test_the_words_of_a_sentence_that_may_be_loud(
    language: Language, sentence: str, wanted: dict[str, Emphasis]
) -> None:
    shown = [token.display for token in tokenise(sentence, language)]
    found = {word: emphasis_of(word, language) for word in shown}
    loud = {word: kind for word, kind in found.items() if kind is not Emphasis.NONE}
    # In Chinese, a number forms one word with its verb or measure word.
    loud = {word: kind for word, kind in loud.items() if not (kind is NUMBER and language is Language.ZH)}
    assert loud == {word: kind for word, kind in wanted.items() if word in shown}
    assert set(wanted) <= set(shown)


@pytest.mark.parametrize("word", ["$5", "5€", "₹200", "¥1000", "R$", "20₽", "US$3.5M", "£"])
def test_a_sign_of_money_is_money_in_any_language(word: str) -> None:
    assert {emphasis_of(word, language) for language in Language} == {CASH}


@pytest.mark.parametrize("word", ["7", "1984", "3rd", "٤٢", "४२", "1,000", "50%", "COVID-19", "2×"])
def test_a_digit_of_any_script_makes_a_number(word: str) -> None:
    assert {emphasis_of(word, language) for language in Language} == {NUMBER}


@pytest.mark.parametrize(
    "mark", ["{}.", "“{}”", "¡{}!", "«\u00a0{}\u00a0»", "({})", "{}\u202f!", "{}…", "{}。", "{}؟"]
)
def test_marks_around_a_word_change_nothing(mark: str) -> None:
    assert emphasis_of(mark.format("nunca"), Language.ES) is NO
    assert emphasis_of(mark.format("MONEY"), Language.EN) is CASH


@pytest.mark.parametrize("apostrophe", ["'", "’"])
def test_either_apostrophe_is_one(apostrophe: str) -> None:
    assert emphasis_of(f"Don{apostrophe}t", Language.EN) is NO
    assert emphasis_of(f"l{apostrophe}argent", Language.FR) is CASH


def test_letters_with_marks_of_their_own_are_the_same_letters() -> None:
    """Composed or decomposed: a file from another system has the accent after its letter."""
    assert emphasis_of("na\u0303o", Language.PT) is NO
    assert emphasis_of("do\u0301lares", Language.ES) is CASH


def test_a_negation_belongs_to_its_language() -> None:
    for word, own, other in (("no", Language.EN, Language.DE), ("не", Language.RU, Language.EN)):
        assert emphasis_of(word, own) is NO
        assert emphasis_of(word, other) is Emphasis.NONE


@pytest.mark.parametrize("text", ["", " ", "…", "“”", "-", "word", "मैं", "我"])
def test_nothing_in_particular_is_not_loud(text: str) -> None:
    assert {emphasis_of(text, language) for language in Language} == {Emphasis.NONE}


def test_every_listed_word_is_found_as_it_is_listed() -> None:
    """No entry is spelt as a displayed word can never be once its marks are removed."""
    for word in MONEY:
        assert emphasis_of(word, Language.EN) is CASH, word
    for language, words in NEGATIONS.items():
        assert words
        for word in words:
            assert emphasis_of(word, language) is NO, word
