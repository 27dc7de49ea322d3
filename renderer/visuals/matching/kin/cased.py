"""Ties in languages that capitalise names: by apposition, by a verb, by a genitive, by "his"."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import regex

from renderer.contract.vocabulary import Language
from renderer.visuals.matching.kin.names import NUMERAL, IsPlace, is_common, person
from renderer.visuals.matching.kin.ties import Role, Tie
from renderer.visuals.matching.kin.words import WORDS, KinWords

_WORD_BEFORE: Final = r"(?<!\p{Lu}[\p{L}.’'-]*\s)(?<![\p{L}'’-])"
_PIECE: Final = r"(?:\p{Lu}\.(?=\s)|\p{Lu}\p{L}*(?:-\p{L}+|['’]\p{Lu}\p{L}+)*)"
_CLOSES: Final = r"(?=\s*(?:[,.;:!?…)»”\"]|$))"
_NO_NEXT: Final = r"(?![\p{L}'’-])"
_CLAUSE: Final = 8
"""Words between a person who opens a sentence and "his"."""

_CAPITAL: Final = regex.compile(r"\p{Lu}")
_TWO: Final = 2
_GERMAN_EPITHET: Final = regex.compile(r"\b(?:des|dem|der) (\p{Lu}\p{L}+?)e?n$")
_ENDS_IN_S: Final = (
    "Zeus",
    "Thomas",
    "Hans",
    "Jesus",
    "Paris",
    "Agnes",
    "Iris",
    "Doris",
    "Andreas",
    "Matthias",
)


def cased_ties(text: str, language: Language, is_place: IsPlace) -> Iterator[Tie]:
    """Ties in a sentence; none if it asks, doubts or is about something other than people."""
    words = WORDS[language]
    doubted = regex.search(rf"(?i)(?<![\p{{L}}-])(?:{words.doubt}|{words.other})(?!\p{{L}})", text)
    if doubted or "?" in text or "n't" in text or "n’t" in text or not _may_tell(text, language):
        return
    for pattern in _patterns(text, language):
        for hit in pattern.finditer(text, overlapped=True):
            yield from _read(hit, language, is_place)


def _read(hit: regex.Match[str], language: Language, is_place: IsPlace) -> Iterator[Tie]:
    """The ties of one hit: `one` (and `too`) are the role of `of` (and `also`), `both` of each other."""
    found = {name: text for name, text in hit.groupdict().items() if text and name != "between"}
    names = {
        name: person(_nominative(text, name, language), language, is_place)
        for name, text in found.items()
        if name != "k"
    }
    if not all(names.values()) or _told_of_another(hit, language):
        return
    role = _role(found.get("k", ""), WORDS[language])
    end = max(hit.end(name) for name in names)
    others = [names[key] for key in ("of", "gen", "bare", "also") if key in names]
    for one in (names[key] for key in ("too", "one") if key in names):
        for other in others:
            if one != other:
                yield Tie(one=one, role=role, other=other, end=end)
    if "both" in names and names["both"] != names["one"]:
        yield Tie(one=names["one"], role=role, other=names["both"], end=end)


def _told_of_another(hit: regex.Match[str], language: Language) -> bool:
    """Whether "his" may refer to somebody else, because a person without a name precedes it."""
    if "between" not in hit.re.groupindex:
        return False
    return bool(regex.search(rf"(?i)\b(?:{WORDS[language].roles})\b", hit["between"] or ""))


def _role(word: str, words: KinWords) -> Role:
    table: tuple[tuple[Role, str], ...] = (
        ("child", f"{words.child}|{words.children}"),
        ("parent", words.parent),
        ("sibling", f"{words.sibling}|{words.siblings}"),
    )
    return next((role for role, found in table if regex.fullmatch(f"(?i:{found})", word)), "spouse")


def _plain(name: str, language: Language) -> str:
    """German names in their basic form: "Karl dem Großen" becomes "Karl der Große"."""
    if language is not Language.DE:
        return name
    women = regex.search(r"[ae]s? der ", name)
    return str(_GERMAN_EPITHET.sub(rf"{'die' if women else 'der'} \1e", name))


def _nominative(name: str, group: str, language: Language) -> str:
    """The name in its basic form: in German without the genitive of `gen` and `bare`, or "" if unclear."""
    if language is not Language.DE or group not in {"gen", "bare"}:
        return _plain(name, language)
    if name.endswith(("'", "’")):
        return name[:-1]
    first, _, rest = name.partition(" ")
    last = "" if not rest or regex.match(rf"(?:{NUMERAL}|von |de |der |des )", rest) else rest
    bent = last or first
    if not bent.endswith("s") or bent in _ENDS_IN_S or bent.endswith(("ss", "us")):
        return ""
    if bent.endswith("es") and is_common(bent[:-2], language):
        return ""
    return _plain(f"{first} {last[:-1]}" if last else f"{first[:-1]} {rest}".strip(), language)


def _may_tell(text: str, language: Language) -> bool:
    """Whether it has two capitals, for two names, and one of the words that every pattern needs."""
    return len(_CAPITAL.findall(text)) >= _TWO and _tells(language).search(text) is not None


@lru_cache(maxsize=8)
def _tells(language: Language) -> regex.Pattern[str]:
    """Pattern for the words of which each pattern needs one."""
    w = WORDS[language]
    return _words("|".join((_one(w), w.children, w.siblings, w.married, w.wedded)))


def _patterns(text: str, language: Language) -> Iterator[regex.Pattern[str]]:
    """The patterns whose words occur in a text; the others need no compiling, which is slow."""
    for words, pattern in _told(language):
        if _words(words).search(text):
            yield _compiled(pattern)


@lru_cache(maxsize=64)
def _words(alternatives: str) -> regex.Pattern[str]:
    return regex.compile(rf"(?i)(?<!\p{{L}})(?:{alternatives})(?!\p{{L}})", flags=regex.VERSION1)


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> regex.Pattern[str]:
    return regex.compile(pattern, flags=regex.VERSION1)


@lru_cache(maxsize=8)
def _told(language: Language) -> tuple[tuple[str, str], ...]:
    return tuple(_texts(language))


def _one(w: KinWords) -> str:
    return f"{w.child}|{w.parent}|{w.spouse}|{w.sibling}"


def _texts(language: Language) -> Iterator[tuple[str, str]]:
    """The patterns, each preceded by the words of which it needs one."""
    w = WORDS[language]
    kin, single = f"{_one(w)}|{w.children}|{w.siblings}", _one(w)
    piece = rf"(?!(?:{kin})(?!\p{{L}})){_PIECE}"
    numeral = r"(?:\s[IVX]+\.)" if language is Language.DE else "(?:(?!))"
    name = rf"(?>{piece}(?:{numeral}|\s(?:(?:{w.names_of})(?:\s|(?<=['’]))){{0,2}}{piece}){{0,4}})"
    of = rf"(?:(?:{w.of})(?:\s+|(?<=['’])))"
    rank = rf"(?:(?:(?:{w.article})(?:\s+|(?<=['’])))?(?i:{w.rank})\s+){{0,2}}"
    article = rf"(?:(?:{w.article})(?:\s+|(?<=['’])))?"
    quality = rf"(?:(?:{w.quality})\s+){{0,3}}"
    behind = rf"(?:\s+(?:{w.quality})){{0,2}}" if language is not Language.DE else ""
    role = rf"(?P<k>(?i:{single})){_NO_NEXT}"
    roles, siblings = (rf"(?P<k>(?i:{words})){_NO_NEXT}" for words in (w.children, w.siblings))
    start = rf"(?<!\p{{Lu}}[\p{{L}}.]*\s(?:{w.names_of})\s)(?<!['’]){_WORD_BEFORE}"
    free = rf"(?<!\b(?:{w.of}|{w.and_})\s){start}"
    one, two = rf"(?P<one>{name}){_NO_NEXT}", rf"{rank}(?P<of>{name}){_NO_NEXT}"
    parents = rf"{two}(?:\s+(?:{w.and_})\s+{of}?{rank}(?P<also>{name}){_NO_NEXT})?"
    pair = rf"{free}(?P<too>{name})\s+(?:{w.and_})\s+{rank}{one}"
    couple = rf"{free}(?P<both>{name})\s+(?:{w.and_})\s+{rank}{one}"
    yield single, rf"{start}{one}\s*,\s+{article}{quality}{role}{behind}\s+{of}{parents}"
    yield single, rf"{free}{one}\s+(?:{w.is_})\s+{article}{quality}{role}{behind}\s+{of}{parents}"
    yield w.children, rf"{pair}(?:\s*,|\s+(?:{w.are}))\s+{article}{quality}{roles}{behind}\s+{of}{parents}"
    yield w.siblings, rf"{couple}\s+(?:{w.are})\s+{article}{quality}{siblings}(?!\s+{of})"
    yield w.siblings, rf"(?i:{article}){quality}{siblings}\s+(?P<both>{name})\s+(?:{w.and_})\s+{one}"
    own = rf"(?:{w.own})\s+{quality}{role}{behind},?\s+{rank}{one}"
    yield single, rf"{start}(?P<of>{name}),?\s+(?:{w.and_})\s+{own}"
    yield (
        single,
        rf"^(?P<of>{name}){_NO_NEXT}(?P<between>(?:\s+\p{{Ll}}[\p{{Ll}}'’-]*){{1,{_CLAUSE}}}?)\s+{own}",
    )
    whose = rf"(?:{w.whose})\s+{quality}{role}\s*,?\s+(?:(?:{w.is_})\s+)?"
    yield single, rf"{start}(?P<of>{name})\s*,\s+{whose}{rank}{one}"
    yield w.married, rf"{free}{one}\s+(?:{w.married})\s+{two}(?!\s+{quality}(?:{kin}))"
    yield w.wedded, rf"{couple}\s+(?:{w.wedded}){_NO_NEXT}(?!\s+(?:{rank}{name}|\p{{Ll}}+\s+{kin}))"
    if language is not Language.DE:
        yield single, rf"{article}{quality}{role}{behind}\s+{of}{two}\s+(?:{w.is_})\s+{rank}{one}{_CLOSES}"
    if language in {Language.ES, Language.PT, Language.FR}:
        definite = rf"(?i:{w.article})(?:\s+|(?<=['’]))"
        yield single, rf"{definite}{quality}{role}{behind}\s+{of}{two}\s*,\s+{rank}{one}(?=,)"
    if language is Language.EN:
        owner = rf"{start}(?P<of>{name})['’]s?\s+{quality}{role}"
        yield single, rf"{owner}\s+{rank}{one}"
        yield single, rf"{owner}\s*,\s+{rank}{one}{_CLOSES}"
        yield single, rf"{owner}\s+(?:{w.is_})\s+{rank}{one}{_CLOSES}"
        yield single, rf"{start}{one}(?:\s*,|\s+(?:{w.is_}))\s+(?P<of>{name})['’]s?\s+{quality}{role}"
    if language is Language.DE:
        owner = rf"{start}(?P<gen>{name}['’]?)\s+{quality}{role}"
        yield single, rf"{owner}\s+{rank}{one}"
        yield single, rf"{start}{one}(?:\s*,|\s+(?:{w.is_}))\s+(?P<gen>{name}['’]?)\s+{quality}{role}"
        yield single, rf"{start}{one}\s*,\s+{article}{quality}{role}\s+(?P<bare>{name}){_NO_NEXT}"
        bearer = rf"de[sr]\s+(?i:{w.rank})\s+(?P<of>{name}){_NO_NEXT}"
        yield single, rf"{start}{one}\s*,\s+{article}{quality}{role}\s+{bearer}"
        yield single, rf"{free}{one}\s+(?:{w.is_})\s+{article}{quality}{role}\s+(?P<bare>{name}){_NO_NEXT}"
