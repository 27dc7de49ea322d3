"""Recognises wordings of topics in the collections' languages by the small words around names and nouns."""

from __future__ import annotations

from typing import Final

import regex


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ARTICLES: Final = _words("the a an el la los las un una le les une")
"""Articles, which may be capitalised before a name at the beginning of a topic."""
JOINS: Final = ARTICLES | _words("of de del du des da von")
"""Lower-case words inside names."""
COMPARING: Final = _words("vs versus against contra contre")
"""Words that only compare things."""
SORTS: Final = _words(
    "mount island islands river lake mountains desert monte rio lago isla islas montes desierto mont lac "
    "fleuve ile iles monts"
)
"""Words of titles, as stems, that only give the kind of a place."""
EPITHETS: Final = _words("great grand royal saint gran grande real san santa roi")
"""Words of titles that may be missing where the rest names a thing."""
BY_PLACE: Final = regex.compile(r" (?:of|the|de|del|la|le) ")
"""Words in a person's name that does not end in a surname ("Clement of Rome")."""

_OF: Final = regex.compile(
    r"\W*(?:(?:the|an?|el|las?|los|une?|les?)\s+|l[’'])?\p{L}+\s+(?:of|de|del|du|des)\s", regex.I
)
_WHERE: Final = (
    r"\b(?:in|to|from|at|en|hasta|desde|a|au|aux|dans|vers)\s+"
    r"(?:(?:the|ancient|la|el|les?)\s+|l')?(?:\p{L}+\s)?"
)
_CONTRACTED: Final = regex.compile(
    r"\b(do|does|did|ca|could|wo|would|should|is|are|was|were|has|have|had|must|need)n[’']t\b", regex.I
)
_AUXILIARIES: Final = {"ca": "can", "wo": "will"}
_NUMERALS: Final = {"1": "I", "one": "I", "i": "I", "2": "II", "two": "II", "ii": "II"}
PARTS: Final = regex.compile(r"\s*[,;:.!?—–()]+\s*|\s+-+\s+")
"""Punctuation that divides a topic: no name extends across it."""
_MODIFIED: Final = regex.compile(r"\s(?:that|which|who|of|with|au|aux|à|qui|que|con|de|del|du|des)\b")
_COMPARED: Final = regex.compile(r"\s(?:vs\.?|versus|against|contra|contre)\s", regex.I)
_TWO: Final = regex.compile(r"\s(?:and|or|vs\.?|versus|against|y|o|contra|et|ou|contre)\s", regex.I)

_WORLD_WAR: Final = regex.compile(r"\b(?:world\s+war|ww)[\s-]*(1|2|one|two|i{1,2})\b", regex.I)


def in_full(topic: str) -> str:
    """An English topic without contractions, and with the world wars as titled: "WW2" is "World War II"."""
    told = _CONTRACTED.sub(lambda found: f"{_AUXILIARIES.get(found[1].lower(), found[1])} not", topic)
    numbered: str = _WORLD_WAR.sub(lambda war: f"World War {_NUMERALS[war[1].lower()]}", told)
    return numbered


def is_told_apart(topic: str, word: str) -> bool:
    """Whether the topic means one of many by a word: "The ship that vanished", "l'homme au masque de fer"."""
    found = regex.search(rf"\b{regex.escape(word)}\w{{0,2}}", topic.casefold())
    return found is not None and bool(_MODIFIED.match(topic.casefold(), found.end()))


def is_of_two(topic: str) -> bool:
    """Whether a topic joins or compares things ("cats vs dogs")."""
    return bool(_TWO.search(topic))


def is_compared(topic: str) -> bool:
    """Whether a topic compares two things ("Java versus Python")."""
    return bool(_COMPARED.search(topic))


def is_of_something(topic: str) -> bool:
    """Whether a topic begins like "The history of coffee", which is about what follows."""
    return bool(_OF.match(topic))


def is_thing(topic: str, word: str) -> bool:
    """Whether a Spanish or French article precedes the word, so that it is not a verb."""
    return bool(
        regex.search(rf"(?:\b(?:el|las?|los|le|les)\s+|\bl[’']){regex.escape(word[:-1])}", topic.casefold())
    )


def is_preceded_by_article(topic: str, word: str) -> bool:
    """Whether "the" or its like precedes the word, as before no person's name."""
    return bool(regex.search(rf"\b(?:the|el|la|le)\s+{regex.escape(word)}\b", topic.casefold()))


def only_says_where(topic: str, word: str) -> bool:
    """Whether the word is in the topic only as a place: "in Vietnam", "to Europe"."""
    return bool(regex.search(_WHERE + regex.escape(word), topic.casefold()))
