from __future__ import annotations

import pytest
from bidi import get_display
from hypothesis import example, given, settings
from hypothesis import strategies as st

from renderer.contract.vocabulary import Language
from renderer.text.languages import is_rtl
from renderer.text.typesetting.bidi import (
    TextDirection,
    level_runs,
    levels_of,
    line_layout,
    reordered,
)

EXAMPLES = max(200, settings().max_examples)
BASES = st.sampled_from([TextDirection.LTR, TextDirection.RTL])
LINES = st.text(st.sampled_from('abcאבגعربق0123٣٤ .,:;!?+-$%()[]«»"ٌ\u0301'), max_size=16)
WORDS = st.lists(
    st.text(st.sampled_from("abNקعربم012٣.,!?%$()«»“”-"), min_size=1, max_size=6), min_size=1, max_size=6
)


def picture(words: list[str], base: TextDirection = TextDirection.RTL) -> str:
    """What is on the screen from left to right, one character per code point."""
    levels = line_layout(words, base).levels
    return " ".join(
        "".join(words[index][at] for at in reordered(levels[index]))
        for index in line_layout(words, base).order
    )


@settings(max_examples=EXAMPLES)
@given(LINES, BASES)
@example("قال (NASA) 50% و-3.5", TextDirection.RTL)
@example("a (ب) c", TextDirection.LTR)
def test_levels_agree_with_an_independent_implementation(text: str, base: TextDirection) -> None:
    text = text.strip()
    mine = "".join(text[index] for index in reordered(levels_of(text, base)))
    assert mine == get_display(text, base_dir="R" if base is TextDirection.RTL else "L")


@settings(max_examples=EXAMPLES)
@given(WORDS, BASES)
def test_every_word_stands_once_and_keeps_its_characters(words: list[str], base: TextDirection) -> None:
    assert sorted(line_layout(words, base).order) == list(range(len(words)))
    assert [len(levels) for levels in line_layout(words, base).levels] == [len(word) for word in words]


@settings(max_examples=EXAMPLES)
@given(
    st.lists(st.sampled_from(["قلب", "ثلاثة", "NASA", "2024", "ESA", "في"]), min_size=1, max_size=7), BASES
)
def test_plain_words_stand_where_the_annex_puts_them(words: list[str], base: TextDirection) -> None:
    assert picture(words, base) == get_display(
        " ".join(words), base_dir="R" if base is TextDirection.RTL else "L"
    )


@pytest.mark.parametrize(
    "words", [["one", "two", "(three)", "4"], ["章鱼", "有", "三颗"], ["दो", "दिल"], ["Дом", "—"]]
)
def test_left_to_right_lines_stay_as_they_are(words: list[str]) -> None:
    assert list(line_layout(words, TextDirection.LTR).order) == list(range(len(words)))
    assert {level for levels in line_layout(words, TextDirection.LTR).levels for level in levels} == {0}


@pytest.mark.parametrize(
    ("words", "order"),
    [
        (["أطلقت", "وكالة", "NASA", "2024", "مهمة"], [4, 2, 3, 1, 0]),
        (["له", "3", "قلوب"], [2, 1, 0]),
        (["من", "10", "20", "إلى"], [3, 2, 1, 0]),
        (["شركة", "Open", "AI", "و", "Deep", "Mind"], [4, 5, 3, 1, 2, 0]),
        (["قلب", "(ESA)", "NASA"], [2, 1, 0]),
        (["(NASA", "2024)", "قلب"], [2, 0, 1]),
        (["قال", "“Open", "AI”", "نعم"], [3, 1, 2, 0]),
    ],
)
def test_latin_and_digits_inside_arabic(words: list[str], order: list[int]) -> None:
    assert list(line_layout(words, TextDirection.RTL).order) == order


class TestPunctuation:
    def test_it_ends_a_right_to_left_line_on_the_left(self) -> None:
        assert picture(["قلب", "NASA."]) == ".NASA بلق"
        assert picture(["قلب!"]) == "!بلق"

    def test_brackets_around_a_latin_phrase_stay_with_their_words(self) -> None:
        assert picture(["(NASA", "2024)", "قلب"]) == "بلق (NASA 2024)"
        assert picture(["قال", "«Open", "AI»"]) == "«Open AI» لاق"

    def test_it_is_not_torn_off_a_phrase_of_several_words(self) -> None:
        assert picture(["قلب", "Open", "AI."]) == "Open AI. بلق"

    def test_a_mixed_word_is_laid_out_by_its_own_runs(self) -> None:
        assert picture(["الNASA", "قلب"]) == "بلق NASAلا"


def test_level_runs_come_in_visual_order() -> None:
    levels = levels_of("قلب AB 12", TextDirection.RTL)
    assert [(run.start, run.end, run.level) for run in level_runs(levels)] == [(4, 9, 2), (0, 4, 1)]


def test_the_direction_follows_the_language() -> None:
    assert [language for language in Language if is_rtl(language)] == [Language.AR]
    assert TextDirection.AUTO.resolved(rtl=True) is TextDirection.RTL
    assert TextDirection.AUTO.resolved(rtl=False) is TextDirection.LTR
    assert TextDirection.LTR.resolved(rtl=True) is TextDirection.LTR


def test_a_line_needs_a_resolved_direction() -> None:
    with pytest.raises(ValueError, match="auto"):
        line_layout(["a"], TextDirection.AUTO)
