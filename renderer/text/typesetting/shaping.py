"""Shapes text to placed glyphs with HarfBuzz, whole words at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

import uharfbuzz as hb
from msgspec import Struct

from renderer.contract.vocabulary import Language
from renderer.errors import ClipwrightError
from renderer.text.languages import is_rtl
from renderer.text.segmentation.graphemes import COMMON, clusters
from renderer.text.typesetting.bidi import LevelRun, TextDirection, level_runs, levels_of
from renderer.text.typesetting.compression import HALF_WIDTH, halved
from renderer.text.typesetting.face import Face
from renderer.text.typesetting.fonts import FaceRun, FontChain, named, split_by_face
from renderer.text.typesetting.shaped_run import Glyph, ShapedRun, Unit

# Letters of these scripts are connected; tracking would break the word apart.
CONNECTED: Final = frozenset({"Arab", "Deva"})
_COMPRESSED: Final = frozenset({Language.ZH, Language.JA})
_TAGS: Final = {Language.ZH: "zh-Hans"}
_FLAGS: Final = hb.BufferFlags.REMOVE_DEFAULT_IGNORABLES | hb.BufferFlags.DO_NOT_INSERT_DOTTED_CIRCLE
_UNIT: Final = 64.0

Features = tuple[tuple[str, int], ...]


class _Placed(Struct, frozen=True):
    """One glyph as returned by HarfBuzz, in px, with the code point at which its cluster starts."""

    face: Face
    id: int
    size: float
    cluster: int
    advance: float
    dx: float
    dy: float


def _shape_piece(
    text: str, piece: FaceRun, *, rtl: bool, size: float, tag: str, features: dict[str, Any]
) -> list[_Placed]:
    """Shape one stretch of one face and direction; the rest of the text serves as context for joining."""
    buffer = hb.Buffer()
    buffer.add_str(text, piece.start, piece.end - piece.start)
    buffer.direction = "rtl" if rtl else "ltr"
    buffer.script = "Latn" if piece.script == COMMON else piece.script
    buffer.language = tag
    buffer.flags = _FLAGS
    em = size * piece.link.scale
    hb.shape(piece.link.face.font(em), buffer, features)
    return [
        _Placed(
            piece.link.face,
            info.codepoint,
            em,
            info.cluster,
            position.x_advance / _UNIT,
            position.x_offset / _UNIT,
            position.y_offset / _UNIT,
        )
        for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
    ]


def _pieces(run: LevelRun, faces: Sequence[FaceRun]) -> list[FaceRun]:
    """The face runs inside a run of one level, in visual order."""
    cut = [
        FaceRun(max(piece.start, run.start), min(piece.end, run.end), piece.link, piece.script)
        for piece in faces
        if piece.start < run.end and run.start < piece.end
    ]
    return cut[::-1] if run.level % 2 else cut


def _of_clusters(text: str, levels: Sequence[int]) -> list[int]:
    """Levels with each grapheme cluster at the level of its first code point, so that none is split."""
    return [levels[cluster.start] for cluster in clusters(text) for _ in cluster.text]


def _units(text: str, placed: Sequence[_Placed], breaks: set[int]) -> list[tuple[int, int]]:
    """Code point ranges whose edges split neither a grapheme cluster nor a glyph cluster."""
    starts = {cluster.start for cluster in clusters(text)} & ({glyph.cluster for glyph in placed} | breaks)
    return list(pairwise([*sorted(starts | {0}), len(text)])) if text else []


def _check(text: str, placed: Sequence[_Placed]) -> None:
    absent = sorted({text[glyph.cluster] for glyph in placed if glyph.id == 0})
    if absent:
        raise ClipwrightError("glyph_missing", glyphs=", ".join(map(named, absent)))


def _place(
    placed: Sequence[_Placed], ranges: Sequence[tuple[int, int]], tracking: float
) -> Iterator[tuple[Glyph, float, float]]:
    """Glyphs with the pen position before and after each; tracking is added between units."""
    owner = {point: index for index, (start, end) in enumerate(ranges) for point in range(start, end)}
    pen, previous = 0.0, -1
    for glyph in placed:
        unit = owner[glyph.cluster]
        if previous not in (-1, unit):
            pen += tracking
        previous = unit
        placed_glyph = Glyph(glyph.face, glyph.id, glyph.size, pen + glyph.dx, glyph.dy, unit)
        yield placed_glyph, pen, pen + glyph.advance
        pen += glyph.advance


def _extents(
    ranges: Sequence[tuple[int, int]], walked: Sequence[tuple[Glyph, float, float]]
) -> tuple[Unit, ...]:
    spans: dict[int, tuple[float, float]] = {}
    for glyph, before, after in walked:
        left, right = spans.get(glyph.unit, (before, before))
        spans[glyph.unit] = (min(left, before, after), max(right, before, after))
    return tuple(Unit(start, end, *spans.get(index, (0.0, 0.0))) for index, (start, end) in enumerate(ranges))


def shape(
    text: str,
    *,
    chain: FontChain,
    size: float,
    language: Language,
    direction: TextDirection = TextDirection.AUTO,
    levels: tuple[int, ...] = (),
    tracking: float = 0.0,
    features: Features = (),
) -> ShapedRun:
    """Shape a word or a phrase at `size` px per em.

    `direction` is the base direction; AUTO takes the language's. `levels` has one embedding level per code
    point, as returned by `bidi.line_layout`, and overrides `direction`: a word then looks as it must within
    its line. `tracking` is the share of an em added between units; scripts with connected letters ignore it.
    `features` are OpenType features with their values.

    Raises:
        ClipwrightError: `glyph_missing` when no face of the chain has a character.
    """
    resolved = levels or levels_of(text, direction.resolved(rtl=is_rtl(language)))
    return _shape(
        text,
        chain=chain,
        size=float(size),
        language=language,
        levels=resolved,
        tracking=float(tracking),
        features=features,
    )


@lru_cache(maxsize=8192)
def _shape(
    text: str,
    *,
    chain: FontChain,
    size: float,
    language: Language,
    levels: tuple[int, ...],
    tracking: float,
    features: Features,
) -> ShapedRun:
    faces = split_by_face(text, chain)
    if any(piece.script in CONNECTED for piece in faces):
        tracking = 0.0
    # A tracked ligature would show one gap fewer than its neighbours (CSS Text 3, letter-spacing).
    chosen: dict[str, Any] = dict((*features, ("liga", 0), ("clig", 0)) if tracking else features)
    if language in _COMPRESSED and (marks := halved(text)):
        chosen[HALF_WIDTH] = [(at, at + 1, True) for at in marks]
    tag = _TAGS.get(language, language.value)
    placed: list[_Placed] = []
    breaks: set[int] = set()
    for run in level_runs(_of_clusters(text, levels)):
        for piece in _pieces(run, faces):
            breaks.add(piece.start)
            placed += _shape_piece(text, piece, rtl=run.level % 2 == 1, size=size, tag=tag, features=chosen)
    _check(text, placed)
    ranges = _units(text, placed, breaks)
    walked = list(_place(placed, ranges, tracking * size))
    used = {(piece.link.face, size * piece.link.scale) for piece in faces}
    heights = [face.font(em).get_font_extents("ltr") for face, em in used]
    return ShapedRun(
        text=text,
        size=size,
        glyphs=tuple(glyph for glyph, _, _ in walked),
        units=_extents(ranges, walked),
        advance=walked[-1][2] if walked else 0.0,
        ascent=max((extents.ascender / _UNIT for extents in heights), default=0.0),
        descent=max((-extents.descender / _UNIT for extents in heights), default=0.0),
    )
