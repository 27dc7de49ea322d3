"""From narration to captions: distributes words over pages and lines, for a style, a language and a frame."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Final, Protocol

import regex
from msgspec.structs import replace

from renderer.captions.layout.emphasis import emphasis_of
from renderer.captions.layout.lettering import CaptionLettering, cased
from renderer.captions.layout.lettering_faces import lettering
from renderer.captions.layout.line_breaking import SMALLEST, Measured, measured
from renderer.captions.layout.safe_area import Frame
from renderer.captions.layout.text_area import text_area
from renderer.captions.style.style_files import load_style
from renderer.contract.vocabulary import CaptionPosition, CaptionStyle, Language
from renderer.core.captions import CaptionLine, CaptionTrack, CaptionWord, Page
from renderer.core.emphasis import Emphasis
from renderer.core.paging import PagingRules, page_span, paginate
from renderer.core.script import Script
from renderer.core.timecode import ZERO, TimeRange
from renderer.core.words import Narration
from renderer.errors import ClipwrightError
from renderer.text.languages import is_spaced
from renderer.text.segmentation.graphemes import graphemes
from renderer.text.typesetting.fonts import drawable

CROWDED: Final = 60.0
"""Cost of a page that shrinks to nothing; shrinking by a tenth costs six."""

CALM: Final = Fraction(13, 20)
"""Minimum mean duration of a page, about two thirds of a second: faster pages cannot be read, and with their
appearance, disappearance and highlights they would flash (WCAG 2.2, 2.3.1).
"""

LEAD: Final = Fraction(1)
"""Maximum seconds before the first word for which the first page may already be shown."""

_INVISIBLE: Final = regex.compile(
    r"[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u200B\u2060\uFEFF\u202A-\u202E\u2066-\u2069]"
)
_SHOWN: Final = regex.compile(r"[^\s\p{Default_Ignorable_Code_Point}]")
_LONE_MARK: Final = regex.compile(r"^\p{M}+")


class FrameSize(Protocol):
    """Anything with a frame size in pixels."""

    @property
    def width(self) -> int:
        """Columns."""
        ...

    @property
    def height(self) -> int:
        """Rows."""
        ...


def lay_out(
    narration: Narration,
    script: Script,
    *,
    style: CaptionStyle,
    position: CaptionPosition,
    language: Language,
    frame: FrameSize,
    safe_area: str = "organic",
    opening: bool = True,
) -> CaptionTrack:
    """All pages of the narration, in order, without overlap.

    With `opening`, the first page is shown from the first frame on if the voice starts soon.

    Characters that no face has are left out with a note (prepared scripts, see `text.prepared`, contain
    none); control characters are dropped silently.

    Raises:
        ClipwrightError: `text_too_wide` for a single grapheme wider than a line.
    """
    letters = lettering(load_style(style), language)
    area = text_area(letters.style, Frame(width=frame.width, height=frame.height), safe_area)
    words, notes = _caption_words(narration, script, letters)
    text = measured(words, letters, area)
    groups = paginate(
        text.words,
        _rules(letters, text.words),
        crowding=lambda start, end: CROWDED * (1.0 - text.fit(start, end).scale),
    )
    pages = [_page(text, part) for group in groups for part in _split(group, text)]
    return CaptionTrack(
        style=style,
        position=position,
        language=language,
        safe_area=safe_area,
        pages=_from_the_start(pages) if opening else tuple(pages),
        notes=notes,
    )


def _from_the_start(pages: Sequence[Page]) -> tuple[Page, ...]:
    """The pages, the first from the first frame on if the voice starts soon: a video opens with text."""
    if not pages or pages[0].span.start > LEAD:
        return tuple(pages)
    first = replace(pages[0], span=TimeRange(ZERO, pages[0].span.end))
    return (first, *pages[1:])


def _rules(letters: CaptionLettering, words: Sequence[CaptionWord]) -> PagingRules:
    """The style's paging rules, with larger pages for a voice so fast that pages would flash past."""
    paging, spaced = letters.style.paging, is_spaced(letters.language)
    characters = paging.characters if spaced else paging.cjk_characters
    spoken = sum((word.span.duration for word in words), Fraction(0))
    letters_said = sum(len(word.text) + len(word.gap) for word in words)
    needed = math.ceil(CALM * len(words) / spoken) if spoken else 0
    return PagingRules(
        words=max(paging.words, needed),
        aim=max(paging.aim, needed),
        characters=max(characters, math.ceil(CALM * letters_said / spoken)) if spoken else characters,
        seconds=Fraction(paging.seconds).limit_denominator(1000),
        spaced=spaced,
        language=letters.language,
    )


def _split(group: range, text: Measured) -> list[range]:
    """The group, or its parts if the words do not fit even when shrunk."""
    if len(group) == 1 or text.fit(group.start, group.stop).scale >= SMALLEST:
        return [group]
    middle = (group.start + group.stop) / 2
    cut = min(group[1:], key=lambda at: (text.fit(group.start, at).scale < SMALLEST, abs(at - middle), at))
    return _split(range(group.start, cut), text) + _split(range(cut, group.stop), text)


def _page(text: Measured, group: range) -> Page:
    words, fit = text.words, text.fit(group.start, group.stop)
    if fit.scale < SMALLEST * 0.9:
        raise ClipwrightError("text_too_wide", word=words[group.start].text)
    part = words[group.start : group.stop]
    lines = tuple(CaptionLine(words=tuple(part[i] for i in line)) for line in fit.lines)
    return Page(span=page_span(words, group), lines=lines, scale=math.floor(fit.scale * 1000) / 1000)


def _caption_words(
    narration: Narration, script: Script, letters: CaptionLettering
) -> tuple[tuple[CaptionWord, ...], tuple[str, ...]]:
    """Display forms with spoken times, without characters that cannot be shown."""
    displays = {line.id: line.tokens for line in script.lines}
    words: list[CaptionWord] = []
    dropped: dict[str, None] = {}
    for index, word in enumerate(narration.words):
        tokens = displays.get(word.line, ())
        token = tokens[word.token] if word.token < len(tokens) else None
        text = _clean(token.display if token else word.text, letters, dropped)
        if not text:
            continue
        gap = token.gap if token else word.gap
        emphasis = emphasis_of(text, letters.language)
        if token and token.stressed and emphasis is Emphasis.NONE:
            emphasis = Emphasis.CHOSEN
        words.append(CaptionWord(text=text, span=word.span, index=index, gap=gap, emphasis=emphasis))
    notes = (f"left out because no bundled face draws it: {' '.join(dropped)}",) if dropped else ()
    return tuple(words), notes


def _clean(text: str, letters: CaptionLettering, dropped: dict[str, None]) -> str:
    """A token without invisible controls, marks that lack a base, and clusters that no face has."""
    kept = _LONE_MARK.sub("", _INVISIBLE.sub("", text).strip())
    if not kept.isascii():
        for cluster in graphemes(kept):
            if not _drawn(cluster, letters):
                dropped[cluster] = None
                kept = kept.replace(cluster, "")
    return kept if _SHOWN.search(kept) else ""


def _drawn(cluster: str, letters: CaptionLettering) -> bool:
    """Whether a cluster can be drawn both as it is and in the style's case."""
    return all(
        drawable(form, letters.chain)
        for form in {cluster, cased(cluster, letters.style.case, letters.language)}
    )
