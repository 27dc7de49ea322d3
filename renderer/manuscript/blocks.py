"""Blocks of a Markdown text, in order, and what had to be left out of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from renderer.manuscript.document import PassageKind, WrittenTable
from renderer.text.prepared import Preparation


@dataclass(frozen=True, slots=True, kw_only=True)
class Prose:
    """Running text with spaces collapsed; `stressed` are the phrases in emphasis, in order."""

    text: str
    stressed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """A heading of level 1 to 6."""

    level: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProseBlock:
    """Something to be said: a paragraph, the items of a list, the paragraphs of a quotation."""

    kind: PassageKind
    items: tuple[Prose, ...]


Block = Heading | ProseBlock | WrittenTable


@dataclass(slots=True)
class LeftOut:
    """What a reader met and could neither say nor show: counted by kind, or named by `preparation`.

    `links` are the addresses that stood in the text.
    """

    counts: dict[str, int] = field(default_factory=dict)
    links: list[str] = field(default_factory=list)
    preparation: Preparation = field(default_factory=Preparation)

    def count(self, what: str) -> None:
        """One more of this kind ("code block", "image")."""
        self.counts[what] = self.counts.get(what, 0) + 1

    def link(self, address: str) -> None:
        """An address, kept once."""
        if address and address not in self.links:
            self.links.append(address)

    def notes(self) -> tuple[str, ...]:
        """A sentence for each kind, and what stands for the characters that no face has."""
        kinds = (f"Left out of the narration: {what} ({count})." for what, count in self.counts.items())
        return (*kinds, *self.preparation.notes())
