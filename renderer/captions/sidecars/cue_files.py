"""Subtitle files from a project's cues: SRT and WebVTT, with long cues broken into lines. Pure text out."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from html import escape
from textwrap import wrap
from typing import Final

from renderer.captions.sidecars.subtitles import clock
from renderer.contract.remix.timed_text import CueList, TimedText
from renderer.contract.vocabulary import CaptionPosition

LINE: Final = 42
"""Maximum characters per line of a cue; lines break only at spaces."""
SETTINGS: Final[dict[CaptionPosition, str]] = {
    CaptionPosition.BOTTOM: "",
    CaptionPosition.CENTER: " line:50%",
    CaptionPosition.TOP: " line:10%",
}
"""WebVTT cue settings for a position; players show cues at the bottom by default."""


def cue_srt(cues: CueList) -> str:
    """SubRip text."""
    blocks = (f"{number}\n{_times(cue, ',')}\n{_broken(cue.text)}" for number, cue in enumerate(cues.cues, 1))
    return "\n\n".join(blocks) + "\n"


def bottom(cue: TimedText) -> CaptionPosition:
    """Place every cue at the bottom, the default of players."""
    del cue
    return CaptionPosition.BOTTOM


def cue_vtt(cues: CueList, *, place: Callable[[TimedText], CaptionPosition] = bottom) -> str:
    """WebVTT (W3C); `place` returns the position of each cue."""
    head = "WEBVTT" + (f"\nLanguage: {cues.language}" if cues.language else "")
    blocks = (
        f"{_times(cue, '.')}{SETTINGS[place(cue)]}\n{escape(_broken(cue.text), quote=False)}"
        for cue in cues.cues
    )
    return "\n\n".join([head, *blocks]) + "\n"


def _times(cue: TimedText, point: str) -> str:
    return " --> ".join(clock(Fraction(moment, 1000), point) for moment in (cue.start_ms, cue.end_ms))


def _broken(text: str) -> str:
    """Break text into lines without leaving an empty one, which would end the cue."""
    return "\n".join(wrap(" ".join(text.split()), LINE, break_long_words=False, break_on_hyphens=False))
