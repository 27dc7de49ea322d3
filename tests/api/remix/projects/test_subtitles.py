"""SRT and WebVTT read as captions: every cue is kept, markup is removed, nothing is dropped silently."""

from __future__ import annotations

import html
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api.problems import ApiProblem
from api.remix.projects.settings import TimedLine
from api.remix.projects.subtitles import SRT, VTT, read_subtitles
from renderer.contract.remix.timed_text import CUES, TEXT

LINES = {
    "en": "Rivers move their banks.",
    "es": "¿Adónde va el río? ¡Al mar!",
    "zh": "河流把山带到海里。",
    "hi": "नदी पहाड़ों को समुद्र तक ले जाती है।",
    "ar": "يجري النهر نحو البحر؟",
    "pt": "A água não volta atrás.",
    "fr": "« L’eau coule » : où va-t-elle ?",
    "ja": "川は山を海へ運ぶ。",
    "de": "Der Fluß trägt Gebirge fort – „langsam“.",
    "ru": "Река несёт горы в море…",
}
WORDS = st.text(
    st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp"), exclude_characters="\ufeff"),
    min_size=1,
    max_size=40,
).map(lambda text: " ".join(text.split()))


def stamp(milliseconds: int, mark: str) -> str:
    minutes, rest = divmod(milliseconds, 60_000)
    return f"00:{minutes:02d}:{rest // 1000:02d}{mark}{rest % 1000:03d}"


def told(body: bytes, media_type: str = VTT) -> str:
    with pytest.raises(ApiProblem) as caught:
        read_subtitles(body, media_type)
    assert caught.value.code == "invalid_request"
    return caught.value.detail


@pytest.mark.parametrize("media_type", [SRT, VTT])
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_lines_of_ten_languages_keep_their_times_and_words(media_type: str, ending: str) -> None:
    mark = "," if media_type == SRT else "."
    blocks = [
        f"{number}\n{stamp(number * 1000, mark)} --> {stamp(number * 1000 + 999, mark)}\n{line}"
        for number, line in enumerate(LINES.values(), start=1)
    ]
    whole = "\n\n".join(blocks if media_type == SRT else ["WEBVTT", *blocks])
    found = read_subtitles(whole.replace("\n", ending).encode(), media_type)
    assert [cue.text for cue in found] == list(LINES.values())
    assert [(cue.start_ms, cue.end_ms) for cue in found] == [
        (number * 1000, number * 1000 + 999) for number in range(1, 11)
    ]


@settings(max_examples=30)
@given(lines=st.lists(WORDS.filter(bool), min_size=1, max_size=4))
def test_whatever_is_escaped_comes_back_as_it_was(lines: list[str]) -> None:
    shown = "\n".join(html.escape(line, quote=False) for line in lines)
    found = read_subtitles(f"WEBVTT\n\n00:01.000 --> 00:02.500\n{shown}\n".encode(), VTT)
    assert found == [TimedLine(start_ms=1000, end_ms=2500, text="\n".join(lines).strip())]


@pytest.mark.parametrize(
    ("media_type", "written", "read"),
    [
        (SRT, '<font color="#ff0000">Hot</font> and <b>bold</b>', "Hot and bold"),
        (SRT, r"{\an8}Above", "Above"),
        (SRT, "2 < 3 and 5 > 4", "2 < 3 and 5 > 4"),
        (SRT, "I <3 you, and you > me", "I <3 you, and you > me"),
        (SRT, "fish & chips, AT&T", "fish & chips, AT&T"),
        (VTT, "<v.loud Ann>Hey!</v> <c.yellow>Look</c>", "Hey! Look"),
        (VTT, "one <00:00:01.500>two", "one two"),
        (VTT, "a &lt;b&gt; c", "a <b> c"),
        (VTT, "1 &lt; 2", "1 < 2"),
    ],
)
def test_markup_is_taken_off_and_signs_stay(media_type: str, written: str, read: str) -> None:
    head = "WEBVTT\n\n" if media_type == VTT else "1\n"
    body = f"{head}00:00:01.000 --> 00:00:02.000\n{written}\n".encode()
    assert [cue.text for cue in read_subtitles(body, media_type)] == [read]


@pytest.mark.parametrize(
    ("media_type", "times", "start", "end"),
    [
        (VTT, "00:01.000 --> 00:02.000", 1000, 2000),
        (VTT, "000:09:59.999 --> 000:10:00.000", 599_999, 600_000),
        (VTT, "  00:01.000   -->  00:02.000 align:start line:0", 1000, 2000),
        (SRT, "00:00:00,001 --> 00:00:00,002", 1, 2),
        (SRT, "00:01:02,5 --> 00:01:02,75", 62_500, 62_750),
        (SRT, "0:00:01.000 --> 0:00:02.000 X1:10 Y1:20", 1000, 2000),
    ],
)
def test_times_are_read_to_the_millisecond(media_type: str, times: str, start: int, end: int) -> None:
    head = "WEBVTT\n\n" if media_type == VTT else "1\n"
    (cue,) = read_subtitles(f"{head}{times}\nText\n".encode(), media_type)
    assert (cue.start_ms, cue.end_ms) == (start, end)


@pytest.mark.parametrize(
    ("times", "why"),
    [
        ("00:01.000 --> 00:01.000", "ends before it starts"),
        ("00:02.000 --> 00:01.000", "ends before it starts"),
        ("09:59.000 --> 10:00.001", "ends after 600000 ms"),
        ("00:00.000 --> 00:75.000", "cannot be read"),
        ("00:01 --> 00:02", "not of the form"),
        ("٠٠:٠١.٠٠٠ --> ٠٠:٠٢.٠٠٠", "not of the form"),
    ],
)
def test_times_that_cannot_be_are_told_with_their_line(times: str, why: str) -> None:
    detail = told(f"WEBVTT\n\n00:00.100 --> 00:00.200\nGood\n\n{times}\nBad\n".encode())
    assert detail.startswith("Line 6: ")
    assert why in detail


@pytest.mark.parametrize("name", ["NOTES-1", "NOTE1", "STYLED", "REGIONAL", "WEBVTTS", "Notebook", "7"])
def test_a_cue_may_have_any_name(name: str) -> None:
    body = f"WEBVTT\n\n{name}\n00:01.000 --> 00:02.000\nHere\n".encode()
    assert [cue.text for cue in read_subtitles(body, VTT)] == ["Here"]


@pytest.mark.parametrize(
    "aside", ["NOTE", "NOTE by Ann\nof two lines", "NOTE\tx", "STYLE\n::cue {}", "REGION\nid:a"]
)
def test_comments_styles_and_regions_are_no_cues(aside: str) -> None:
    body = f"WEBVTT\nKind: captions\n\n{aside}\n\n00:01.000 --> 00:02.000\nHere\n\nNOTE the end".encode()
    assert [cue.text for cue in read_subtitles(body, VTT)] == ["Here"]


@pytest.mark.parametrize("header", ["WEBVTT", "WEBVTT - a title", "WEBVTT\nKind: captions"])
def test_a_first_cue_that_touches_the_header_is_told_and_not_lost(header: str) -> None:
    body = f"{header}\n00:01.000 --> 00:02.000\nHere\n\n00:03.000 --> 00:04.000\nThere".encode()
    assert told(body) == "Line 2: an empty line stands between the header and the first cue."


@pytest.mark.parametrize("first", ["", "webvtt", "WEBVTTX", " WEBVTT", "\nWEBVTT"])
def test_what_does_not_begin_as_webvtt_is_none(first: str) -> None:
    assert told(f"{first}\n\n00:01.000 --> 00:02.000\nHere".encode()).startswith("Line 1: a WebVTT file")


def test_an_srt_without_cues_is_empty_and_so_is_a_webvtt() -> None:
    assert read_subtitles(b"", SRT) == read_subtitles(b"\n\n \n", SRT) == []
    assert read_subtitles("\ufeffWEBVTT\n\nNOTE nothing".encode(), VTT) == []


def test_the_bounds_of_a_file_and_of_a_cue_are_exact() -> None:
    cue = "00:01.000 --> 00:02.000\n{}\n"
    whole = "\n".join(["WEBVTT\n", *[cue.format("x")] * CUES])
    assert len(read_subtitles(whole.encode(), VTT)) == CUES
    assert f"has {CUES + 1} cues" in told(f"{whole}\n{cue.format('x')}".encode())
    long = "𝄞" * TEXT
    assert read_subtitles(f"WEBVTT\n\n{cue.format(long)}".encode(), VTT)[0].text == long
    assert told(f"WEBVTT\n\n{cue.format(long + chr(0x1D11E))}".encode()).startswith(
        "Line 4: a cue has 1 to 300"
    )
    assert told(f"WEBVTT\n\n{cue.format('<i></i>')}".encode()).startswith("Line 4: a cue has 1 to 300")


@pytest.mark.parametrize("opened", ["{\\", "<a", "<", "&", "&#", "-->", " ", "1:"])
@pytest.mark.parametrize(("media_type", "head"), [(SRT, "1\n"), (VTT, "WEBVTT\n\n")])
def test_marks_that_never_end_take_no_longer_than_other_text(media_type: str, head: str, opened: str) -> None:
    """Searching for each end anew, among all that follows, would take hours for a file of 8 MB."""
    text = f"{head}00:00:01.000 --> 00:00:02.000\n{opened * 200_000}\n"
    began = time.process_time()
    with pytest.raises(ApiProblem):
        read_subtitles(text.encode(), media_type)
    assert time.process_time() - began < 5
