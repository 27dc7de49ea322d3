from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.contract.vocabulary import Language
from renderer.text.segmentation.sentences import sentences


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (
            Language.EN,
            [
                "Dr. Smith paid $4.2 million.",
                "He left at 5 p.m. yesterday.",
                '"Why?" she asked.',
                "Wow?!",
                "Yes.",
            ],
        ),
        (
            Language.EN,
            ["J. K. Rowling wrote it...", "Then nothing!", "See fig. 3 and No. 5.", "He said no.", "End"],
        ),
        (Language.EN, ["The U.S. economy grew 3.5% vs. last year (a record).", "It fell."]),
        (Language.ES, ["El Sr. Ruiz pagó 3.000 €.", "¿Por qué?", "¡Nadie lo sabe!", "Véase pág. 7."]),
        (Language.PT, ["A Dra. Lima tem três corações.", "Será?", "Não!"]),
        (Language.FR, ["M. Dupont a dit « oui ! » hier.", "Pourquoi ?", "Personne ne sait…", "Fin."]),
        (Language.DE, ["Von den 97 überlebten 62.", "Vermutlich entzündete sich das Gas am 62. Jahrestag."]),
        (Language.DE, ["Am 3. Mai kam z. B. Dr. Müller.", "Er blieb ca. 5 Tage.", "Warum?"]),
        (Language.RU, ["В 1990 г. Иванов жил на ул. Мира.", "Потом уехал!", "Зачем?"]),
        (Language.HI, ["ऑक्टोपस के तीन दिल हैं।", "क्यों?", "डॉ. शर्मा जानते हैं।"]),
        (Language.AR, ["لماذا؟", "لأن له ثلاثة قلوب.", "حسنا!", "د. علي يعرف."]),
    ],
)
def test_sentences_of_spaced_languages(language: Language, expected: list[str]) -> None:
    assert sentences(" ".join(expected), language) == expected


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (Language.JA, ["「すごい。」と言った。", "次の日、晴れた！", "本当？", "はい。", "「終わり。」"]),
        (Language.ZH, ["“你好。”他说。", "后来呢……", "没有了。", "价格是3.5元。", "真的？！"]),
    ],
)
def test_sentences_of_unspaced_languages(language: Language, expected: list[str]) -> None:
    assert sentences("".join(expected), language) == expected


def test_an_empty_line_ends_a_sentence_and_a_single_break_does_not() -> None:
    assert sentences("Title without stop\n\nFirst line\ngoes on. Next", Language.EN) == [
        "Title without stop",
        "First line goes on.",
        "Next",
    ]


def test_nothing_gives_nothing() -> None:
    assert sentences(" \n\n ", Language.EN) == []


@given(st.sampled_from(Language), st.text(st.sampled_from('aB 3.!?…。？！।؟"”」)\n一'), max_size=30))
def test_nothing_is_lost(language: Language, text: str) -> None:
    found = sentences(text, language)
    assert "".join("".join(found).split()) == "".join(text.split())
    assert all(sentence == sentence.strip() and sentence for sentence in found)
