"""Caption words as shaped runs: case, hyphens, sizes and spaces of one style in one language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import regex

from renderer.captions.style.schema import Case, FaceChoice, PlateShape, Style
from renderer.contract.vocabulary import Language
from renderer.core.captions import CaptionWord
from renderer.text.languages import CASED, is_spaced, upper
from renderer.text.typesetting.bidi import TextDirection, line_levels, visual_order
from renderer.text.typesetting.catalogue import face
from renderer.text.typesetting.font_chains import FontClass
from renderer.text.typesetting.font_chains import chain as stand_ins
from renderer.text.typesetting.fonts import ChainLink, FontChain
from renderer.text.typesetting.raster import rasterise
from renderer.text.typesetting.shaped_run import ShapedRun
from renderer.text.typesetting.shaping import shape

JOINER: Final = "\u200d"
LEAST_GAP: Final = 0.05
"""Space between the core ink (or plates) of two lines in em, whatever a style file says."""
_FIRST_LETTER: Final = regex.compile(r"\p{L}")
_LETTER: Final = regex.compile(r"[\p{L}\p{M}\p{N}]")

# Ink that gives a script its height: what plates and gradients are measured by, and everything that a
# line may need, marks included, which safe areas are measured by.
_CORE: Final[dict[str, str]] = {
    "upper": "HX",
    "mixed": "Hp",
    "ar": "لكمح",
    "hi": "कीहु",
    "zh": "国永",
    "ja": "国あ",
}
_FULL: Final[dict[str, str]] = {
    "upper": "ÅÉÇQЙЁ,",
    "mixed": "ÅÉgjpQЙр",
    "ar": "لإآكجيّمُحٍ",
    "hi": "र्कींहूँट्ठृ",
    "zh": "国永，Ag",
    "ja": "国あ、Ag",
}


_SCRIPT_OF: Final[dict[Language, str]] = {
    Language.RU: "cyrillic",
    Language.AR: "arabic",
    Language.HI: "devanagari",
    Language.ZH: "chinese",
    Language.JA: "japanese",
}


@dataclass(frozen=True, slots=True)
class Extent:
    """How far ink goes above and below the baseline, in em or pixels."""

    above: float
    below: float


@dataclass(frozen=True, slots=True, eq=False)
class CaptionLettering:
    """How one style writes one language; sizes in frame pixels come with each call."""

    style: Style
    language: Language
    chain: FontChain
    leading: float
    core: Extent
    full: Extent

    def word_space(self, size: float) -> float:
        """Width of the space between words."""
        return self.style.word_space * size

    def display(self, word: CaptionWord) -> str:
        """The word as drawn: cased, with a hyphen (or joining form) where it was cut."""
        text = cased(word.text, self.style.case, self.language)
        if not word.broken:
            return text
        if self.language is Language.AR:
            return text + JOINER
        return text + "-" if is_spaced(self.language) and _LETTER.match(text[-1]) else text

    def run(self, text: str, size: float, levels: tuple[int, ...] = ()) -> ShapedRun:
        """A drawn text, shaped."""
        return shape(
            text,
            chain=self.chain,
            size=size,
            language=self.language,
            levels=levels,
            tracking=self.style.tracking,
        )

    def line_levels(self, words: Sequence[CaptionWord]) -> tuple[tuple[int, ...], ...]:
        """Embedding levels of each word's drawn text inside its line."""
        return tuple(line_levels([self.display(word) for word in words], self.direction))

    def visual_order(self, words: Sequence[CaptionWord]) -> list[int]:
        """Indices of a line's words from left to right on the screen."""
        return visual_order([self.display(word) for word in words], self.direction)

    @property
    def direction(self) -> TextDirection:
        """Which way lines run."""
        return TextDirection.AUTO.resolved(self.language)


@lru_cache(maxsize=64)
def lettering(style: Style, language: Language) -> CaptionLettering:
    """The lettering of a style in a language."""
    chain = chain_for(style, language)
    key = language.value
    if key not in _CORE:
        key = "upper" if style.case is Case.UPPER else "mixed"
    core, full = (_ink(sample, chain, language) for sample in (_CORE[key], _FULL[key]))
    pads = 2 * style.plate.box.pad_y / style.size if style.plate.shape is PlateShape.LINE else 0.0
    leading = max(choice_for(style, language).leading, core.above + core.below + pads + LEAST_GAP)
    return CaptionLettering(style, language, chain, leading, core, full)


def choice_for(style: Style, language: Language) -> FaceChoice:
    """Which face draws a language in this style."""
    choice: FaceChoice = getattr(style.faces, _SCRIPT_OF.get(language, "latin"))
    return choice


def chain_for(style: Style, language: Language) -> FontChain:
    """The language's own face, then the style's Latin one, then faces that know the rest."""
    first, latin = choice_for(style, language), style.faces.latin
    own = [ChainLink(face(choice.face), choice.scale) for choice in (first, latin)]
    rest = stand_ins(FontClass.DISPLAY, own=latin.face, language=language).links
    ordered = {link.face: link for link in reversed([*own, *rest])}
    return FontChain(tuple(reversed(ordered.values())))


def cased(text: str, case: Case, language: Language) -> str:
    """Text in the style's case; scripts without case come back unchanged."""
    if case is Case.UPPER:
        return upper(text, language)
    if case is Case.TITLE and language in CASED:
        return str(_FIRST_LETTER.sub(lambda match: match[0].upper(), text, count=1))
    return text


def _ink(sample: str, chain: FontChain, language: Language) -> Extent:
    size = 200.0
    mask = rasterise(shape(sample, chain=chain, size=size, language=language))
    return Extent(-mask.top / size, (mask.top + mask.alpha.shape[0]) / size)
