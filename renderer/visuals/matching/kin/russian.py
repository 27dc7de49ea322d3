"""Russian names in the nominative: texts put kin in the genitive, but a picture shows the nominative.

Only endings with a single possible nominative are converted; any other yields no name.
"""

from __future__ import annotations

from typing import Final

import regex

NO_NAMES: Final = (
    "бог господь небо земля природа свобода родина россия русь москва европа америка рим греция мир война "
    "смерть жизнь наука история интернет церковь англия франция германия испания китай япония индия "
    "петербург сибирь волга январь отечество победа я он она"
)
_IRREGULAR: Final = {
    "Павла": "Павел",
    "Петра": "Пётр",
    "Льва": "Лев",
    "Христа": "Христос",
    "Иисуса": "Иисус",
}
_ENDINGS: Final = (
    (r"(?<=ск|цк)ого$", "ий"),
    (r"^Великого$", "Великий"),
    (r"^Грозного$", "Грозный"),
    (r"^Мудрого$", "Мудрый"),
    (r"^Первого$", "Первый"),
    (r"^Долгорукого$", "Долгорукий"),
    (r"^Невского$", "Невский"),
    (r"(?<=ск|цк)ой$", "ая"),
    (r"^Великой$", "Великая"),
    (r"^Первой$", "Первая"),
    (r"(?<=[оеи]в|ин|ын)ой$", "а"),
    (r"ии$", "ия"),
    (r"ьи$", "ья"),
    (r"(?<=[гкхжшчщ])и$", "а"),
    (r"(?<=[бвдзлмнпрстфц])ы$", "а"),
    (r"ия$", "ий"),
    (r"ея$", "ей"),
    (r"ая$", "ай"),
    (r"оя$", "ой"),
    (r"(?<=[лрнд])я$", "ь"),
    (r"(?<=[бвгдзклмнпрстфхчшжц])а$", ""),
)
_INDECLINABLE: Final = regex.compile(r"^(?:[IVX]+|[а-яё]+)$")


def nominative(name: str) -> str:
    """The nominative of a name in the genitive, which for men is also the accusative; "" if uncertain."""
    first, *more = name.split()
    hers = first.endswith(("ы", "и"))
    words = [_undone(first, stays=False), *(_undone(word, stays=hers) for word in more)]
    return " ".join(words) if all(words) else ""


def _undone(word: str, *, stays: bool) -> str:
    """Convert one word; `stays`: it is a woman's, whose surnames in a consonant do not change."""
    if _INDECLINABLE.match(word) or (stays and regex.search(r"[бвгдзклмнпрстфхцчшщ]$", word)):
        return word
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    for ending, instead in _ENDINGS:
        found = regex.sub(ending, instead, word)
        if found != word:
            return found if len(found) > 2 else ""  # noqa: PLR2004 - no name is that short
    return ""


def after_na(name: str) -> str:
    """The nominative of a name in the prepositional, as after "женился на": "Марии", "Анне"; "" if unsure."""
    words: list[str] = []
    for word in name.split():
        if _INDECLINABLE.match(word) or (words and regex.search(r"[бвгдзклмнпрстфхцчшщ]$", word)):
            words.append(word)
        elif word.endswith(("ии", "ье")):
            words.append(word[:-1] + "я")
        elif regex.search(r"[бвгдзклмнпрстфхжшчщц]е$", word):
            words.append(word[:-1] + "а")
        elif regex.search(r"(?:[оеи]в|ин|ын)ой$", word):
            words.append(word[:-2] + "а")
        elif regex.search(r"(?:ск|цк)ой$", word):
            words.append(word[:-2] + "ая")
        else:
            return ""
    return " ".join(words)
