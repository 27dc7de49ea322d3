"""A rewriter for tests: drops words from the end until the line fits its limit."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from renderer.backends.rewriting.base import RewritingTask, RoomyLine
from renderer.contract.vocabulary import Language


class FakeRewriter(Struct, frozen=True):
    """Turns "one two three" into "one two" when the limit is ten characters."""

    @property
    def name(self) -> str:
        """Always "fake"."""
        return "fake"

    @property
    def fingerprint(self) -> str:
        """Fixed."""
        return "fake 1"

    @property
    def available(self) -> bool:
        """Always true."""
        return True

    def rewrite(
        self, lines: Sequence[RoomyLine], *, source: Language, target: Language, task: RewritingTask
    ) -> tuple[str, ...]:
        """The beginning of each line."""
        del source, target, task
        return tuple(_begun(line) for line in lines)


def _begun(line: RoomyLine) -> str:
    if len(line.text) <= line.characters:
        return line.text
    whole, _, _ = line.text[: line.characters + 1].rpartition(" ")
    return whole or line.text[: line.characters]
