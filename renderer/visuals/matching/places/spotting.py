"""Where names of places occur in a text: in spaced languages, in Chinese and in Japanese."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from renderer.contract.vocabulary import Language
from renderer.text.segmentation.japanese import JapaneseWord, japanese_words
from renderer.visuals.matching.features.spelling import (
    CASED,
    ENDS,
    HONORIFICS,
    IsContent,
    ends_within,
    has_capital,
)
from renderer.visuals.matching.places.rows import PlaceNames
from renderer.visuals.matching.plain import plain, spellings

LONGEST: Final = 4
"""Words of the longest name that is looked for."""
_LONGEST_TEXT: Final = 10
_SMALL_NOUNS: Final = frozenset({Language.ES, Language.PT, Language.FR, Language.RU})
"""Languages that capitalise no other noun after a name, unlike English in "Oxford Street"."""
_PARTS_OF_NAMES: Final = frozenset({"New", "Neu", "San", "Santa", "Saint", "North", "South", "West", "East"})


class PlaceHit(Struct, frozen=True):
    """A name in a text: the row of its place, whether it is doubtful, and its position."""

    row: int
    doubtful: bool
    text: str
    start: int
    end: int


def place_hits(
    words: Sequence[str], language: Language, names: PlaceNames, *, is_content: IsContent
) -> Iterator[PlaceHit]:
    """Names in the words, the longest at each place, none within another."""
    if language is Language.JA:
        yield from _japanese(words, names)
    elif language is Language.ZH:
        yield from _chinese("".join(words), names)
    else:
        yield from _spaced(words, language, names, is_content=is_content)


def _spaced(
    words: Sequence[str], language: Language, names: PlaceNames, *, is_content: IsContent
) -> Iterator[PlaceHit]:
    at = 0
    while at < len(words):
        for size in range(min(LONGEST, len(words) - at), 0, -1):
            run = words[at : at + size]
            entry = next((names.terms[one] for one in spellings(run, language) if one in names.terms), None)
            if (
                entry
                and not ends_within(run)
                and (
                    language not in CASED
                    or _is_history(entry, run, names)
                    or _stands_alone(words, range(at, at + size), language, is_content=is_content)
                )
            ):
                yield PlaceHit(entry[0], bool(entry[1]), " ".join(run), at, at + size)
                at += size
                break
        else:
            at += 1


def _is_history(entry: tuple[int, int], run: Sequence[str], names: PlaceNames) -> bool:
    """Whether it is a historic name, which nobody bears, so that a capitalised word may precede it."""
    row, doubtful = entry
    return not doubtful and row >= names.historic and any(map(has_capital, run))


def _stands_alone(words: Sequence[str], name: range, language: Language, *, is_content: IsContent) -> bool:
    """Whether the name is capitalised and not preceded by a capital, as a person's last name is.

    Nor followed by one, as a first name is, in languages that capitalise only names ("Mary Shelley").
    """
    at, end = name.start, name.stop
    followed = end < len(words) and not words[end - 1].endswith(ENDS) and has_capital(words[end])
    if not has_capital(words[at]) or (followed and language in _SMALL_NOUNS):
        return False
    if at == 0:
        return True
    if language is Language.DE:
        return words[at - 1] not in _PARTS_OF_NAMES
    return not _is_name(words, at - 1, language, is_content=is_content)


def _is_name(words: Sequence[str], place: int, language: Language, *, is_content: IsContent) -> bool:
    """Whether the word may be a first name: capitalised in mid-sentence, without a comma after it."""
    word = words[place]
    opens = place == 0 or words[place - 1].endswith(ENDS)
    closed = word.endswith(ENDS)
    return word[:1].isupper() and not closed and not (opens and not is_content(word, language))


def _chinese(text: str, names: PlaceNames) -> Iterator[PlaceHit]:
    at = 0
    while at < len(text):
        for size in range(min(_LONGEST_TEXT, len(text) - at), 1, -1):
            piece = text[at : at + size]
            if piece in names.terms and text[at - 1 : at] != "·" and text[at + size : at + size + 1] != "·":
                row, doubt = names.terms[piece]
                yield PlaceHit(row, bool(doubt), piece, at, at + size)
                at += size
                break
        else:
            at += 1


def _japanese(words: Sequence[str], names: PlaceNames) -> Iterator[PlaceHit]:
    """Runs of words that the analyser takes for a place, except names of people or with an honorific."""
    parsed = japanese_words("".join(words))
    starts = [sum(len(word.text) for word in parsed[:place]) for place in range(len(parsed) + 1)]
    text = "".join(words)
    at = 0
    while at < len(parsed):
        for size in range(min(LONGEST, len(parsed) - at), 0, -1):
            piece = text[starts[at] : starts[at + size]]
            entry = names.terms.get(plain(piece, Language.JA))
            after = text[starts[at + size] :]
            person = after.startswith(HONORIFICS) or "・" in (text[starts[at] - 1 : starts[at]], after[:1])
            known = size > 1 or parsed[at].place or _is_foreign(parsed[at])
            if entry and known and not person:
                yield PlaceHit(entry[0], bool(entry[1]), piece, starts[at], starts[at + size])
                break
        else:
            size = 1
        at += size


def _is_foreign(word: JapaneseWord) -> bool:
    """Whether it may be a name unknown to the analyser; words of two signs are mostly other words."""
    return word.noun and not word.proper and len(word.text) > len("大阪")
