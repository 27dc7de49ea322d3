"""Chooses the face that draws each part of a text.

A `FontChain` names faces in order of preference. A text is split by grapheme cluster, never inside one. A
stretch of one script keeps one face if any face of the chain has all of it, so "Łódź" in a face without Ł
moves to the next face as a whole instead of letter by letter. Punctuation follows its neighbour.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

import regex
from msgspec import Struct

from renderer.errors import ClipwrightError
from renderer.text.segmentation.graphemes import Cluster, ClusterKind, clusters
from renderer.text.typesetting.face import Face

_IGNORABLE: Final = regex.compile(r"\p{Default_Ignorable_Code_Point}")
_SUBSTITUTES: Final = {0x2011: 0x2010, 0x00A0: 0x20}


class ChainLink(Struct, frozen=True):
    """One face of a chain; `scale` evens out the apparent size of the scripts at the same em size."""

    face: Face
    scale: float = 1.0


class FontChain(Struct, frozen=True):
    """Faces in order of preference."""

    links: tuple[ChainLink, ...]

    @classmethod
    def of(cls, *faces: Face) -> FontChain:
        """A chain of unscaled faces."""
        return cls(tuple(map(ChainLink, faces)))


class FaceRun(Struct, frozen=True):
    """Code points [start, end) of a text that one face draws as one script (ISO 15924, "Zyyy" if none)."""

    start: int
    end: int
    link: ChainLink
    script: str


class _Choice(NamedTuple):
    start: int
    end: int
    script: str
    link: ChainLink | None


def _glyphs(text: str) -> Iterator[int]:
    """Code points that need a glyph: HarfBuzz makes any space from the plain one, U+2011 from U+2010."""
    for character in text:
        if _IGNORABLE.match(character):
            continue
        if unicodedata.category(character) == "Zs":
            yield 0x20
        else:
            yield _SUBSTITUTES.get(ord(character), ord(character))


@lru_cache(maxsize=16384)
def _spellings(text: str) -> tuple[tuple[int, ...], ...]:
    """Glyph sequences that draw `text`: as written, composed and decomposed, without repeats."""
    forms = (text, *(unicodedata.normalize(form, text) for form in ("NFC", "NFD")))
    return tuple(dict.fromkeys(tuple(_glyphs(form)) for form in dict.fromkeys(forms)))


@lru_cache(maxsize=16384)
def covers(face: Face, text: str) -> bool:
    """Whether the face has glyphs for `text`, composed or decomposed; ignorable code points need none."""
    try:
        coverage = face.coverage
    except FileNotFoundError as error:
        raise ClipwrightError("asset_missing", path=face.file) from error
    return any(all(point in coverage for point in glyphs) for glyphs in _spellings(text))


def _emoji_first(links: Sequence[ChainLink]) -> list[ChainLink]:
    return sorted(links, key=lambda link: "Zsye" not in link.face.scripts)


def _ordered(chain: FontChain, kind: ClusterKind) -> Sequence[ChainLink]:
    return _emoji_first(chain.links) if kind is ClusterKind.EMOJI else chain.links


def _first(links: Sequence[ChainLink], text: str) -> ChainLink | None:
    return next((link for link in links if covers(link.face, text)), None)


def _by_point(cluster: Cluster, links: Sequence[ChainLink]) -> Iterator[_Choice]:
    """Faces for each code point of a cluster that no face has whole, such as a vowel sign on an emoji."""
    for at, character in enumerate(cluster.text, start=cluster.start):
        yield _Choice(at, at + 1, cluster.script, _first(links, character))


def _choices(text: str, chain: FontChain) -> Iterator[_Choice]:
    """The face of each cluster; a stretch of one script prefers the first face that has all its letters."""
    for kind, group in groupby(clusters(text), key=lambda cluster: (cluster.kind, cluster.script)):
        stretch = list(group)
        links = _ordered(chain, kind[0])
        letters = "".join(cluster.text for cluster in stretch if not cluster.neutral) or stretch[0].text
        preferred = [link for link in (_first(links, letters),) if link]
        for cluster in stretch:
            link = _first([*preferred, *links], cluster.text)
            if link is None:
                yield from _by_point(cluster, links)
            else:
                yield _Choice(cluster.start, cluster.end, cluster.script, link)


def named(text: str) -> str:
    """Code points and Unicode names, for error messages."""
    points = [c for c in text if not _IGNORABLE.match(c)]
    return " ".join(f"U+{ord(c):04X} {unicodedata.name(c, 'unnamed')}" for c in points)


@lru_cache(maxsize=8192)
def split_by_face(text: str, chain: FontChain) -> tuple[FaceRun, ...]:
    """Decide which face draws which code points, in logical order, covering all of `text`.

    Raises:
        ClipwrightError: `glyph_missing` with code point and Unicode name of everything no face can draw.
    """
    runs: list[FaceRun] = []
    missing: dict[str, None] = {}
    for start, end, script, link in _choices(text, chain):
        if link is None:
            missing[named(text[start:end])] = None
        elif runs and (runs[-1].link, runs[-1].script) == (link, script):
            runs[-1] = FaceRun(runs[-1].start, end, link, script)
        else:
            runs.append(FaceRun(start, end, link, script))
    if missing:
        raise ClipwrightError("glyph_missing", glyphs=", ".join(missing))
    return tuple(runs)


def drawable(text: str, chain: FontChain) -> bool:
    """Whether the chain can draw all of `text`; a single character takes a face regardless of neighbours."""
    if len(text) == 1:
        return _first(chain.links, text) is not None
    return all(choice.link is not None for choice in _choices(text, chain))
