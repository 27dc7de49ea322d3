from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.contract.vocabulary import Language
from renderer.text.typesetting.hyphenation import syllable_breaks


def cut(text: str, language: Language) -> str:
    return "·".join(text[a:b] for a, b in pairwise((0, *syllable_breaks(text, language), len(text))))


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (Language.EN, "hy·phen·ation"),
        (Language.DE, "Über·wa·chung"),
        (Language.DE, "„Über·wa·chungs-·auf·ga·be“,"),
        (Language.ES, "elec·tro·en·ce·fa·lo·gra·fis·ta"),
        (Language.PT, "in·cons·ti·tu·ci·o·nal·men·te"),
        (Language.FR, "an·ti·cons·ti·tu·tion·nel·le·ment"),
        (Language.RU, "до·сто·при·ме·ча·тель·ность"),
        (Language.EN, "3,000,000-·per·son"),
        (Language.EN, "ex·am·ple.·com/·arms"),
    ],
)
def test_words_part_between_syllables_and_after_joints(language: Language, expected: str) -> None:
    assert cut(expected.replace("·", ""), language) == expected


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (Language.AR, "مستشفيات"),
        (Language.HI, "अन्तर्राष्ट्रीयकरण"),
        (Language.ZH, "章鱼"),
        (Language.JA, "心臓が"),
    ],
)
def test_languages_without_patterns_have_no_syllables(language: Language, text: str) -> None:
    assert syllable_breaks(text, language) == ()


@given(st.text(max_size=40), st.sampled_from(Language))
def test_breaks_lie_inside_the_text_in_order(text: str, language: Language) -> None:
    found = syllable_breaks(text, language)
    assert list(found) == sorted(set(found))
    assert all(0 < at < len(text) for at in found)
