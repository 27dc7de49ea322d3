"""`make audit`: check every pin against the stored security advisories; needs no network.

The exit status is 1 when a pin is affected and the advisory is not accepted with a reason.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, Final

from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

ROOT: Final = Path(__file__).parents[1]
PINS: Final = ROOT / "constraints.txt"
ADVISORIES: Final = Path(__file__).with_name("advisories.toml")


@dataclass(frozen=True, slots=True, kw_only=True)
class Advisory:
    """One published vulnerability of one package.

    `affected` holds version ranges, any of which may apply; `fixed` is empty where no release fixes it;
    `accepted` is the reason why an affected pin is acceptable, until the day `until`.
    """

    id: str
    package: str
    affected: tuple[SpecifierSet, ...]
    fixed: str
    summary: str
    source: str
    accepted: str = ""
    until: date = date.min

    def hits(self, version: str) -> bool:
        """Whether this version lies in one of the ranges."""
        return any(each.contains(version, prereleases=True) for each in self.affected)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A pinned version that an advisory affects."""

    advisory: Advisory
    version: str

    def is_borne(self, today: date) -> bool:
        """Whether the advisory is accepted and its review date has not passed."""
        return bool(self.advisory.accepted) and today <= self.advisory.until


def pins(text: str) -> dict[str, str]:
    """The pinned versions of a constraints file, by normalised package name."""
    found = re.findall(r"^([A-Za-z0-9._-]+)==([^\s;#]+)", text, re.MULTILINE)
    return {canonicalize_name(name): version for name, version in found}


def read(text: str) -> tuple[date, list[Advisory]]:
    """The day of the last refresh and the advisories.

    Raises:
        ValueError, KeyError: An entry lacks a field, or has an invalid version range.
    """
    document = tomllib.loads(text)
    return document["refreshed"], [_advisory(entry) for entry in document["advisory"]]


def audit(pinned: Mapping[str, str], advisories: Sequence[Advisory]) -> list[Finding]:
    """Every advisory that affects a pinned version."""
    return [
        Finding(advisory=each, version=pinned[each.package])
        for each in advisories
        if each.package in pinned and each.hits(pinned[each.package])
    ]


def _advisory(entry: Mapping[str, Any]) -> Advisory:
    accepted = entry.get("accepted", {})
    return Advisory(
        id=entry["id"],
        package=canonicalize_name(entry["package"]),
        affected=tuple(SpecifierSet(each) for each in entry["affected"]),
        fixed=entry["fixed"],
        summary=entry["summary"],
        source=entry["source"],
        accepted=accepted.get("because", ""),
        until=accepted.get("until", date.min),
    )


def main() -> int:
    """Print the findings; returns the exit status."""
    today = datetime.now(UTC).date()
    refreshed, advisories = read(ADVISORIES.read_text("utf-8"))
    pinned = pins(PINS.read_text("utf-8"))
    findings = audit(pinned, advisories)
    for each in findings:
        advisory, borne = each.advisory, each.is_borne(today)
        way = f"update to {advisory.fixed}" if advisory.fixed else "no release mends it"
        words = f"accepted until {advisory.until}: {advisory.accepted}" if borne else way
        print(f"{advisory.package} {each.version}: {advisory.id}, {advisory.summary} ({words})")
    bad = [each for each in findings if not each.is_borne(today)]
    print(
        f"{len(pinned)} pins, {len(advisories)} advisories of {refreshed}: {len(bad)} to mend, "
        f"{len(findings) - len(bad)} accepted"
    )
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
