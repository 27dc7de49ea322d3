"""A word in the spelling of the picture index: lower case, without edge punctuation, clitics or possessives.

Accents stay: "pêche" is not "péché". Arabic and Hindi are folded as everywhere (`stemming.normalised`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from renderer.contract.vocabulary import Language
from renderer.visuals.matching.stemming import normalised

_ELISION: Final = re.compile(r"^(?:[cdjlmnst]|qu|lorsqu|puisqu|jusqu)['’]")
_POSSESSIVE: Final = re.compile(r"['’]s?$")
_EDGES: Final = re.compile(r"^[^\w\u0900-\u097f]+|[^\w\u0900-\u097f]+$")
_ARABIC_HEADS: Final = ("وبال", "ولل", "وال", "فال", "بال", "كال", "لل", "ال", "و", "ف", "ب", "ك", "ل")
_ARTICLE_HEADS: Final = ("وبال", "فبال", "وال", "فال", "بال", "كال", "ولل", "لل")
_SHORTEST: Final = 3


@lru_cache(maxsize=65536)
def plain(word: str, language: Language) -> str:
    """The word as a term; "" for punctuation."""
    if language in {Language.AR, Language.HI}:
        return normalised(word, language)
    text = _EDGES.sub("", unicodedata.normalize("NFKC", word).casefold())
    if language is Language.FR:
        text = _ELISION.sub("", text)
    elif language is Language.EN:
        text = _POSSESSIVE.sub("", text)
    return text.replace("ё", "е")


def plain_text(text: str, language: Language) -> str:
    """A term of one or more words."""
    return " ".join(filter(None, (plain(word, language) for word in text.split())))


def readings(word: str, language: Language) -> tuple[str, ...]:
    """The word as it is and, in Arabic, without article, conjunction or preposition before it."""
    whole = plain(word, language)
    if language is not Language.AR:
        return (whole,)
    heads = (head for head in _ARABIC_HEADS if whole.startswith(head) and len(whole) - len(head) >= _SHORTEST)
    return (whole, *(whole.removeprefix(head) for head in heads))


def spellings(run: Sequence[str], language: Language) -> tuple[str, ...]:
    """Possible spellings of a run of words in an index: in Arabic also without prefixes of its first word."""
    if language is not Language.AR:
        return (plain_text(" ".join(run), language),)
    first = plain(run[0], language)
    bent = [f"ال{first.removeprefix(head)}" for head in _ARTICLE_HEADS if first.startswith(head)]
    article = first.startswith(("ال", *_ARTICLE_HEADS))
    heads = [one for one in readings(run[0], language) if one == first or not article]
    rest = [plain(word, language) for word in run[1:]]
    return tuple(" ".join((head, *rest)) for head in (*heads, *bent))
