"""The faces in which a style sets a language, and the room that their ink needs."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from renderer.captions.layout.lettering import CaptionLettering, Extent
from renderer.captions.style.schema import Case, FaceChoice, PlateShape, Style
from renderer.contract.vocabulary import Language
from renderer.text.typesetting.catalogue import face
from renderer.text.typesetting.font_chains import FontClass
from renderer.text.typesetting.font_chains import chain as stand_ins
from renderer.text.typesetting.fonts import ChainLink, FontChain
from renderer.text.typesetting.raster import rasterise
from renderer.text.typesetting.shaping import shape

LEAST_GAP: Final = 0.05
"""Minimum space between the core ink (or plates) of two lines in em, whatever a style file says."""

# Core samples contain the ink that gives a script its height and sizes plates and gradients. Full samples
# contain everything that a line may need, marks included, and are checked against safe areas.
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
    """The face that a style uses for a language."""
    choice: FaceChoice = getattr(style.faces, _SCRIPT_OF.get(language, "latin"))
    return choice


def chain_for(style: Style, language: Language) -> FontChain:
    """The language's own face, then the style's Latin one, then faces that cover the rest."""
    first, latin = choice_for(style, language), style.faces.latin
    own = [ChainLink(face(choice.face), choice.scale) for choice in (first, latin)]
    rest = stand_ins(FontClass.DISPLAY, own=latin.face, language=language).links
    ordered = {link.face: link for link in reversed([*own, *rest])}
    return FontChain(tuple(reversed(ordered.values())))


def _ink(sample: str, chain: FontChain, language: Language) -> Extent:
    size = 200.0
    mask = rasterise(shape(sample, chain=chain, size=size, language=language))
    return Extent(-mask.top / size, (mask.top + mask.alpha.shape[0]) / size)
