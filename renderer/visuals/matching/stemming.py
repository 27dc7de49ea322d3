"""Light stemming: just enough that "hearts" matches "heart" and "банков" matches "банк".

Both sides of a comparison go through the same function, so a stem need not be a word. Longest endings come
first. The Arabic rules follow light10 (Larkey et al., 2007), the Hindi ones Ramanathan and Rao (2003).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from renderer.contract.vocabulary import Language

_ENDINGS: Final[dict[Language, str]] = {
    Language.ES: """
    mente ciones cion idades idad ados adas idos idas ando iendo aron ieron ado ada ido ida
    es os as ar er ir o a e s""",
    Language.PT: """
    mente coes cao idades idade ados adas idos idas ando endo aram eram ado ada ido ida oes
    aes ais ao es os as ar er ir al o a e s""",
    Language.FR: """
    issements issement ements ement ments ment ations ation euses euse eaux aux eau al ees
    ee ent ait es er ez ir e s x""",
    Language.DE: "ungen heiten keiten ung heit keit sse ern em en er es e n s",
    Language.RU: """
    иями ями ами ого его ому ему ыми ими ости ость ешь ишь ает яет ют ут ят ат ет ит ла ло
    ли ть ов ев ей ой ий ый ая яя ое ее ые ие ия ию ии ах ях ам ям ом ем ую юю ых их ым им а
    я о е ы и у ю ь й""",
    Language.HI: """
    ाएंगी ाएंगे ियों ियाँ ियां ाओं ाएँ ाएं ुओं ुएँ ों ें ीं ाँ ां ता ती ते ना नी ने ो े ू ु
    ी ि ा""",
    Language.AR: "ها ان ات ون ين يه ية ه ة ي",
}

_ARABIC_HEADS: Final = ("وال", "بال", "كال", "فال", "لل", "ال", "و")
_FOLDS: Final = str.maketrans({"أ": "ا", "إ": "ا", "آ": "ا", "ى": "ي", "ؤ": "و", "ئ": "ي", "ـ": "", "ё": "е"})
_MARKS: Final = re.compile(r"[\u0300-\u036f\u064b-\u0652\u0670\u093c]")
_SHORTEST_STEM: Final = 3
_SHORTEST_GERMAN: Final = 4
"""Minimum length of a German stem after removing one letter: "Haus" keeps its s."""

_LATIN: Final = frozenset({Language.EN, Language.ES, Language.PT, Language.FR, Language.DE})


@lru_cache(maxsize=65536)
def normalised(word: str, language: Language) -> str:
    """Lower case, compatibility forms folded, edge punctuation and accents removed."""
    text = unicodedata.normalize("NFKD", word.casefold())
    if language in _LATIN or language in {Language.AR, Language.HI}:
        text = _MARKS.sub("", text)
    text = unicodedata.normalize("NFC", text).translate(_FOLDS).replace("’", "'")
    return text.strip("".join(sorted({char for char in text if not (char.isalnum() or _is_mark(char))})))


def _is_mark(char: str) -> bool:
    return unicodedata.category(char).startswith("M")


@lru_cache(maxsize=65536)
def stem(word: str, language: Language) -> str:
    """The part of a word that its forms share; "" for punctuation."""
    return _STEMMERS.get(language, _suffixes)(normalised(word, language), language)


def _suffixes(text: str, language: Language) -> str:
    for ending in _endings(language):
        if text.endswith(ending) and len(text) - len(ending) >= _SHORTEST_STEM:
            return text.removesuffix(ending)
    return text


@lru_cache(maxsize=16)
def _endings(language: Language) -> tuple[str, ...]:
    return tuple(_ENDINGS.get(language, "").split())


def _english(text: str, _language: Language) -> str:
    text = text.removesuffix("'s").removesuffix("'")
    for ending, instead in (("ies", "y"), ("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("shes", "sh")):
        if text.endswith(ending) and len(text) > len(ending) + 1:
            return text.removesuffix(ending) + instead
    if text.endswith("s") and not text.endswith(("ss", "us", "is")) and len(text) > _SHORTEST_STEM:
        text = text[:-1]
    for ending in ("ing", "ed", "ly"):
        if text.endswith(ending) and len(text) - len(ending) >= _SHORTEST_STEM:
            return _undoubled(text.removesuffix(ending)).removesuffix("e")
    return text.removesuffix("e") if len(text) > _SHORTEST_STEM else text


def _undoubled(text: str) -> str:
    return text[:-1] if text[-1] == text[-2] and text[-1] not in "lsz" else text


def _german(text: str, language: Language) -> str:
    shorter = _suffixes(text, language)
    return shorter if len(text) - len(shorter) > 1 or len(shorter) >= _SHORTEST_GERMAN else text


def _french(text: str, language: Language) -> str:
    return _suffixes(re.sub(r"^(?:[cdjlmnst]|qu)'", "", text), language)


def _arabic(text: str, language: Language) -> str:
    for head in _ARABIC_HEADS:
        if text.startswith(head) and len(text) - len(head) >= _SHORTEST_STEM:
            text = text.removeprefix(head)
            break
    return _suffixes(text, language)


_STEMMERS: Final[dict[Language, Callable[[str, Language], str]]] = {
    Language.EN: _english,
    Language.FR: _french,
    Language.DE: _german,
    Language.AR: _arabic,
}
