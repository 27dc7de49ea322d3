"""Splits text into sentences in ten languages; abbreviations and decimals do not end a sentence."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import regex

from renderer.contract.vocabulary import Language
from renderer.text.languages import is_spaced
from renderer.text.normalization.number_words import spoken_words

LOOK_BACK: Final = 64
"""Characters examined before and after a mark; unlimited look-around would make long texts quadratic."""
_CLOSING: Final = "\"'”’»›)\\]】」』）》〉"
_CLOSING_TOO: Final = {Language.DE: "“‘«‹", Language.RU: "“‘"}
"""Quotation marks that close in these languages but open in others: „Ja.“, »Ja.«."""


def _ends(language: Language) -> regex.Pattern[str]:
    """Matches the marks that may end a sentence and any closing quotes or brackets after them."""
    closers = rf"[{_CLOSING}{_CLOSING_TOO.get(language, '')}]*(?:\s[»”])?"
    if is_spaced(language):
        return regex.compile(rf"(?:[.!?…؟۔।॥]+{closers}(?=\s|$)|[।॥؟۔]+{closers})")
    return regex.compile(rf"(?:[。！？｡!?…]+|\.(?=\s|$)){closers}")


_ENDS: Final = {language: _ends(language) for language in Language}
_PARAGRAPH: Final = regex.compile(r"[^\S\n]*\n\s*\n\s*")
_LAST_WORD: Final = regex.compile(r"[\p{L}\p{M}\p{N}.ªº]+\.$")
_FIRST_WORD: Final = regex.compile(r"[\p{L}\p{M}]+")
_ACRONYM: Final = regex.compile(r"(?:\p{L}\.)+")
_ORDINAL: Final = regex.compile(r"\p{N}{1,2}\.")
_OPENS_GERMAN: Final = regex.compile(
    r"(?:Der|Die|Das|Den|Dem|Eine?[nmrs]?|Es|Er|Sie|Wir|Man|In|Im|Am|An|Auf|Bei|Beim|Mit|Nach|Von|Vom|Zu|Zum|Zur|Für|Durch|Über"
    r"|Unter|Vor|Während|Seit|Seitdem|Bis|Als|Wenn|Weil|Da|Dann|Danach|Dabei|Dort|Doch|Aber|Und|Auch|Nur|Noch|Schon|Vermutlich"
    r"|Vielleicht|Wahrscheinlich|Heute|Erst|Keine?r?|Jede[rs]?|Alle|Viele|Manche|Einige|Diese[rs]?|Seine?|Ihre?)(?!\p{L})"
)
"""Words that open a sentence and never follow an ordinal ("überlebten 62. Vermutlich ...", but "der 62.
Jahrestag")."""
_CLOSED_QUOTE: Final = regex.compile(r"[」』”’）)》〉】]$")


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


# Abbreviations after which a capital does not begin a new sentence.
_ABBREVIATIONS: Final[dict[Language, frozenset[str]]] = {
    Language.EN: _set("mr mrs ms dr prof st vs e.g i.e approx gen col gov sen rep mt capt lt sgt cf dept"),
    Language.ES: _set("sr sra srta dr dra d dña ud uds av avda p.ej ee.uu ee uu lic ing prof gral aprox"),
    Language.PT: _set("sr sra srta dr dra prof profa exmo exma av p.ex eng gen aprox"),
    Language.FR: _set("m mm mme mlle mgr dr pr st ste p.ex cf av boul éd"),
    Language.DE: _set("z.b d.h u.a bzw ca dr prof hr fr st str vgl evtl ggf inkl sog zzgl mio mrd tsd"),
    Language.RU: _set("г т.е т.к т.н пр ул им см напр проф акад"),
    Language.HI: _set("डॉ श्री प्रो"),
    Language.AR: _set("د أ م ص ق.م"),
    Language.ZH: frozenset(),
    Language.JA: frozenset(),
}
_MONTHS: Final = _set("jan feb mar apr jun jul aug sep sept oct nov dec")
"""Abbreviated before a day or a year in English; some of these are words in other languages."""
_ERA_END: Final = regex.compile(
    r"(?:\p{Nd}\s(?:B\.C\.(?:E\.)?|A\.D\.|C\.E\.|[ad]\.\s?C\.|[vn]\.\s?u\.\s?Z\.)|\bJ\.-C\.|\bн\.\s?э\.)$"
)
"""An abbreviated era; its full stop ends a sentence only if a function word follows, since a name may go
on within the same sentence."""
_DOLLARS_OF: Final = regex.compile(r"США|Канады|Австралии")
"""Words that follow "долл." inside a sentence."""
_BEFORE_NUMBER: Final = _set("no nº nr núm fig art vol pp p pág abb bd chap рис стр rs रु")


@lru_cache(maxsize=len(Language))
def _function_words(language: Language) -> frozenset[str]:
    words = spoken_words(language)
    return _set(words.stop_words) | _set(words.pictureless)


def _stops(text: str, end: int, following: str, language: Language) -> bool:
    """Whether the mark that ends at `end` ends a sentence, given what follows it."""
    if not following:
        return True
    before = text[max(0, end - LOOK_BACK) : end]
    if regex.match(r"\p{Ll}", following):
        return False
    if not before.endswith("."):
        return True
    word = _LAST_WORD.search(before)
    if word is None or before.endswith(".."):
        return True
    if _ERA_END.search(before):
        opening = _FIRST_WORD.match(following)
        return opening is not None and opening[0].lower() in _function_words(language)
    return not _is_cut_short(word[0], following, language)


def _is_cut_short(word: str, following: str, language: Language) -> bool:
    """Whether a full stop belongs to its word: an abbreviation, an acronym or a German ordinal."""
    stem = word.rstrip(".").lower()
    before_number = stem in _BEFORE_NUMBER or (language is Language.EN and stem in _MONTHS)
    if before_number and regex.match(r"\p{Nd}", following):
        return True
    if stem == "долл" and _DOLLARS_OF.match(following):
        return True
    if stem in _ABBREVIATIONS[language] or _ACRONYM.fullmatch(word):
        return True
    ordinal = language is Language.DE and _ORDINAL.fullmatch(word)
    return bool(ordinal) and _OPENS_GERMAN.match(following) is None


def _paragraph(text: str, language: Language) -> list[str]:
    spaced = is_spaced(language)
    found: list[str] = []
    start = 0
    for match in _ENDS[language].finditer(text):
        following = text[match.end() : match.end() + LOOK_BACK].lstrip()
        # A quotation that closes inside a sentence does not end it: 「…。」と言った。
        quoted = not spaced and _CLOSED_QUOTE.search(match[0]) and text[match.end() : match.end() + 1].strip()
        if quoted or not _stops(text, match.end(), following, language):
            continue
        found.append(text[start : match.end()].strip())
        start = match.end()
    return [sentence for sentence in (*found, text[start:].strip()) if sentence]


def sentences(text: str, language: Language) -> list[str]:
    """Sentences in order, trimmed, with spaces collapsed; an empty line always ends a sentence."""
    paragraphs = _PARAGRAPH.split(text.strip())
    single = (regex.sub(r"\s+", " ", paragraph) for paragraph in paragraphs)
    return [sentence for paragraph in single for sentence in _paragraph(paragraph, language)]
