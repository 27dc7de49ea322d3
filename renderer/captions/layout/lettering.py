"""Caption words as shaped runs: case, hyphens, sizes and spaces of one style in one language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import regex
from msgspec import Struct

from renderer.captions.style.schema import Case, Style
from renderer.contract.vocabulary import Language
from renderer.core.captions import CaptionWord
from renderer.text.languages import CASED, is_rtl, is_spaced, upper
from renderer.text.typesetting.bidi import TextDirection, line_layout
from renderer.text.typesetting.fonts import FontChain
from renderer.text.typesetting.shaped_run import ShapedRun
from renderer.text.typesetting.shaping import shape

JOINER: Final = "\u200d"
_FIRST_LETTER: Final = regex.compile(r"\p{L}")
_LETTER: Final = regex.compile(r"[\p{L}\p{M}\p{N}]")


class Extent(Struct, frozen=True):
    """How far ink extends above and below the baseline, in em or pixels."""

    above: float
    below: float


class ShapedLine(Struct, frozen=True, eq=False):
    """The words of a line: their runs and embedding levels in reading order.

    `order` has their indices from left to right on the screen.
    """

    runs: tuple[ShapedRun, ...]
    levels: tuple[tuple[int, ...], ...]
    order: tuple[int, ...]


class CaptionLettering(Struct, frozen=True, eq=False):
    """Lettering of one style in one language; sizes in frame pixels are passed to each call."""

    style: Style
    language: Language
    chain: FontChain
    leading: float
    core: Extent
    full: Extent

    def display(self, word: CaptionWord) -> str:
        """The word as drawn: cased, with a hyphen (or joining form) where it was cut."""
        text = cased(word.text, self.style.case, self.language)
        if not word.broken:
            return text
        if self.language is Language.AR:
            return text + JOINER
        return text + "-" if is_spaced(self.language) and _LETTER.match(text[-1]) else text

    def run(self, text: str, size: float, levels: tuple[int, ...] = ()) -> ShapedRun:
        """Shape a drawn text."""
        return shape(
            text,
            chain=self.chain,
            size=size,
            language=self.language,
            levels=levels,
            tracking=self.style.tracking,
        )

    def shaped(self, word: CaptionWord, size: float) -> ShapedRun:
        """Shape a single word as drawn."""
        return self.run(self.display(word), size)

    def line(self, words: Sequence[CaptionWord], size: float) -> ShapedLine:
        """Shape words that are drawn side by side."""
        direction = TextDirection.AUTO.resolved(rtl=is_rtl(self.language))
        texts = [self.display(word) for word in words]
        layout = line_layout(texts, direction)
        runs = (self.run(text, size, own) for text, own in zip(texts, layout.levels, strict=True))
        return ShapedLine(tuple(runs), layout.levels, layout.order)


def cased(text: str, case: Case, language: Language) -> str:
    """Text in the style's case; scripts without case come back unchanged."""
    if case is Case.UPPER:
        return upper(text, language)
    if case is Case.TITLE and language in CASED:
        return str(_FIRST_LETTER.sub(lambda match: match[0].upper(), text, count=1))
    return text
