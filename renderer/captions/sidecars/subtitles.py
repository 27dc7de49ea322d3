"""Subtitle files from a `CaptionTrack`: SRT and WebVTT. Pure text in, text out.

SRT and VTT are for reading beside the video, so their cues are sentences of up to two lines, whatever
the pages on screen look like; words keep their times in VTT.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from renderer.contract.vocabulary import Language
from renderer.core.captions import CaptionTrack, CaptionWord
from renderer.core.paging import HOLD, PAUSE
from renderer.core.phrasing import closes_sentence, ends_clause, may_break
from renderer.core.timecode import TimeRange, milliseconds

CUE_CHARACTERS: Final = 84
CUE_CHARACTERS_UNSPACED: Final = 32
LONGEST_CUE: Final = Fraction(6)
HALF_FULL: Final = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Cue:
    """Words shown together in a subtitle file, on one or two lines."""

    span: TimeRange
    lines: tuple[tuple[CaptionWord, ...], ...]


def srt(track: CaptionTrack) -> str:
    """SubRip text."""
    blocks = (
        f"{number}\n{clock(cue.span.start, ',')} --> {clock(cue.span.end, ',')}\n"
        + "\n".join(_plain(line) for line in cue.lines)
        for number, cue in enumerate(cues(track), start=1)
    )
    return "\n\n".join(blocks) + "\n"


def vtt(track: CaptionTrack) -> str:
    """WebVTT (W3C) with a time stamp before every word but a cue's first."""
    blocks = (
        f"{clock(cue.span.start, '.')} --> {clock(cue.span.end, '.')}\n{_stamped(cue)}" for cue in cues(track)
    )
    return "\n\n".join([f"WEBVTT\nLanguage: {track.language.value}", *blocks]) + "\n"


def cues(track: CaptionTrack) -> tuple[Cue, ...]:
    """The track's words in sentences of up to two lines, cut at pauses and where they grow too long."""
    words = whole_words([word for page in track.pages for line in page.lines for word in line.words])
    unspaced = track.language in {Language.ZH, Language.JA}
    limit = CUE_CHARACTERS_UNSPACED if unspaced else CUE_CHARACTERS
    groups: list[list[CaptionWord]] = []
    for word in words:
        if not groups or _ends_cue(groups[-1], word, limit):
            groups.append([])
        groups[-1].append(word)
    starts = [group[0].span.start for group in groups] + [None]
    return tuple(_cue(group, following, limit) for group, following in zip(groups, starts[1:], strict=True))


def whole_words(words: Sequence[CaptionWord]) -> list[CaptionWord]:
    """Words with the parts of those that were cut for the screen put together again."""
    whole: list[CaptionWord] = []
    for word in words:
        if whole and whole[-1].broken:
            head = whole.pop()
            whole.append(
                CaptionWord(
                    text=head.text + word.text,
                    span=TimeRange(head.span.start, word.span.end),
                    index=word.index,
                    gap=word.gap,
                    emphasis=word.emphasis,
                    broken=word.broken,
                )
            )
        else:
            whole.append(word)
    return whole


def _ends_cue(group: Sequence[CaptionWord], word: CaptionWord, limit: int) -> bool:
    last = group[-1]
    if closes_sentence(last.text) or word.span.start - last.span.end > 2 * PAUSE:
        return True
    length = len(_plain(group))
    if ends_clause(last.text) and length > HALF_FULL * limit:
        return True
    too_long = not _fits([*group, word], limit // 2)
    return (too_long or word.span.end - group[0].span.start > LONGEST_CUE) and may_break(last.text, word.text)


def _fits(group: Sequence[CaptionWord], line: int) -> bool:
    """Whether the words can stand on one or two lines of so many characters."""
    if len(_plain(group)) <= line:
        return True
    cuts = (k for k in range(1, len(group)) if may_break(group[k - 1].text, group[k].text))
    return any(max(len(_plain(group[:k])), len(_plain(group[k:]))) <= line for k in cuts)


def _cue(group: Sequence[CaptionWord], following: Fraction | None, limit: int) -> Cue:
    end = group[-1].span.end + HOLD
    end = end if following is None else min(end, following)
    return Cue(
        span=TimeRange(group[0].span.start, max(end, group[-1].span.end)), lines=_two_lines(group, limit // 2)
    )


def _two_lines(group: Sequence[CaptionWord], limit: int) -> tuple[tuple[CaptionWord, ...], ...]:
    """One line if it fits, else the most even two."""
    places = [k for k in range(1, len(group)) if may_break(group[k - 1].text, group[k].text)]
    if len(_plain(group)) <= limit or not places:
        return (tuple(group),)
    cut = min(places, key=lambda k: (max(len(_plain(group[:k])), len(_plain(group[k:]))), k))
    return tuple(group[:cut]), tuple(group[cut:])


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
    """HH:MM:SS and milliseconds; `point` stands before the milliseconds."""
    seconds, millis = divmod(milliseconds(moment), 1000)
    return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}{point}{millis:03d}"
