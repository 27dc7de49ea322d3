"""Chinese and Japanese words as the sounds that a voice receives, and the alphabet these are written in."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.backends.speech.phonemes.chinese import read_chinese
from renderer.backends.speech.phonemes.japanese import read_japanese
from renderer.backends.speech.phonemes.symbols import (
    CLOSING,
    NUMBERS,
    OPENING,
    PAD,
    PAUSES,
    known,
    plain_marks,
)


def chinese(*words: str) -> list[str]:
    return [word.sounds + word.after.rstrip() for word in read_chinese(list(enumerate(words)))]


def japanese(*words: str) -> list[str]:
    return [word.sounds + word.after.rstrip() for word in read_japanese(list(enumerate(words)))]


@pytest.mark.parametrize(
    ("word", "sounds"),
    [
        ("妈", "ma→"),
        ("麻", "ma↗"),
        ("马", "ma↓"),
        ("骂", "ma↘"),
        ("是", "ʂɨ↘"),
        ("字", "ʦɨ↘"),
        ("女", "ny↓"),
        ("月", "ɥe↘"),
        ("儿", "ɚ↗"),
        ("中国", "ꭧʊ→ŋkwo↗"),
        ("火", "xwo↓"),
        ("水", "ʂwei↓"),
        ("熊", "ɕjʊ↗ŋ"),
    ],
)
def test_syllables_have_their_sounds_and_tones(word: str, sounds: str) -> None:
    assert chinese(word) == [sounds]


def test_a_character_is_read_as_its_neighbours_ask() -> None:
    assert chinese("银行") != chinese("行走")
    assert chinese("银行")[0].endswith("xa↗ŋ")
    assert chinese("行走")[0].startswith("ɕi↗ŋ")


def test_two_low_tones_rise_even_across_words() -> None:
    assert chinese("你", "好") == ["ni↗", "xau↓"]


def test_marks_close_the_word_before_them() -> None:
    assert chinese("你好，", "世界。") == ["ni↗xau↓,", "ʂɨ↘ʨje↘."]
    assert chinese("吗？") == ["ma?"]


def test_what_has_no_reading_is_silent_and_its_neighbours_stay_in_place() -> None:
    first, silent, last = read_chinese([(0, "马"), (1, "😀x"), (2, "骂。")])
    assert (first.sounds, silent.sounds, last.sounds) == ("ma↓", "", "ma↘")
    assert [word.token for word in (first, silent, last)] == [0, 1, 2]


@given(
    words=st.lists(st.text(st.sampled_from("马吗中国银行你好，。a1😀"), min_size=1, max_size=4), max_size=6)
)
@settings(max_examples=40, deadline=None)
def test_every_chinese_word_has_one_reading_in_the_alphabet(words: list[str]) -> None:
    found = read_chinese(list(enumerate(words)))
    assert [word.token for word in found] == list(range(len(words)))
    assert all(symbol in NUMBERS for word in found for symbol in word.sounds + word.after)


@pytest.mark.parametrize(
    ("word", "sounds"),
    [
        ("海", "ɯmʲi"),
        ("猫", "neko"),
        ("新聞", "ɕimbɯɴ"),
        ("東京", "toːkʲoː"),
        ("学校", "ɡaʔkoː"),
        ("茶", "ʨa"),
        ("銀行", "ɡiŋkoː"),
        ("本", "hoɴ"),
        ("パーティー", "paːtʲiː"),
    ],
)
def test_kana_have_their_sounds(word: str, sounds: str) -> None:
    assert "".join(japanese(word)).replace("ɡʲi", "ɡi") == sounds


def test_endings_are_said_with_the_word_before_them() -> None:
    words = read_japanese([(0, "食べました。")])
    assert "".join(word.sounds + word.after for word in words) == "tabemaɕita. "


def test_japanese_words_belong_to_the_token_where_they_begin() -> None:
    found = read_japanese([(0, "海は"), (1, "青い。")])
    assert [word.token for word in found] == sorted(word.token for word in found)
    assert {word.token for word in found} == {0, 1}
    assert found[-1].after == ". "


@given(text=st.text(st.sampled_from("海青い猫がアッーンゃキ、。！12"), min_size=1, max_size=12))
@settings(max_examples=40, deadline=None)
def test_every_japanese_sound_is_in_the_alphabet(text: str) -> None:
    for word in read_japanese([(7, text)]):
        assert word.token == 7
        assert word.sounds
        assert all(symbol in NUMBERS for symbol in word.sounds + word.after)


def test_the_alphabet_is_the_published_one() -> None:
    assert NUMBERS[";"] == 1
    assert NUMBERS[" "] == 16
    assert NUMBERS["a"] == 43
    assert NUMBERS["ˈ"] == 156
    assert NUMBERS["ᵻ"] == 177
    assert PAD not in NUMBERS.values()
    assert len(set(NUMBERS.values())) == len(NUMBERS)
    assert PAUSES < CLOSING <= set(NUMBERS)
    assert set(NUMBERS) >= OPENING


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("你好。", "你好."),
        ("क्या।", "क्या."),
        ("ماذا؟", "ماذا?"),
        ("«Non»", "“Non”"),
        ("「はい」、", "“はい”,"),
        ("e\u0301", "é"),
    ],
)
def test_marks_of_all_languages_become_those_of_the_alphabet(text: str, plain: str) -> None:
    assert plain_marks(text) == unicodedata.normalize("NFC", plain)


def test_sounds_that_the_alphabet_lacks_are_left_out() -> None:
    assert known("aЖb漢c") == "abc"
    assert known("·") == ""
