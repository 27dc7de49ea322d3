"""Blocks of a Markdown text, in order, and what had to be left out of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from msgspec import Struct

from renderer.manuscript.document import PassageKind, WrittenTable


class Prose(Struct, frozen=True, kw_only=True):
    """Running text with spaces collapsed; `stressed` are the phrases in emphasis, in order.

    `number` is that of an ordered list's item which the text begins, "" else.
    """

    text: str
    stressed: tuple[str, ...] = ()
    number: str = ""


class Heading(Struct, frozen=True, kw_only=True):
    """A heading of level 1 to 6."""

    level: int
    text: str


class ProseBlock(Struct, frozen=True, kw_only=True):
    """Something to be said: a paragraph, the items of a list, the paragraphs of a quotation."""

    kind: PassageKind
    items: tuple[Prose, ...]


Block = Heading | ProseBlock | WrittenTable


@dataclass(slots=True)
class LeftOut:
    """Counts what a reader met and could neither say nor show, and the addresses that stood in the text.

    `drawable` takes what no face has out of a text, or puts something for it.
    """

    counts: dict[str, int] = field(default_factory=dict)
    links: list[str] = field(default_factory=list)
    drawable: Callable[[str], str] = str

    def count(self, what: str) -> None:
        """One more of this kind ("code block", "image")."""
        self.counts[what] = self.counts.get(what, 0) + 1

    def link(self, address: str) -> None:
        """An address, kept once."""
        if address and address not in self.links:
            self.links.append(address)

    def notes(self) -> tuple[str, ...]:
        """A sentence for each kind."""
        return tuple(f"Left out of the narration: {what} ({count})." for what, count in self.counts.items())
