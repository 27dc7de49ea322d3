"""Lines with the caller's pronunciations: the order's lexicon applied over the usual spoken forms."""

from __future__ import annotations

import functools

from renderer.contract.vocabulary import Language
from renderer.core.script import Line, LineMaker
from renderer.text.lines import build_line
from renderer.text.pronunciation import Pronunciations, pronounced, read_pronunciations


@functools.lru_cache(maxsize=512)
def line_as_wanted(text: str, *, id: str, language: Language, lexicon: str) -> Line:  # noqa: A002  the field's name
    """The line of `text`, its words respelled by the lexicon's text.

    Raises:
        ClipwrightError: `lexicon_invalid`.
    """
    return pronounced(build_line(text, id=id, language=language), _known(lexicon))


def line_maker(language: Language, lexicon: str) -> LineMaker:
    """Makes the lines of one text in this language, respelled by this lexicon."""
    return functools.partial(line_as_wanted, language=language, lexicon=lexicon)


@functools.lru_cache(maxsize=4)
def _known(lexicon: str) -> Pronunciations:
    return read_pronunciations(lexicon)
