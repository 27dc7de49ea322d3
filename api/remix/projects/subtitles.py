"""Reads SRT and WebVTT as captions, block by block, so that errors name the line."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from webvtt import srt, vtt
from webvtt.errors import MalformedCaptionError, MalformedFileError

from api.problems import ApiProblem
from api.remix.projects.settings import TimedLine
from renderer.contract.remix.timed_text import CUES, TEXT
from renderer.contract.vocabulary import LONGEST_SOURCE_SECONDS

if TYPE_CHECKING:
    from webvtt.models import Caption

SRT, VTT = "application/x-subrip", "text/vtt"
_LONGEST: Final = int(LONGEST_SOURCE_SECONDS * 1000)
_TAG: Final = re.compile(r"</?(?:[A-Za-z.][^<>]*|[0-9:.]+)>|\{\\[^{}]*\}")
_ASIDE: Final = re.compile(r"(?:NOTE|STYLE|REGION)(?:[ \t].*)?")
_TIMES: Final = re.compile(
    r"\s*(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})\s+-->\s+(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})(?:\s.*)?",
    re.ASCII,
)


def read_subtitles(body: bytes, media_type: str) -> list[TimedLine]:
    """The cues of a subtitle file; raises `invalid_request`, which names the first line at fault."""
    lines = _lines(body)
    if media_type == VTT:
        if not re.match(r"WEBVTT(?:[ \t].*)?$", lines[0] if lines else ""):
            raise _wrong(1, "a WebVTT file begins with the line WEBVTT")
        found = [(at, block) for at, block in _blocks(lines) if _is_cue(at, block)]
    else:
        found = list(_blocks(lines))
    if len(found) > CUES:
        raise ApiProblem("invalid_request", f"The file has {len(found)} cues; at most {CUES} are taken.")
    return [_cue(at, block, media_type) for at, block in found]


def _lines(body: bytes) -> list[str]:
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = body.count(b"\n", 0, error.start) + 1
        raise _wrong(line, "it is not valid UTF-8") from None
    if "\0" in text:
        raise _wrong(text.count("\n", 0, text.index("\0")) + 1, "it holds the character U+0000")
    return re.split(r"\r\n|\r|\n", text)


def _blocks(lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Blocks of lines between empty lines, each with the number of its first line."""
    block: list[str] = []
    for number, line in enumerate([*lines, ""], start=1):
        if line.strip():
            block.append(line)
        elif block:
            yield number - len(block), block
            block = []


def _is_cue(at: int, block: list[str]) -> bool:
    """Whether a block of WebVTT is a cue, and not the header, a comment, styles or a region."""
    if at == 1 and any("-->" in line for line in block):
        raise _wrong(2, "an empty line stands between the header and the first cue")
    return at > 1 and not _ASIDE.fullmatch(block[0])


def _cue(at: int, block: list[str], media_type: str) -> TimedLine:
    timing = next((index for index, line in enumerate(block[:2]) if "-->" in line), None)
    if timing is None or any("-->" in line for line in block[timing + 1 :]):
        raise _wrong(at, "a cue has one line with its times (00:00:01.000 --> 00:00:02.500), then its text")
    match = _TIMES.fullmatch(block[timing])
    if match is None:
        raise _wrong(at + timing, "its times are not of the form 00:00:01.000 --> 00:00:02.500")
    try:
        text = _text(_parsed(block, media_type))
    except (MalformedFileError, MalformedCaptionError, ValueError, AssertionError):
        raise _wrong(at, "the cue cannot be read") from None
    start, end = _milliseconds(match.groups()[:4]), _milliseconds(match.groups()[4:])
    if end <= start:
        raise _wrong(at + timing, "the cue ends before it starts")
    if end > _LONGEST:
        raise _wrong(at + timing, f"the cue ends after {_LONGEST} ms")
    if not 1 <= len(text) <= TEXT:
        raise _wrong(at + timing + 1, f"a cue has 1 to {TEXT} characters of text")
    return TimedLine(start_ms=start, end_ms=end, text=text)


def _parsed(block: list[str], media_type: str) -> Caption:
    """The one caption of a block, parsed by the library, which requires a number before SRT's times."""
    if media_type == VTT:
        (caption,) = vtt.parse(["WEBVTT", "", *block], strict=True).captions
        return caption
    numbered = block if "-->" not in block[0] else ["1", *block]
    has_text = len(numbered) > len(("number", "times"))
    (caption,) = srt.parse([*numbered, ""] if has_text else [*numbered, "", ""])
    return caption


def _text(caption: Caption) -> str:
    """The text without markup: looks are decided by the caption style."""
    return html.unescape(_TAG.sub("", "\n".join(caption.lines))).strip()


def _milliseconds(parts: tuple[str | None, ...]) -> int:
    hours, minutes, seconds, rest = (part or "0" for part in parts)
    if int(minutes) > 59 or int(seconds) > 59:  # noqa: PLR2004 - of an hour, of a minute
        return _LONGEST + 1
    return ((int(hours) * 60 + int(minutes)) * 60 + int(seconds)) * 1000 + int(rest.ljust(3, "0"))


def _wrong(line: int, reason: str) -> ApiProblem:
    return ApiProblem("invalid_request", f"Line {line}: {reason}.")
