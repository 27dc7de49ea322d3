"""What a sentence compares, for tests of comparisons."""

from __future__ import annotations

from renderer.contract.vocabulary import Language
from renderer.text.segmentation.tokens import tokenise
from renderer.visuals.matching.comparing.measures import Name, Sizes
from renderer.visuals.matching.comparing.names import names_in
from renderer.visuals.matching.comparing.ratios import ratio_in
from renderer.visuals.matching.comparing.sizes import sizes_in
from renderer.visuals.matching.facts import quantities_in
from renderer.visuals.matching.picture_index import UNSPACED


def words_of(text: str, language: str) -> list[str]:
    """The words of a sentence as captions show them."""
    return [piece.display for piece in tokenise(text, Language(language))]


def names_of(text: str, language: str) -> tuple[Name, ...]:
    """Names in a sentence, for languages that separate words by spaces."""
    spoken = Language(language)
    return () if spoken in UNSPACED else names_in(words_of(text, language), spoken)


def sized(text: str, language: str) -> Sizes | None:
    """The measured things of a sentence."""
    words, spoken = words_of(text, language), Language(language)
    return sizes_in(words, spoken, names_of(text, language), quantities_in(words, spoken))


def times(text: str, language: str) -> Sizes | None:
    """The thing that is so many times another."""
    return ratio_in(words_of(text, language), Language(language), names_of(text, language))
