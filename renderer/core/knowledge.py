"""What is known and from where: `TextPassage`s of running text, each with its `TextSource`."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from msgspec import Struct

SHARE_ALIKE: Final = "CC BY-SA"
"""Prefix of the licences that derived works have to name."""


class TextSource(Struct, frozen=True, kw_only=True):
    """Where a text comes from: an article in one revision, a dictionary entry, the user's own facts.

    `address` is a public one or empty; `date` is ISO 8601 (day or second) or empty; `licence` is a short name
    ("CC BY-SA 4.0") or empty where there is nothing to credit.
    """

    title: str
    publisher: str
    address: str = ""
    revision: str = ""
    licence: str = ""
    date: str = ""

    @property
    def is_share_alike(self) -> bool:
        """Whether works derived from the text must name its licence."""
        return self.licence.startswith(SHARE_ALIKE)

    @property
    def credit(self) -> str:
        """One line for descriptions: title, publisher, revision, date, address, licence."""
        revision = f"revision {self.revision}" if self.revision else ""
        parts = (f"“{self.title}”", self.publisher, revision, self.date, self.address, self.licence)
        return ", ".join(part for part in parts if part)


class Kind(StrEnum):
    """What sort of text a passage is."""

    PROSE = "prose"
    ENTRY = "entry"
    """Statements that stand alone: bullets, a dictionary's entry, a table's row."""
    DEFINITION = "definition"
    """Sentences of a dictionary: they say what something is, but answer no question."""


class TextPassage(Struct, frozen=True, kw_only=True):
    """One paragraph of plain text without markup; `heading` is that of its section, empty in the lead.

    `aside` marks a passage about something near the topic's subject: it may fill a script, but answers
    nothing.
    """

    text: str
    source: TextSource
    heading: str = ""
    kind: Kind = Kind.PROSE
    aside: bool = False
