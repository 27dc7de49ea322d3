"""The language of a text from its label, and from its letters where the label says nothing."""

from __future__ import annotations

import pytest

from pipelines.project.languages import language_of
from renderer.contract.vocabulary import Language


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("en", "en"),
        ("pt-BR", "pt"),
        ("zh-Hans", "zh"),
        ("AR", "ar"),
        ("De-at", "de"),
        ("pt_BR", "pt"),
        ("ja", "ja"),
    ],
)
def test_a_label_of_ours_counts_whatever_the_letters_are(label: str, expected: str) -> None:
    assert language_of(label, "Hello there") is Language(expected)
    assert language_of(label, "") is Language(expected)


@pytest.mark.parametrize("label", [None, "", "-", "he", "x", "eng_US"])
def test_any_other_label_leaves_it_to_the_letters(label: str | None) -> None:
    assert language_of(label, "Привет, мир") is Language.RU
    assert language_of(label, "") is Language.EN


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("日本語のテキストです。", Language.JA),
        ("カメラ", Language.JA),
        ("彼は東京へ行った", Language.JA),
        ("中国", Language.ZH),
        ("你好，世界。", Language.ZH),
        ("中国人民今天去看长城，天气很好。", Language.ZH),
        ("क्या यह सच है?", Language.HI),
        ("هل هذا صحيح؟", Language.AR),
        ("Почему?", Language.RU),
        ("Why did the sea go dark that night, and who was there to see it?", Language.EN),
        ("Der Hund ist nicht in dem Haus und die Katze auch nicht auf dem Dach.", Language.DE),
        ("Le chien n'est pas dans la maison et le chat n'est pas sur le toit.", Language.FR),
        ("El perro no está en la casa y el gato tampoco está en el tejado de la casa.", Language.ES),
        ("O cão não está em casa e o gato também não está no telhado da casa.", Language.PT),
    ],
)
def test_letters_and_small_words_tell_the_ten_languages_apart(text: str, expected: Language) -> None:
    assert language_of(None, text) is expected


@pytest.mark.parametrize("text", ["", "…", "1848", "♪ ♪", "?!", "שלום"])
def test_what_no_letters_of_ours_stand_in_counts_as_english(text: str) -> None:
    assert language_of(None, text) is Language.EN


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Привет, world", Language.RU),
        ("iPhone 手机很贵也很好用", Language.ZH),
        ("OK です、ありがとう", Language.JA),
    ],
)
def test_the_script_of_most_letters_counts(text: str, expected: Language) -> None:
    assert language_of(None, text) is expected
