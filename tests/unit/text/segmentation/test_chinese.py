"""Chinese words: captions highlight what a reader reads at once, and split no word."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.words.judge import CUT, cuts_of
from renderer.contract.vocabulary import Language
from renderer.text.segmentation.chinese import chinese_units, chinese_words
from renderer.text.segmentation.unspaced import words

MOST_TORN = 0.065
MOST_JOINED = 0.03
"""Fraction of all tokens; with a model for phrases it is 0.15 and 0.08."""


@pytest.mark.parametrize("name", [name for name, language in CUT.items() if language is Language.ZH])
def test_few_words_are_torn_and_few_are_joined(name: str) -> None:
    cuts = cuts_of(name)
    assert cuts.torn <= MOST_TORN * cuts.tokens
    assert cuts.joined <= MOST_JOINED * cuts.tokens


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("光从太阳到达地球", ("光", "从", "太阳", "到达", "地球")),
        ("和喝醉酒差不多", ("和", "喝醉酒", "差不多")),
        ("为什么猫会发出呼噜声", ("为什么", "猫", "会", "发出", "呼噜", "声")),
        ("血液循环", ("血液", "循环")),
        ("一夜之间血本无归", ("一夜之间", "血本无归")),
    ],
)
def test_units(text: str, wanted: tuple[str, ...]) -> None:
    assert chinese_units(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("最懂“蔚来汽车”的人", ("最", "懂", "“蔚来汽车”", "的", "人")),
        ("关于“伦德城”，多数人", ("关于", "“伦德城”，", "多数", "人")),
        ("《红楼梦》是书", ("《红楼梦》", "是", "书")),
        ("“喝醉酒也不会到达地球”", ("“喝醉酒", "也", "不会", "到达", "地球”")),
    ],
)
def test_a_short_quoted_name_is_one_word_and_a_quoted_sentence_is_not(
    text: str, wanted: tuple[str, ...]
) -> None:
    assert words(text, Language.ZH) == wanted


@given(text=st.text(st.sampled_from("章鱼有三颗心脏猫会，“GPS”3.5公里😀  ー"), max_size=30))
def test_joined_they_are_the_text_again(text: str) -> None:
    assert "".join(chinese_units(text)) == text
    assert "".join(word.text for word in chinese_words(text)) == text
