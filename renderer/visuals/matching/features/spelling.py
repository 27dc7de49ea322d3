"""How names of places stand in texts: capitals, ends of sentences, what follows a person's name."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from renderer.contract.vocabulary import Language

IsContent: TypeAlias = Callable[[str, Language], bool]
"""Whether a word of a language is more than grammar."""

CASED: Final = frozenset({Language.EN, Language.ES, Language.PT, Language.FR, Language.DE, Language.RU})
"""Languages that capitalise names."""

ENDS: Final = (".", "!", "?", ":", "…", ",", ";")
HONORIFICS: Final = ("さん", "君", "氏", "先生", "様", "ちゃん", "博士", "選手")
_OPENERS: Final = "\"'“”„«»([¿¡‘’"
_ELIDED: Final = re.compile(r"^[dlDL]['’]")


def has_capital(word: str) -> bool:
    """Whether the word is capitalised, ignoring quotation marks and an elided article."""
    return _ELIDED.sub("", word.lstrip(_OPENERS))[:1].isupper()


def ends_within(run: Sequence[str]) -> bool:
    """Whether a sentence or a part of one ends before the last word."""
    return any(word.rstrip("”»\"'").endswith(ENDS) for word in run[:-1])
