"""Subtitle files from a `CaptionTrack`: SRT, WebVTT and styled ASS. Pure text in, text out.

SRT and VTT are for reading beside the video, so their cues are sentences of up to two lines, whatever
the pages on screen look like; words keep their times in VTT. ASS repeats the pages as they are shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Final

from renderer.contract.vocabulary import CaptionPosition, Language
from renderer.core.captions import CaptionTrack, CaptionWord, Page
from renderer.core.paging import HOLD, PAUSE
from renderer.core.phrasing import closes_sentence, ends_clause, may_break
from renderer.core.timecode import TimeRange, centiseconds, milliseconds

CUE_CHARACTERS: Final = 84
CUE_CHARACTERS_UNSPACED: Final = 32
LONGEST_CUE: Final = Fraction(6)
HALF_FULL: Final = 0.5

ALIGNMENTS: Final[dict[CaptionPosition, int]] = {
    CaptionPosition.TOP: 8,
    CaptionPosition.CENTER: 5,
    CaptionPosition.BOTTOM: 2,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Cue:
    """Words shown together in a subtitle file, on one or two lines."""

    span: TimeRange
    lines: tuple[tuple[CaptionWord, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AssLook:
    """How ASS draws a track.

    `font_size` is in ASS units (window ascent + descent, not em); colours are "#RRGGBB"; `outline` and
    `shadow` px; `plate` draws an opaque box instead of an outline, at `plate_alpha`.
    """

    title: str
    width: int
    height: int
    font: str
    font_size: float
    bold: bool
    fill: str
    active: str
    edge: str
    outline: float
    shadow: float
    plate: bool
    plate_alpha: float
    position: CaptionPosition
    margin_x: int
    margin_y: int


def srt(track: CaptionTrack) -> str:
    """SubRip text."""
    blocks = (
        f"{number}\n{_clock(cue.span.start, ',')} --> {_clock(cue.span.end, ',')}\n"
        + "\n".join(_plain(line) for line in cue.lines)
        for number, cue in enumerate(cues(track), start=1)
    )
    return "\n\n".join(blocks) + "\n"


def vtt(track: CaptionTrack) -> str:
    """WebVTT (W3C) with a time stamp before every word but a cue's first."""
    blocks = (
        f"{_clock(cue.span.start, '.')} --> {_clock(cue.span.end, '.')}\n{_stamped(cue)}"
        for cue in cues(track)
    )
    return "\n\n".join([f"WEBVTT\nLanguage: {track.language.value}", *blocks]) + "\n"


def ass(track: CaptionTrack, look: AssLook, *, display: Callable[[CaptionWord], str]) -> str:
    """Advanced SubStation Alpha: the pages as shown, the spoken word in its colour."""
    events = (line for page in track.pages for line in _ass_page(page, look, display))
    return "\n".join([*_ass_head(look), *events]) + "\n"


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
    too_long = length + len(word.text) + len(last.gap) > limit
    return (too_long or word.span.end - group[0].span.start > LONGEST_CUE) and may_break(last.text, word.text)


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
    stamp = "" if word is first else f"<{_clock(word.span.start, '.')}>"
    return stamp + _vtt_text(word.text) + word.gap


def _vtt_text(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _clock(moment: Fraction, point: str) -> str:
    """HH:MM:SS and milliseconds."""
    seconds, millis = divmod(milliseconds(moment), 1000)
    return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}{point}{millis:03d}"


def _ass_clock(moment: Fraction) -> str:
    seconds, hundredths = divmod(centiseconds(moment), 100)
    return f"{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}.{hundredths:02d}"


def _ass_colour(colour: str, alpha: float = 1.0) -> str:
    """&HAABBGGRR, where AA is how much shows through."""
    red, green, blue = colour[1:3], colour[3:5], colour[5:7]
    return f"&H{round(255 * (1 - alpha)):02X}{blue}{green}{red}".upper()


def _ass_head(look: AssLook) -> list[str]:
    edge = _ass_colour(look.edge, look.plate_alpha if look.plate else 1.0)
    style = {
        "Name": "Default",
        "Fontname": look.font,
        "Fontsize": f"{look.font_size:.1f}",
        "PrimaryColour": _ass_colour(look.fill),
        "SecondaryColour": _ass_colour(look.active),
        "OutlineColour": edge,
        "BackColour": edge,
        "Bold": -1 if look.bold else 0,
        "Italic": 0,
        "Underline": 0,
        "StrikeOut": 0,
        "ScaleX": 100,
        "ScaleY": 100,
        "Spacing": 0,
        "Angle": 0,
        "BorderStyle": 3 if look.plate else 1,
        "Outline": f"{look.outline:.1f}",
        "Shadow": f"{look.shadow:.1f}",
        "Alignment": ALIGNMENTS[look.position],
        "MarginL": look.margin_x,
        "MarginR": look.margin_x,
        "MarginV": look.margin_y,
        "Encoding": 1,
    }
    return [
        "[Script Info]",
        f"Title: {look.title}",
        "ScriptType: v4.00+",
        "WrapStyle: 2",
        "ScaledBorderAndShadow: yes",
        "YCbCr Matrix: TV.709",
        f"PlayResX: {look.width}",
        f"PlayResY: {look.height}",
        "",
        "[V4+ Styles]",
        f"Format: {', '.join(style)}",
        f"Style: {','.join(str(value) for value in style.values())}",
        "",
        "[Events]",
        "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text",
    ]


def _ass_page(page: Page, look: AssLook, display: Callable[[CaptionWord], str]) -> Iterator[str]:
    """One event per spoken word, each showing the whole page."""
    words = [word for line in page.lines for word in line.words]
    times = [page.span.start, *(word.span.start for word in words[1:]), page.span.end]
    for active, (start, end) in zip(words, pairwise(times), strict=True):
        if centiseconds(start) == centiseconds(end):
            continue
        lines = (
            "".join(_ass_word(w, active, look, display) for w in line.words).rstrip() for line in page.lines
        )
        text = "\\N".join(lines)
        yield f"Dialogue: 0,{_ass_clock(start)},{_ass_clock(end)},Default,,0,0,0,,{text}"


def _ass_word(
    word: CaptionWord, active: CaptionWord, look: AssLook, display: Callable[[CaptionWord], str]
) -> str:
    text = display(word).replace("\\", "⧵").replace("{", "(").replace("}", ")")
    if word is not active:
        return text + word.gap
    return f"{{\\c{_ass_colour(look.active)}&}}{text}{{\\c{_ass_colour(look.fill)}&}}{word.gap}"
