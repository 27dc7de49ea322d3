"""A translator for tests: puts the target language's code before each line and cuts it to its limit."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from renderer.backends.translation.base import SourceLine
from renderer.contract.vocabulary import Language


class FakeTranslator(Struct, frozen=True):
    """Turns "Hello" into "de Hello"."""

    @property
    def name(self) -> str:
        """Always "fake"."""
        return "fake"

    @property
    def fingerprint(self) -> str:
        """Fixed."""
        return "fake 1"

    def translate(
        self, lines: Sequence[SourceLine], *, source: Language, target: Language
    ) -> tuple[str, ...]:
        """One translation per line."""
        if source is target:
            return tuple(line.text for line in lines)
        return tuple(f"{target.value} {line.text}"[: max(1, line.characters)] for line in lines)
