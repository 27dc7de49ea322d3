"""Blocks of a Markdown text, in order, and a tally of what had to be left out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from msgspec import Struct

from renderer.manuscript.document import PassageKind, WrittenTable


class Prose(Struct, frozen=True, kw_only=True):
    """Running text with spaces collapsed; `stressed` holds the emphasised phrases, in order.

    `number` is the number of the ordered-list item that the text begins, or "".
    """

    text: str
    stressed: tuple[str, ...] = ()
    number: str = ""


class Heading(Struct, frozen=True, kw_only=True):
    """A heading of level 1 to 6."""

    level: int
    text: str


class ProseBlock(Struct, frozen=True, kw_only=True):
    """Something to be spoken: a paragraph, the items of a list, the paragraphs of a quotation."""

    kind: PassageKind
    items: tuple[Prose, ...]


Block = Heading | ProseBlock | WrittenTable


@dataclass(slots=True)
class LeftOut:
    """Tallies what a reader could neither say nor show, and collects the addresses found in the text.

    `drawable` removes or replaces characters that no font face can draw.
    """

    counts: dict[str, int] = field(default_factory=dict)
    links: list[str] = field(default_factory=list)
    drawable: Callable[[str], str] = str

    def count(self, what: str) -> None:
        """Count one more item of a kind ("code block", "image")."""
        self.counts[what] = self.counts.get(what, 0) + 1

    def link(self, address: str) -> None:
        """Keep an address, once."""
        if address and address not in self.links:
            self.links.append(address)

    def notes(self) -> tuple[str, ...]:
        """One sentence for each kind left out."""
        return tuple(f"Left out of the narration: {what} ({count})." for what, count in self.counts.items())
