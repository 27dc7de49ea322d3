from __future__ import annotations

import pytest

from renderer.contract.vocabulary import Language
from renderer.core.script import display_text
from renderer.errors import Blame, ClipwrightError
from renderer.text.lines import build_line
from renderer.text.pronunciation import MOST_ENTRIES, pronounced, read_pronunciations


def said(sentence: str, lexicon: str, language: Language = Language.EN) -> list[str]:
    line = build_line(sentence, id="l", language=language)
    changed = pronounced(line, read_pronunciations(lexicon))
    assert display_text(changed) == display_text(line), "what is shown stays"
    assert [token.gap for token in changed.tokens] == [token.gap for token in line.tokens]
    return [token.spoken for token in changed.tokens]


def test_a_word_is_spoken_as_the_user_writes_it_and_keeps_its_marks() -> None:
    assert said("Then Nguyen, who left.", "Nguyen = Win  # Vietnamese") == ["Then", "Win,", "who", "left."]


def test_one_word_may_become_several_and_a_phrase_word_by_word() -> None:
    assert said("A GIF in New Orleans.", "gif = jiff file\nNew Orleans = New Orlins") == [
        "A",
        "jiff file",
        "in",
        "New",
        "Orlins.",
    ]


def test_the_longest_entry_and_the_exact_capitals_win() -> None:
    lexicon = "reading = reeding\nReading = Redding\nReading Gaol = Redding Jail"
    assert said("Reading in Reading, reading Reading Gaol", lexicon) == [
        "Redding",
        "in",
        "Redding,",
        "reeding",
        "Redding",
        "Jail",
    ]


def test_what_belongs_to_somebody_keeps_its_ending() -> None:
    assert said("Nguyen’s boat", "Nguyen = Win") == ["Win's", "boat"]


@pytest.mark.parametrize(
    ("language", "sentence", "lexicon", "word"),
    [
        (Language.DE, "Der Fluss Oder fließt.", "Oder = Ohder", "Ohder"),
        (Language.RU, "Это Гугл.", "гугл = гугул", "гугул."),
        (Language.AR, "زار بومبي أمس.", "بومبي = بومبيي", "بومبيي"),
        (Language.ZH, "我爱重庆。", "重庆 = 崇庆", "崇庆。"),
    ],
)
def test_it_works_in_other_scripts(language: Language, sentence: str, lexicon: str, word: str) -> None:
    assert word in said(sentence, lexicon, language)


def test_without_entries_nothing_changes() -> None:
    line = build_line("Nothing here.", id="l", language=Language.EN)
    assert pronounced(line, read_pronunciations("# only a remark\n\n")) is line


@pytest.mark.parametrize(
    ("lexicon", "line", "reason"),
    [
        ("Nguyen Win", 1, "write it like"),
        ("a = b\n= Win", 2, "needed"),
        ("Nguyen = ...", 1, "needed"),
        ("New Orleans = N'Orlins", 1, "as many words"),
        ("a = " + "b" * 121, 1, "at most 120"),
        ("\n".join(f"w{at} = x{at}" for at in range(MOST_ENTRIES + 1)), MOST_ENTRIES + 1, "more than"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(lexicon: str, line: int, reason: str) -> None:
    with pytest.raises(ClipwrightError, match=reason) as caught:
        read_pronunciations(lexicon)
    assert caught.value.code == "lexicon_invalid"
    assert caught.value.facts["line"] == str(line)
    assert caught.value.spec.blame is Blame.CALLER
