"""A writer for tests: three short scenes that quote the topic."""

from __future__ import annotations

from msgspec import Struct

from renderer.backends.writing.base import Brief, Draft, DraftScene
from renderer.backends.writing.topic import clean_topic, quoted
from renderer.core.script import Role


class FakeWriter(Struct, frozen=True, kw_only=True):
    """Writes one sentence per scene in every mode and language."""

    @property
    def name(self) -> str:
        """Always "fake"."""
        return "fake"

    @property
    def fingerprint(self) -> str:
        """Fixed."""
        return "fake 1"

    def write(self, brief: Brief) -> Draft:
        """Hook, beat and close; raises what `clean_topic` raises."""
        topic = clean_topic(brief.topic)
        said = {
            Role.HOOK: f"{quoted(topic, brief.language)}.",
            Role.BEAT: f"{brief.mode.value} {brief.seed}.",
            Role.CLOSE: f"{brief.voice.value}.",
        }
        return Draft(
            title=topic,
            scenes=tuple(
                DraftScene(role=role, sentences=(text,), visual=("test",)) for role, text in said.items()
            ),
        )
