"""How names of places stand in texts: capitals, ends of sentences, what leans on a name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from renderer.contract.vocabulary import Language
from renderer.visuals.matching.plain import plain, plain_text, readings

CASED: Final = frozenset({Language.EN, Language.ES, Language.PT, Language.FR, Language.DE, Language.RU})
"""Languages that write names with a capital."""

ENDS: Final = (".", "!", "?", ":", "…", ",", ";")
HONORIFICS: Final = ("さん", "君", "氏", "先生", "様", "ちゃん", "博士", "選手")
_OPENERS: Final = "\"'“”„«»([¿¡‘’"
_ELIDED: Final = re.compile(r"^[dl]['’]")
_ARTICLE_HEADS: Final = ("وبال", "فبال", "وال", "فال", "بال", "كال", "ولل", "لل")


def has_capital(word: str) -> bool:
    """Whether it begins with one, behind quotation marks and an elided article."""
    return _ELIDED.sub("", word.lstrip(_OPENERS))[:1].isupper()


def ends_within(run: Sequence[str]) -> bool:
    """Whether a sentence or a part of one ends before the last word."""
    return any(word.rstrip("”»\"'").endswith(ENDS) for word in run[:-1])


def spellings(run: Sequence[str], language: Language) -> tuple[str, ...]:
    """How a run of words may be spelt in an index: in Arabic also without what leans on its first word."""
    if language is not Language.AR:
        return (plain_text(" ".join(run), language),)
    first = plain(run[0], language)
    bent = [f"ال{first.removeprefix(head)}" for head in _ARTICLE_HEADS if first.startswith(head)]
    article = first.startswith(("ال", *_ARTICLE_HEADS))
    heads = [one for one in readings(run[0], language) if one == first or not article]
    rest = [plain(word, language) for word in run[1:]]
    return tuple(" ".join((head, *rest)) for head in (*heads, *bent))
