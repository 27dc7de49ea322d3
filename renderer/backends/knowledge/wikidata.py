"""Wikidata: quantities and dates of an item as entries ("height: 330 metre"), with Wikidata's labels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Protocol

from msgspec import Struct

from renderer.backends.knowledge.mediawiki import Wiki
from renderer.contract.vocabulary import Language
from renderer.core.knowledge import Kind, TextPassage, TextSource

LICENCE: Final = "CC0"
PUBLISHER: Final = "Wikidata"
QUANTITIES: Final = {
    "P2048": "height", "P2043": "length", "P2067": "mass", "P2046": "area", "P1082": "population",
    "P2044": "elevation", "P4511": "depth", "P2052": "speed", "P2250": "life expectancy", "P1083": "capacity",
}  # fmt: skip
DATES: Final = {
    "P571": "inception",
    "P569": "birth",
    "P570": "death",
    "P580": "start",
    "P582": "end",
    "P585": "point",
}
MOST: Final = 5
_STOP: Final = {Language.ZH: "。", Language.JA: "。", Language.HI: "।"}


class Statements(Protocol):
    """Finds figures about an item."""

    @property
    def fingerprint(self) -> str:
        """Changes with the rules."""
        ...

    def about(self, item: str, title: str, language: Language) -> tuple[TextPassage, ...]:
        """Entries about an item ("Q1"), in the language; raises what the client raises."""
        ...


class NoData(Struct, frozen=True):
    """Has no figures."""

    @property
    def fingerprint(self) -> str:
        """Fixed."""
        return "no data"

    def about(self, item: str, title: str, language: Language) -> tuple[TextPassage, ...]:
        """Always empty."""
        del item, title, language
        return ()


class Wikidata(Struct, frozen=True, kw_only=True):
    """Gives an item's best statements, if they have labels in the language."""

    wiki: Wiki

    @property
    def fingerprint(self) -> str:
        """The rules and the server."""
        return f"wikidata 1 {self.wiki.client.endpoint.place}"

    def about(self, item: str, title: str, language: Language) -> tuple[TextPassage, ...]:
        """At most `MOST` entries."""
        if not item:
            return ()
        entity = self._entities((item,), "claims|info", language).get(item, {})
        claims = entity.get("claims", {})
        best = [_best(key, claims.get(key, [])) for key in (*QUANTITIES, *DATES)]
        rows = [row for row in best if row[0]][:MOST]
        wanted = tuple(dict.fromkeys([key for key, _, _ in rows] + [unit for _, _, unit in rows if unit]))
        labels = self._labels(wanted, language)
        source = TextSource(
            title=title,
            publisher=PUBLISHER,
            address=f"https://www.wikidata.org/wiki/{item}",
            revision=str(entity.get("lastrevid", "")),
            licence=LICENCE,
            date=str(entity.get("modified", ""))[:10],
        )
        found = []
        for key, value, unit in rows:
            if key in labels and (not unit or unit in labels):
                said = f"{title}, {labels[key]}: {value} {labels.get(unit, '')}".strip()
                stop = _STOP.get(language, ".")
                found.append(TextPassage(text=said + stop, source=source, kind=Kind.ENTRY))
        return tuple(found)

    def _labels(self, ids: tuple[str, ...], language: Language) -> dict[str, str]:
        if not ids:
            return {}
        entities = self._entities(ids, "labels", language)
        found = {}
        for one, entity in entities.items():
            label = entity.get("labels", {}).get(language.value, {})
            if isinstance(label, dict) and isinstance(label.get("value"), str):
                found[one] = label["value"]
        return found

    def _entities(self, ids: tuple[str, ...], props: str, language: Language) -> Mapping[str, Any]:
        reply = self.wiki.ask(
            action="wbgetentities", ids="|".join(ids), props=props, languages=language.value
        )
        entities = reply.get("entities")
        if not isinstance(entities, dict):
            return {}
        return {key: value for key, value in entities.items() if isinstance(value, dict)}


def _best(key: str, statements: object) -> tuple[str, str, str]:
    """(property, value, unit item) of the preferred statement, else the first; empty if it does not fit."""
    rows = [row for row in statements if isinstance(row, dict)] if isinstance(statements, list) else []
    usable = [row for row in rows if row.get("rank") != "deprecated"]
    preferred = [row for row in usable if row.get("rank") == "preferred"] or usable
    for row in preferred[:1]:
        value = row.get("mainsnak", {}).get("datavalue", {}).get("value", {})
        if not isinstance(value, dict):
            continue
        if key in QUANTITIES and "amount" in value:
            unit = str(value.get("unit", "1")).rpartition("/")[2]
            return key, str(value["amount"]).lstrip("+"), unit if unit.startswith("Q") else ""
        if "time" in value:
            year = str(value["time"])[1:].partition("-")[0].lstrip("0")
            return (key, year, "") if year and str(value["time"]).startswith("+") else ("", "", "")
    return ("", "", "")
