"""Chinese and Japanese words: nothing is lost or split, and nothing is too long to highlight at once."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.words.judge import cuts_of
from renderer.contract.vocabulary import Language
from renderer.text.segmentation.graphemes import graphemes
from renderer.text.segmentation.punctuation import can_break_after, can_break_before
from renderer.text.segmentation.unspaced import MOST, words

CHINESE = "章鱼有三颗心脏。1348年，船把“黑死病”带到港口，一半的人死了！The Titanic沉没了3.5公里，€20和50%。"
JAPANESE = (
    "タコには心臓が三つあります。1348年、船は「黒死病」を港に運び、"
    "半分の人が死んだ！The Titanicは3.5kmに沈んだ。"
)
LETTERS = {Language.ZH: st.sampled_from(CHINESE), Language.JA: st.sampled_from(JAPANESE)}
TEXTS = st.sampled_from([Language.ZH, Language.JA]).flatmap(
    lambda language: st.tuples(st.text(LETTERS[language], max_size=60), st.just(language))
)


@given(case=TEXTS)
def test_words_joined_are_the_text_again(case: tuple[str, Language]) -> None:
    text, language = case
    assert "".join(words(text, language)) == text


@given(case=TEXTS)
def test_no_border_tears_a_character_or_breaks_the_rules_of_lines(case: tuple[str, Language]) -> None:
    found = words(*case)
    assert all(found)
    for before, after in pairwise(found):
        assert list(graphemes(before + after)) == [*graphemes(before), *graphemes(after)]
        assert can_break_before(after) or can_break_after(before)


@pytest.mark.parametrize(("text", "language"), [(CHINESE, Language.ZH), (JAPANESE, Language.JA)])
def test_words_are_short_enough_to_be_lit_at_once(text: str, language: Language) -> None:
    for word in words(text, language):
        read = [letter for letter in graphemes(word) if any(each.isalnum() for each in letter)]
        assert len(read) <= MOST, word


@pytest.mark.parametrize(("text", "language"), [(CHINESE, Language.ZH), (JAPANESE, Language.JA)])
def test_foreign_words_and_figures_stay_whole(text: str, language: Language) -> None:
    found = words(text, language)
    for whole in ("1348", "Titanic", "3.5"):
        assert sum(whole in word for word in found) == 1


@pytest.mark.parametrize(
    ("text", "language", "whole"),
    [
        ("章鱼有三颗心脏。", Language.ZH, "三颗"),
        ("2024年に", Language.JA, "2024年"),
        ("船把货物送到港口", Language.ZH, "送到"),
    ],
)
def test_what_counts_stays_with_its_figure_and_single_characters_find_a_partner(
    text: str, language: Language, whole: str
) -> None:
    assert any(whole in word for word in words(text, language))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ピナトゥボ火山は、", ("ピナトゥボ", "火山は、")),
        ("アインシュタイン博士の", ("アインシュタイン", "博士の")),
        ("特殊相対性理論は", ("特殊", "相対性理論は")),
        ("高さ35キロの煙", ("高さ", "35キロの", "煙")),
        ("0.5度下がった。", ("0.5度", "下がった。")),
        ("100年前に", ("100年", "前に")),
        ("クラゲはなぜ死なないのか", ("クラゲは", "なぜ死なないのか")),
        ("鶏を二十羽さばいた。", ("鶏を", "二十羽", "さばいた。")),
        ("関東大震災は、", ("関東", "大震災は、")),
        ("秋田犬は", ("秋田犬は",)),
        ("群れから追い払われる。", ("群れから", "追い払われる。")),
        ("日本国憲法第9条は、", ("日本国憲法", "第9条は、")),
        ("後藤新平は", ("後藤新平は",)),
        ("くちばしより", ("くちばしより",)),
        ("およそ5億個あり、", ("およそ", "5億個あり、")),
        ("噴火は16日間続いた。", ("噴火は", "16日間続いた。")),
        ("約10万5千人が", ("約10万", "5千人が")),
    ],
)
def test_japanese_names_and_amounts_are_read_at_once(text: str, expected: tuple[str, ...]) -> None:
    assert words(text, Language.JA) == expected


def test_a_text_without_end_is_cut_as_well() -> None:
    endless = "関東大震災の" * 2800
    assert "".join(words(endless, Language.JA)) == endless


def test_few_japanese_words_are_torn() -> None:
    cuts = cuts_of("japanese_tuned")
    assert cuts.torn <= 0.015 * cuts.tokens
    assert cuts.joined <= 0.01 * cuts.tokens


def test_no_text_has_no_words() -> None:
    assert words("", Language.ZH) == words("", Language.JA) == ()
