"""Subtitle files from a track's cues: SRT and WebVTT. Pure text in, text out.

SRT and VTT are read beside the video, so their cues are sentences of up to two lines, whatever the pages on
screen look like; words keep their times in VTT.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from renderer.captions.sidecars.cues import Cue
from renderer.contract.vocabulary import Language
from renderer.core.captions import CaptionWord
from renderer.core.timecode import milliseconds


def srt(shown: Sequence[Cue]) -> str:
    """SubRip text."""
    blocks = (
        f"{number}\n{clock(cue.span.start, ',')} --> {clock(cue.span.end, ',')}\n"
        + "\n".join(_plain(line) for line in cue.lines)
        for number, cue in enumerate(shown, start=1)
    )
    return "\n\n".join(blocks) + "\n"


def vtt(shown: Sequence[Cue], language: Language) -> str:
    """WebVTT (W3C) with a time stamp before every word but a cue's first."""
    blocks = (
        f"{clock(cue.span.start, '.')} --> {clock(cue.span.end, '.')}\n{_stamped(cue)}" for cue in shown
    )
    return "\n\n".join([f"WEBVTT\nLanguage: {language.value}", *blocks]) + "\n"


def _plain(words: Sequence[CaptionWord]) -> str:
    return "".join(word.text + word.gap for word in words).rstrip()


def _stamped(cue: Cue) -> str:
    first = cue.lines[0][0]
    return "\n".join("".join(_stamped_word(word, first) for word in line).rstrip() for line in cue.lines)


def _stamped_word(word: CaptionWord, first: CaptionWord) -> str:
    stamp = "" if word is first else f"<{clock(word.span.start, '.')}>"
    return stamp + _vtt_text(word.text) + word.gap


def _vtt_text(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def clock(moment: Fraction, point: str) -> str:
    """Format a time as HH:MM:SS and milliseconds, with `point` before the milliseconds."""
    seconds, millis = divmod(milliseconds(moment), 1000)
    return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}{point}{millis:03d}"
