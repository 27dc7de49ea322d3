"""An adapter for tests: paragraphs go until the rest fits, or are told over again in their own words."""

from __future__ import annotations

from msgspec import Struct

from renderer.backends.adapting.base import ChapterText
from renderer.contract.orders.long_form import ScriptAdapting
from renderer.text.segmentation.sentences import sentences


class FakeAdapter(Struct, frozen=True):
    """Condenses to first sentences; expands by saying every second sentence in one breath with the first."""

    @property
    def name(self) -> str:
        """Always "fake"."""
        return "fake"

    @property
    def fingerprint(self) -> str:
        """Fixed."""
        return "fake 1"

    @property
    def works(self) -> frozenset[ScriptAdapting]:
        """Both."""
        return frozenset({"condense", "expand"})

    @property
    def required(self) -> bool:
        """Never."""
        return False

    def adapt(self, chapter: ChapterText) -> tuple[str, ...]:
        """Within the room as far as whole sentences allow; at least one."""
        if chapter.work == "condense":
            return (_within(list(chapter.paragraphs), chapter),)
        return tuple(f"{text} {text}" for text in chapter.paragraphs)


def _within(paragraphs: list[str], chapter: ChapterText) -> str:
    told = [one for text in paragraphs for one in sentences(text, chapter.language)]
    kept: list[str] = []
    for sentence in told:
        if kept and sum(map(len, kept)) + len(sentence) > chapter.characters:
            break
        kept.append(sentence)
    return " ".join(kept)
