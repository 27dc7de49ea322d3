"""Places that a text names: countries, cities, states and features of the Earth, with where they are.

Names are from Unicode CLDR and GeoNames, ready made (assets/geography/places.zip, by tools/build_places.py);
places of history, which those do not have, come behind them (`historic`).
A doubtful name, which means something else as well, counts only beside a cue or with another place of its
country. A name of a city or country that is a feature's too is the feature's beside a cue of its own alone.
"""

from __future__ import annotations

import math
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import msgspec

from renderer.assets import ASSETS, read_asset
from renderer.contract.vocabulary import Language
from renderer.core.picture_spec import Place
from renderer.errors import ClipwrightError
from renderer.visuals.matching.features.hits import FeatureHit, feature_hits
from renderer.visuals.matching.features.names import feature_names, feature_rows, reaches
from renderer.visuals.matching.features.spelling import CASED, ENDS, HONORIFICS, ends_within, has_capital
from renderer.visuals.matching.function_words import is_content
from renderer.visuals.matching.historic import historic_places, historic_terms
from renderer.visuals.matching.japanese import JapaneseWord, japanese_words
from renderer.visuals.matching.picture_index import UNSPACED
from renderer.visuals.matching.plain import plain, readings, spellings

PLACES_FILE: Final = ASSETS / "geography" / "places.zip"
GUARDED_FILE: Final = ASSETS / "geography" / "guarded.toml"

LONGEST: Final = 4
"""Words of the longest name that is looked for."""

_LONGEST_TEXT: Final = 10
_SMALL_NOUNS: Final = frozenset({Language.ES, Language.PT, Language.FR, Language.RU})
"""Languages that write no other noun behind a name with a capital, as English does in "Oxford Street"."""

_NEAR_TEXT: Final = 2
_HISTORIC_PEOPLE: Final = 1
"""What places of history have in the row of thousands of people: every city of today has more."""
_REGION: Final = 12.0
_APART: Final = 2.2
_MOST_AROUND: Final = 14
_PARTS_OF_NAMES: Final = frozenset({"New", "Neu", "San", "Santa", "Saint", "North", "South", "West", "East"})
_EDGES: Final = " .,;:!?…\"'“”„«»()[]。、，！？؟،।"


class Guards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said of a language's names (see the file): cues, names that need them, further names.

    `also`: further names of countries and their ISO 3166 codes; `names`: English name of a city →
    its name.
    """

    doubtful: frozenset[str]
    sure: frozenset[str]
    never: frozenset[str]
    at: frozenset[str]
    kinds: tuple[str, ...]
    also: dict[str, str] = {}
    names: dict[str, str] = {}


class _Names(msgspec.Struct, frozen=True):
    names: tuple[str, ...]
    terms: dict[str, tuple[int, int]]


class _Row(msgspec.Struct, frozen=True, array_like=True):
    """ISO 3166 code, degrees east and north, thousands of people (0 for a country)."""

    code: str
    east: float
    north: float
    people: int


@dataclass(frozen=True, slots=True)
class _Hit:
    """A name in a text: the row of its place, whether it is doubtful, and where it stands."""

    row: int
    doubtful: bool
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class City:
    """A city to write on a map: its name in the language, degrees east and north, thousands of people."""

    name: str
    code: str
    east: float
    north: float
    people: int


@lru_cache(maxsize=16)
def guards(language: Language) -> Guards:
    """The guards of one language.

    Raises:
        ClipwrightError: `asset_missing`, `asset_invalid` naming the entry at fault.
    """
    return read_asset(GUARDED_FILE, dict[Language, Guards])[language]


def places_in(words: Sequence[str], language: Language, *, near: Sequence[str] = ()) -> tuple[Place, ...]:
    """Places that the words name, each once, in order; `near` are further words of the text."""
    names = _names(language)
    hits = list(_hits(words, language, names))
    sure = {_rows()[hit.row].code for hit in hits if _is_sure(hit, language)}
    if not all(_is_sure(hit, language) for hit in hits):
        sure |= {_rows()[hit.row].code for hit in _hits(near, language, names) if _is_sure(hit, language)}
    at, kinds = guards(language).at, guards(language).kinds
    features = feature_hits(
        words, language, near=near, countries=sure, at=at, kinds=kinds, is_content=is_content
    )
    sure |= {country for hit in features if (country := feature_rows()[hit.row].country)}
    found: dict[tuple[int, bool], tuple[int, Place]] = {}
    for hit in hits:
        if any(_gives_way(hit, feature) for feature in features):
            continue
        certain = _is_sure(hit, language) or _rows()[hit.row].code in sure
        if not certain and not _cued(hit, words, near, language):
            continue
        found.setdefault((hit.row, False), (hit.start, _place(hit.row, hit.text, names)))
    kept = [hit for hit in hits if (hit.row, False) in found]
    for feature in features:
        if not any(_overlap(feature, hit) for hit in kept if not _gives_way(hit, feature)):
            found.setdefault((feature.row, True), (feature.start, _feature(feature, language)))
    return tuple(place for _, place in sorted(found.values(), key=lambda each: each[0]))


def _is_sure(hit: _Hit, language: Language) -> bool:
    """Whether it needs no cue: not a doubtful name, nor a country's that is a state's too (Georgia)."""
    if hit.doubtful or _rows()[hit.row].people:
        return not hit.doubtful
    known = feature_names(language).terms
    terms = spellings(hit.text.split(), language)
    return not any(feature_rows()[name.row].country for term in terms for name in known.get(term, ()))


def _overlap(feature: FeatureHit, hit: _Hit) -> bool:
    return feature.start < hit.end and hit.start < feature.end


def _gives_way(hit: _Hit, feature: FeatureHit) -> bool:
    """Whether the feature's name holds the place's, or is the same and has a cue of its own."""
    longer = feature.end - feature.start > hit.end - hit.start
    return _overlap(feature, hit) and (longer or feature.cued)


def _feature(hit: FeatureHit, language: Language) -> Place:
    row = feature_rows()[hit.row]
    return Place(
        code=row.code,
        text=hit.text.strip(_EDGES),
        name=feature_names(language).names[hit.row],
        east=row.east,
        north=row.north,
    )


@lru_cache(maxsize=8)
def cities(language: Language) -> tuple[City, ...]:
    """Every city of today that has a name in the language, the largest first."""
    names = _names(language).names
    return tuple(
        City(name=name, code=row.code, east=row.east, north=row.north, people=row.people)
        for row, name in zip(_rows(), names, strict=True)
        if name and row.people > _HISTORIC_PEOPLE
    )


def cities_around(places: Sequence[Place], language: Language) -> tuple[Place, ...]:
    """The largest cities of the places' countries and within some degrees, apart from each other."""
    if not places:
        return ()
    found: list[City] = []
    reach = [(place, _around(place)) for place in places]
    for city in cities(language):
        near = any(city.code == place.code or _is_within(city, place, around) for place, around in reach)
        if near and _is_apart(city, places) and _is_apart(city, found):
            found.append(city)
        if len(found) == _MOST_AROUND:
            break
    return tuple(
        Place(code=city.code, name=city.name, east=city.east, north=city.north, city=True) for city in found
    )


def _around(place: Place) -> float:
    """Within how many degrees of a place cities may be written: all along a river that is long."""
    return max(_REGION, reaches().get(place.code, 0.0))


def _is_apart(city: City, others: Iterable[City | Place]) -> bool:
    return all(_degrees(city, other) > _APART for other in others)


def _is_within(city: City, place: Place, degrees: float) -> bool:
    """Whether a city is nearer than that; most are too far to the north or south for a closer look."""
    return abs(city.north - place.north) < degrees and _degrees(city, place) < degrees


def _degrees(one: City, other: City | Place) -> float:
    """How far apart two places are, as the crow flies."""
    squeeze = math.cos(math.radians((one.north + other.north) / 2))
    return math.hypot((one.east - other.east) * squeeze, one.north - other.north)


def _place(row: int, text: str, names: _Names) -> Place:
    found = _rows()[row]
    return Place(
        code=found.code,
        text=text.strip(_EDGES),
        name=names.names[row],
        east=found.east,
        north=found.north,
        city=found.people > 0,
    )


@lru_cache(maxsize=16)
def _names(language: Language) -> _Names:
    """The names of all rows; where today's place has the name as well, a text means the historic one."""
    known = msgspec.json.decode(_part(f"{language.value}.json"), type=_Names)
    first = len(known.names)
    terms = {term: (first + number, int(doubt)) for term, number, doubt in historic_terms(language)}
    names = (*known.names, *(place.name(language) for place in historic_places()))
    return _Names(names=names, terms=known.terms | terms)


@lru_cache(maxsize=1)
def _rows() -> tuple[_Row, ...]:
    """Cities, countries, and behind them places of history."""
    known = msgspec.json.decode(_part("places.json"), type=tuple[_Row, ...])
    historic = (
        _Row(place.code, place.east, place.north, 0 if place.country else _HISTORIC_PEOPLE)
        for place in historic_places()
    )
    return (*known, *historic)


def _part(name: str) -> bytes:
    if not PLACES_FILE.is_file():
        raise ClipwrightError("asset_missing", path="assets/geography/places.zip")
    with zipfile.ZipFile(PLACES_FILE) as archive:
        return archive.read(name)


def _hits(words: Sequence[str], language: Language, names: _Names) -> Iterator[_Hit]:
    if language is Language.JA:
        yield from _japanese(words, names)
    elif language is Language.ZH:
        yield from _chinese("".join(words), names)
    else:
        yield from _spaced(words, language, names)


def _spaced(words: Sequence[str], language: Language, names: _Names) -> Iterator[_Hit]:
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
                    or _is_history(entry, run)
                    or _stands_alone(words, at, at + size, language)
                )
            ):
                yield _Hit(entry[0], bool(entry[1]), " ".join(run), at, at + size)
                at += size
                break
        else:
            at += 1


def _is_history(entry: tuple[int, int], run: Sequence[str]) -> bool:
    """Whether it is a name of history, which nobody bears: a word with a capital may stand before it."""
    row, doubtful = entry
    return not doubtful and row >= len(_rows()) - len(historic_places()) and any(map(has_capital, run))


def _stands_alone(words: Sequence[str], at: int, end: int, language: Language) -> bool:
    """Whether the name has a capital and none right before it, as the last name of a person has.

    Nor right behind it, as a first name has, where nothing but names is written so ("Mary Shelley").
    """
    followed = end < len(words) and not words[end - 1].endswith(ENDS) and has_capital(words[end])
    if not has_capital(words[at]) or (followed and language in _SMALL_NOUNS):
        return False
    if at == 0:
        return True
    if language is Language.DE:
        return words[at - 1] not in _PARTS_OF_NAMES
    return not _is_name(words, at - 1, language)


def _is_name(words: Sequence[str], place: int, language: Language) -> bool:
    """Whether the word may be a first name: a capital in the midst of a sentence, no comma behind it."""
    word = words[place]
    opens = place == 0 or words[place - 1].endswith(ENDS)
    closed = word.endswith(ENDS)
    return word[:1].isupper() and not closed and not (opens and not is_content(word, language))


def _cued(hit: _Hit, words: Sequence[str], near: Sequence[str], language: Language) -> bool:
    """Whether a word nearby says that the place is meant."""
    known = guards(language)
    if language in UNSPACED:
        text = "".join(words)
        around = text[max(hit.start - _NEAR_TEXT, 0) : hit.start] + " " + text[hit.end : hit.end + _NEAR_TEXT]
        return any(kind in around for kind in known.kinds)
    before = plain(words[hit.start - 1], language) if hit.start else ""
    goes_on = hit.end < len(words) and not words[hit.end - 1].endswith(ENDS)
    follows = goes_on and words[hit.end][:1].isupper()
    if before in known.at and (language is Language.DE or not follows):
        return True
    others = (*words[: hit.start], *words[hit.end :], *near)
    said = {one for word in others for one in readings(word, language)}
    return not follows and any(word.startswith(kind) for word in said for kind in known.kinds)


def _chinese(text: str, names: _Names) -> Iterator[_Hit]:
    at = 0
    while at < len(text):
        for size in range(min(_LONGEST_TEXT, len(text) - at), 1, -1):
            piece = text[at : at + size]
            if piece in names.terms and text[at - 1 : at] != "·" and text[at + size : at + size + 1] != "·":
                row, doubt = names.terms[piece]
                yield _Hit(row, bool(doubt), piece, at, at + size)
                at += size
                break
        else:
            at += 1


def _japanese(words: Sequence[str], names: _Names) -> Iterator[_Hit]:
    """Runs of words that the analyser takes for a place; a person's name and an honorific are none."""
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
                yield _Hit(entry[0], bool(entry[1]), piece, starts[at], starts[at + size])
                break
        else:
            size = 1
        at += size


def _is_foreign(word: JapaneseWord) -> bool:
    """Whether it may be a name that the analyser does not know; two signs are mostly other words."""
    return word.noun and not word.proper and len(word.text) > len("大阪")
