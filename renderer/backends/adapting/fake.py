"""An adapter for tests: keeps the first sentences that fit, or repeats every paragraph."""

from __future__ import annotations

from msgspec import Struct

from renderer.backends.adapting.base import ChapterText
from renderer.contract.orders.long_form import ScriptAdapting
from renderer.text.segmentation.sentences import sentences


class FakeAdapter(Struct, frozen=True):
    """Condenses to the leading sentences that fit; expands by saying every paragraph twice."""

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
        """Condensing and expanding."""
        return frozenset({"condense", "expand"})

    @property
    def required(self) -> bool:
        """Always false."""
        return False

    def adapt(self, chapter: ChapterText) -> tuple[str, ...]:
        """As many leading sentences as fit, at least one; or every paragraph twice."""
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
