"""Values to be compared, as given in the text."""

from __future__ import annotations

from msgspec import Struct

from renderer.painters.base import PaintRequest


class Entry(Struct, frozen=True):
    """One item of a comparison: its name, its value (>= 0) and the value as written."""

    label: str
    value: float
    text: str


def entries(request: PaintRequest) -> list[Entry]:
    """Entries of `facts.series`, largest first, with their values as written."""
    found = [Entry(each.label, abs(float(each.value)), each.text) for each in request.facts.series]
    return sorted(found, key=lambda entry: -entry.value)
