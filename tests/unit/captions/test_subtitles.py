from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.captions.showcase.specimens import SENTENCES
from renderer.captions.sidecars.cues import cues
from renderer.captions.sidecars.subtitles import srt, vtt
from renderer.contract.vocabulary import CaptionStyle, Language
from renderer.core.captions import CaptionTrack
from tests.support.captions import track_of

SRT_TIME = re.compile(r"(\d\d):(\d\d):(\d\d),(\d\d\d) --> (\d\d):(\d\d):(\d\d),(\d\d\d)")


def seconds(parts: tuple[str, ...]) -> Fraction:
    hours, minutes, whole, millis = map(int, parts)
    return hours * 3600 + minutes * 60 + whole + Fraction(millis, 1000)


def read_srt(text: str) -> list[tuple[Fraction, Fraction, str]]:
    found = []
    for number, block in enumerate(text.strip().split("\n\n"), start=1):
        head, times, *lines = block.split("\n")
        assert head == str(number)
        match = SRT_TIME.fullmatch(times)
        assert match is not None
        groups = match.groups()
        found.append((seconds(groups[:4]), seconds(groups[4:]), "\n".join(lines)))
    return found


@pytest.mark.parametrize("language", Language)
def test_srt_says_the_whole_text_in_readable_cues(language: Language) -> None:
    track = track_of(CaptionStyle.TIKTOK, language)
    read = read_srt(srt(cues(track)))
    said = "".join(text for _, _, text in read)
    assert re.sub(r"\s", "", said) == SENTENCES[language].replace(" ", "")
    for start, end, text in read:
        assert start < end
        assert len(text.split("\n")) <= 2
        assert all(len(line) <= 46 for line in text.split("\n"))
    assert all(one[1] <= other[0] for one, other in pairwise(read))


def test_cues_do_not_depend_on_the_pages_of_the_style() -> None:
    assert srt(cues(track_of(CaptionStyle.TIKTOK))) == srt(cues(track_of(CaptionStyle.MINIMAL)))


def test_vtt_stamps_words_in_order_inside_their_cue() -> None:
    text = vtt(cues(track_of()), Language.EN)
    assert text.startswith("WEBVTT\nLanguage: en\n\n")
    for block in text.strip().split("\n\n")[1:]:
        times, *lines = block.split("\n")
        start, end = times.split(" --> ")
        stamps = [start, *re.findall(r"<(\d\d:\d\d:\d\d\.\d{3})>", "\n".join(lines)), end]
        assert stamps == sorted(stamps)


def test_vtt_escapes_what_would_be_markup() -> None:
    assert "a&lt;b &amp;" in re.sub(r"<[\d:.]+>", "", vtt(cues(track_of(text="a<b & c")), Language.EN))


@given(st.lists(st.sampled_from(["one", "two,", "three.", "extraordinarily"]), min_size=1, max_size=40))
def test_cues_keep_every_word_once_in_order(parts: list[str]) -> None:
    track: CaptionTrack = track_of(CaptionStyle.STREAMER, text=" ".join(parts))
    words = [word.text for cue in cues(track) for line in cue.lines for word in line]
    assert words == parts
