"""Lettering in pictures: numbers, dates and short labels as masks, in any of the ten languages."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

import numpy as np

from renderer.contract.vocabulary import Language
from renderer.painters.drawing.canvas import Mask
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.text.typesetting.catalogue import face as bundled
from renderer.text.typesetting.font_chains import everywhere
from renderer.text.typesetting.fonts import ChainLink, FontChain, covers
from renderer.text.typesetting.raster import rasterise
from renderer.text.typesetting.shaping import shape

_LETTERS: Final = {
    Language.RU: "Жд",
    Language.AR: "عم",
    Language.HI: "कम",
    Language.ZH: "为国",
    Language.JA: "あ国",
}
"""Sample letters that show whether a face has the language's script."""

_JOINED: Final = frozenset({Language.AR, Language.HI})
"""Languages whose letters are connected."""

_UNSPACED: Final = frozenset({Language.ZH, Language.JA})


@cache
def _chain(style: LetteringFace, language: Language) -> FontChain:
    order = ("jp", "sc") if language is Language.JA else ("sc", "jp")
    names = [name for name in style.value if "{" not in name]
    names += [style.value[-1].format(cjk=cjk) for cjk in order]
    sample = _LETTERS.get(language, "A")
    names.sort(key=lambda name: not covers(bundled(name), sample))
    own = tuple(ChainLink(bundled(name)) for name in names)
    others = (link for link in everywhere(language).links if link.face.id not in names)
    return FontChain((*own, *others))


def lettering(
    text: str, *, size: float, face: LetteringFace, language: Language = Language.EN, widest: float = 0.0
) -> Mask:
    """Coverage of one line of text, cropped to its ink; `size` is the em in pixels.

    With `widest` > 0 the line is reduced until it is no wider than that.

    Raises:
        ClipwrightError: `glyph_missing` when no bundled face has a character.
    """
    run = shape(text, chain=_chain(face, language), size=size, language=language)
    if 0 < widest < run.advance:
        run = shape(text, chain=_chain(face, language), size=size * widest / run.advance, language=language)
    return np.ascontiguousarray(rasterise(run, padding=1).alpha)


def advance_of(text: str, *, size: float, face: LetteringFace, language: Language) -> float:
    """Width of one line of text in pixels."""
    return float(shape(text, chain=_chain(face, language), size=size, language=language).advance)


def spaced(text: str, language: Language, *, gaps: int) -> str:
    """The text in capitals with `gaps` spaces between its letters; connected scripts are unchanged."""
    if language in _JOINED:
        return text
    between = " " * gaps
    capitals = text if language in _UNSPACED else text.upper()
    return (between * 3 or " ").join(between.join(word) for word in capitals.split())


def spread_lettering(
    text: str,
    *,
    size: float,
    least: float,
    room: float,
    widest: float,
    face: LetteringFace,
    language: Language,
) -> Mask:
    """Text in capitals, spaced as widely as there is room, cropped to its ink.

    If it exceeds `room` (pixels) it is reduced, to `least` of its size at most; in any case it is no wider
    than `widest`.
    """
    for gaps in (2, 1, 0):
        line = spaced(text, language, gaps=gaps)
        wide = advance_of(line, size=size, face=face, language=language)
        if wide * least <= room or gaps == 0:
            break
    fitting = size * min(1.0, max(room / wide, least))
    return lettering(line, size=fitting, face=face, language=language, widest=widest)


def written(target: Mask, letters: Mask, middle: tuple[float, float], *, value: int = 255) -> None:
    """Put lettering into a larger mask, centred on `middle` and clipped, in place."""
    height, width = letters.shape
    left, top = round(middle[0] - width / 2), round(middle[1] - height / 2)
    x0, y0 = max(left, 0), max(top, 0)
    x1, y1 = min(left + width, target.shape[1]), min(top + height, target.shape[0])
    if x1 <= x0 or y1 <= y0:
        return
    part = letters[y0 - top : y1 - top, x0 - left : x1 - left]
    ground = target[y0:y1, x0:x1]
    np.maximum(ground, (part.astype(np.uint16) * value // 255).astype(np.uint8), out=ground)


OVERHANG: Final = 0.12
"""Ems by which letters may extend beyond their advance on each side."""


def line_of(
    text: str, *, size: float, height: int, face: LetteringFace, language: Language, gap: float = 0.0
) -> Mask:
    """Text on a common baseline in a cell `height` px tall, as wide as its advance plus `gap` on each side.

    Unlike with `lettering`, the cell is not cropped to the ink, so that digits line up side by side.
    """
    run = shape(text, chain=_chain(face, language), size=size, language=language)
    ink = rasterise(run, padding=0)
    width = max(int(run.advance + 2 * gap) // 2 * 2, 2)
    cell = np.zeros((height, width), np.uint8)
    tall, top = _figure(size, face, language)
    baseline = (height + tall) / 2 - (tall + top)
    middle = (gap + ink.left + ink.alpha.shape[1] / 2, baseline + ink.top + ink.alpha.shape[0] / 2)
    written(cell, np.ascontiguousarray(ink.alpha), middle)
    return cell


@lru_cache(maxsize=8)
def _figure(size: float, face: LetteringFace, language: Language) -> tuple[int, int]:
    """Height of a zero, and the position of its top relative to the baseline, in pixels."""
    ink = rasterise(shape("0", chain=_chain(face, language), size=size, language=language), padding=0)
    return ink.alpha.shape[0], ink.top
