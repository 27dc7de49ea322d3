"""Figures and signs inside Chinese and Japanese lines, as the speech engines receive them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.contract.vocabulary import Language
from renderer.text.normalization.unspaced_figures import unspaced_forms
from tests.unit.text.normalization.spoken_line import said


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("zh", "时速100km/h。", "时速一百公里每小时。"),
        ("ja", "時速100km/hで走る。", "時速100キロメートル毎時で走る。"),
        ("zh", "年龄10~20岁。", "年龄十到二十岁。"),
        ("zh", "共5~6米。", "共五到六米。"),
        ("ja", "10~20歳です。", "10から20歳です。"),
    ],
)
def test_what_the_segmentation_parts_is_one_figure(language: str, text: str, wanted: str) -> None:
    assert said(text, language) == wanted


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("zh", "比分是3:1。", "比分是三比一。"),
        ("ja", "3:1で勝った。", "3対1で勝った。"),
        ("zh", "屏幕16:9。", "屏幕十六比九。"),
    ],
)
def test_a_ratio_is_no_time(language: str, text: str, wanted: str) -> None:
    assert said(text, language) == wanted


@pytest.mark.parametrize(
    ("language", "tokens", "wanted"),
    [
        ("zh", ["2", "个", "人"], ("两", "个", "人")),
        ("zh", ["12", "个"], ("十二", "个")),
        ("zh", ["2.2", "倍"], ("二点二", "倍")),
        ("zh", ["2024", "年"], ("二零二四", "年")),
        ("zh", ["2024", "人"], ("两千零二十四", "人")),
        ("zh", ["￥99.9"], ("九十九点九元",)),
        ("zh", ["$3B"], ("三十亿美元",)),
        ("zh", ["$4.25万"], ("四点二五万美元",)),
        ("zh", ["1949-10-01"], ("一九四九年十月一日",)),
        ("zh", ["100%"], ("百分之一百",)),
        ("zh", ["A320"], ("A三二零",)),
        ("zh", ["5/6"], ("六分之五",)),
        ("ja", ["2", "個"], ("2", "個")),
        ("ja", ["¥1,234"], ("1234円",)),
        ("ja", ["$4.2M"], ("420万ドル",)),
        ("ja", ["2024/5/12"], ("2024年5月12日",)),
        ("ja", ["1/4"], ("4分の1",)),
        ("ja", ["-3°C"], ("マイナス3度",)),
        ("ja", ["1.2.3"], ("1.2.3",)),
    ],
)
def test_figures_are_read_with_the_sign_behind_them(
    language: str, tokens: list[str], wanted: tuple[str, ...]
) -> None:
    assert unspaced_forms(tokens, Language(language)) == wanted


@pytest.mark.parametrize("language", [Language.ZH, Language.JA])
@pytest.mark.parametrize("text", ["😀", "（）", "“”", "《》", "*", "|"])
def test_what_has_no_sound_leaves_nothing(text: str, language: Language) -> None:
    assert unspaced_forms([text], language) == ("",)


@given(tokens=st.lists(st.text("0123456789.,:/-%$¥万年个A人", max_size=8), max_size=5))
@settings(max_examples=50, deadline=None)
def test_each_token_has_its_own_form_and_chinese_has_no_figures_left(tokens: list[str]) -> None:
    for language in (Language.ZH, Language.JA):
        forms = unspaced_forms(tokens, language)
        assert len(forms) == len(tokens)
    assert not any(char.isdigit() for form in unspaced_forms(tokens, Language.ZH) for char in form)
