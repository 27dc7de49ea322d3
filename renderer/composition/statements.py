"""Turns sentences of passages into spoken statements: simplified, split, without dangling references."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import regex
from msgspec import Struct

from renderer.composition.joining import Joining, load_joining, pattern
from renderer.contract.vocabulary import Language
from renderer.core.knowledge import Kind, TextPassage
from renderer.text.languages import CASED, is_spaced
from renderer.text.normalization.speakable import is_speakable
from renderer.text.segmentation.sentences import sentences

MOST: Final = 240
"""Number of statements considered; an article says what matters early."""
FEWEST_WORDS: Final = 4
FEWEST_CHARACTERS: Final = {Language.ZH: 7, Language.JA: 9}
_BRACKETS: Final = regex.compile(r"\s*[(\[（【〔［][^()\[\]（）【】〔〕［］]*[)\]）】〕］]")
_INSERTED: Final = regex.compile(r"\[(?!sic\])(\p{Ll}{2,12})\]")
"""A word that an editor put into a quotation: "[for] the discovery"."""
_PHONETIC: Final = r"/[^/\d]{0,60}[ˈˌːəɛɔɑʁʃʒɹʊɪɡŋθðɲɾβʎɐ][^/\d]{0,60}/"
_PRONOUNCED: Final = regex.compile(rf"\s*{_PHONETIC}")
_UNCLOSED: Final = regex.compile(
    rf"\s*\((?:prononc|pronunc)\p{{L}}+[^()/\d;]{{0,40}}{_PHONETIC}\s*[,;]?(?=[^()]*$)"
)
"""A pronunciation in the phonetic alphabet after a bracket that is never closed."""
_ASIDE: Final = regex.compile(r"\s[—–]\s[^—–.;:]{3,80}\s[—–](?=\s)")
_OPENED_QUOTE: Final = regex.compile(r"(?<=\s\")\s+(?=\S)")
_SPACES: Final = regex.compile(r"[^\S\u00a0\u202f]+")
_BEFORE_MARK: Final = regex.compile(r"\s+(?=[,.;!?。，、।])")
_ENDED: Final = regex.compile(r"[.!?…。！？।॥؟]['\"”“’‘»«」』]*$")
_CLOSERS: Final = "\"'”“’‘»«」』"
_PAIRS: Final = (("«", "»"), ("「", "」"), ("『", "』"), ("(", ")"), ("（", "）"), ("[", "]"))
_UNFIT: Final = regex.compile(
    r"[{}|<>\\^~*_#@]|https?:|www\.|[:：]\s*[.。]?$|^[-–—•·]|\?\s*\)|\bISBN\b|\bcf\.|[\u2190-\u21ff\u2200-\u22ff]|\p{So}"
)
_LIST: Final = regex.compile(r"(?:[,،、，;；][^,،、，;；]{1,30}){7,}")
_LOWER: Final = regex.compile(r"^[\"'“«„(]?\p{Ll}")


class Statement(Struct, frozen=True, kw_only=True):
    """One sentence as it will be spoken, in several `parts` where it is long.

    `passage` and `place` locate the sentence in the passages. Parts are always told together: what comes
    after a "but" can change what was said before it. `leans` when the statement refers to the one before it
    and means nothing alone; `elided` when its subject shows only in its verb ("Usó un método ..."), so that
    the last statement that names a subject must be told first.
    """

    parts: tuple[str, ...]
    passage: int
    place: int
    leans: bool
    elided: bool = False

    @property
    def text(self) -> str:
        """All parts in one string."""
        return " ".join(self.parts)


def statements(passages: Sequence[TextPassage], language: Language) -> tuple[Statement, ...]:
    """Everything in the passages that can be spoken, in order; no sentence twice."""
    joining = load_joining(language)
    found: list[Statement] = []
    seen: set[str] = set()
    for number, passage in enumerate(passages):
        place = 0
        leads = not passage.heading and passage.source not in (one.source for one in passages[:number])
        opens = False
        for sentence in sentences(passage.text, language):
            place += 1
            plain = simplified(sentence, joining, language)
            parts = (plain,) if passage.kind is Kind.ENTRY else _parted(plain, joining, language)
            key = plain.casefold()
            if key in seen or not all(_fits(part, language) for part in parts):
                opens = opens and goes_on(plain, joining)
                place += 1  # what follows must not lean on a sentence that is left out
                continue
            seen.add(key)
            leans = passage.kind is Kind.PROSE and bool(pattern(joining.dangling).search(plain))
            leans = leans and not (leads and place == 1 and not goes_on(plain, joining))
            opens = not leans if place == 1 else opens and goes_on(plain, joining)
            follows = opens and place > 1
            elided = follows or (bool(joining.elided) and bool(pattern(joining.elided).search(plain)))
            leans = leans and not follows
            found.append(
                Statement(parts=parts, passage=number, place=place, leans=leans, elided=elided and not leans)
            )
            if len(found) >= MOST:
                return tuple(found)
    return tuple(found)


def goes_on(sentence: str, joining: Joining) -> bool:
    """Whether a sentence opens with a pronoun for its passage's subject."""
    return bool(joining.pronouns) and bool(pattern(joining.pronouns).search(sentence))


def simplified(sentence: str, joining: Joining, language: Language) -> str:
    """The sentence without brackets, asides between dashes and opening connectives."""
    text = _INSERTED.sub(r"\1", sentence)
    text = _PRONOUNCED.sub("", _UNCLOSED.sub(",", text))
    for _ in range(3):  # brackets in brackets
        text = _OPENED_QUOTE.sub("", _BRACKETS.sub("", text))
    text = _ASIDE.sub("", text)
    text = _SPACES.sub(" ", text).strip()
    text = text if language is Language.FR else _BEFORE_MARK.sub("", text)
    bare = pattern(joining.strip).sub("", text)
    return text if bare == text else _capital(bare, language)


def _parted(text: str, joining: Joining, language: Language) -> tuple[str, ...]:
    """The text split where each side is a sentence of its own; otherwise whole."""
    parts = [part.strip() for part in pattern(joining.split).split(text) if part.strip()]
    if len(parts) == 1 or not all(_is_clause(part, language) for part in parts):
        return (text,)
    ended = (
        part if _ENDED.search(part) else part.rstrip(" ,،、，;；") + full_stop(language) for part in parts
    )
    return tuple(_capital(part, language) for part in ended)


def _is_clause(part: str, language: Language) -> bool:
    if is_spaced(language):
        return len(part.split()) >= FEWEST_WORDS
    return len(part) >= FEWEST_CHARACTERS.get(language, 1)


def full_stop(language: Language) -> str:
    """The language's full stop."""
    return {Language.ZH: "。", Language.JA: "。", Language.HI: "।"}.get(language, ".")


def _capital(text: str, language: Language) -> str:
    return text[:1].upper() + text[1:] if language in CASED else text


def _fits(text: str, language: Language) -> bool:
    """Whether it is a whole sentence that can be read aloud."""
    if not is_speakable(text) or not _ENDED.search(text) or _UNFIT.search(text) or _LIST.search(text):
        return False
    if text.rstrip(_CLOSERS)[-1] in "?？؟" or not _is_clause(text, language):
        return False
    if language in CASED and _LOWER.search(text):
        return False
    return _is_paired(text) and not regex.search(r"[(（\[]|[)）\]]", text)


def _is_paired(text: str) -> bool:
    """Whether quotation marks and brackets are all paired; German closes with the mark that opens English."""
    quotes = ("„", "“") if "„" in text else ("“", "”")
    return text.count('"') % 2 == 0 and all(text.count(a) == text.count(b) for a, b in (*_PAIRS, quotes))
