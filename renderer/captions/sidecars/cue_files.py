"""Subtitle files from a project's cues: SRT and WebVTT, each cue on one or two lines. Pure text out."""

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
"""Characters of a line that a cue is broken at, where it has a space there."""
SETTINGS: Final[dict[CaptionPosition, str]] = {
    CaptionPosition.BOTTOM: "",
    CaptionPosition.CENTER: " line:50%",
    CaptionPosition.TOP: " line:10%",
}
"""WebVTT's cue settings for a position; players stand cues at the bottom by themselves."""


def cue_srt(cues: CueList) -> str:
    """SubRip text."""
    blocks = (f"{number}\n{_times(cue, ',')}\n{_broken(cue.text)}" for number, cue in enumerate(cues.cues, 1))
    return "\n\n".join(blocks) + "\n"


def bottom(cue: TimedText) -> CaptionPosition:
    """Every cue where players stand it."""
    del cue
    return CaptionPosition.BOTTOM


def cue_vtt(cues: CueList, *, place: Callable[[TimedText], CaptionPosition] = bottom) -> str:
    """WebVTT (W3C); `place` says where each cue stands."""
    head = "WEBVTT" + (f"\nLanguage: {cues.language}" if cues.language else "")
    blocks = (
        f"{_times(cue, '.')}{SETTINGS[place(cue)]}\n{escape(_broken(cue.text), quote=False)}"
        for cue in cues.cues
    )
    return "\n\n".join([head, *blocks]) + "\n"


def _times(cue: TimedText, point: str) -> str:
    return " --> ".join(clock(Fraction(moment, 1000), point) for moment in (cue.start_ms, cue.end_ms))


def _broken(text: str) -> str:
    """No empty line may stand in a cue: it would end it."""
    return "\n".join(wrap(" ".join(text.split()), LINE, break_long_words=False, break_on_hyphens=False))
