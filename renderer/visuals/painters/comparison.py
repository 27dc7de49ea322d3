"""Values side by side, as the text gives them."""

from __future__ import annotations

from dataclasses import dataclass

from renderer.visuals.painters.base import PaintRequest


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing compared: its name, its value (>= 0) and the value as written."""

    label: str
    value: float
    text: str


def entries(request: PaintRequest) -> list[Entry]:
    """Entries from `data["values"]` and `data["labels"]`, largest first; values shown as written there."""
    values = [part.strip() for part in request.data.get("values", "").split(";") if part.strip()]
    labels = [part.strip() for part in request.data.get("labels", "").split(";")]
    labels += [""] * (len(values) - len(labels))
    shown = [part.strip() for part in request.data.get("value_texts", "").split(";")]
    texts = shown if len(shown) == len(values) and all(shown) else values
    found = [
        Entry(label, abs(float(value)), text)
        for label, value, text in zip(labels, values, texts, strict=False)
    ]
    return sorted(found, key=lambda entry: -entry.value)
