"""Knowledge for tests: gives preset texts, or nothing."""

from __future__ import annotations

from msgspec import Struct

from renderer.backends.knowledge.base import Found, Topic, nothing_known
from renderer.contract.vocabulary import Language
from renderer.core.knowledge import TextPassage, TextSource

SOURCE = TextSource(
    title="Fake", publisher="Fakes", address="https://fakes.invalid/1", revision="1", licence="CC0"
)


class FakeKnowledge(Struct, frozen=True, kw_only=True):
    """`texts` by language, one passage each; a topic that contains "unknown" is not known."""

    texts: dict[Language, tuple[str, ...]]
    source: TextSource = SOURCE

    @property
    def name(self) -> str:
        """Always "fake"."""
        return "fake"

    @property
    def fingerprint(self) -> str:
        """Fixed."""
        return "fake 1"

    def look_up(self, topic: Topic) -> Found:
        """All texts in the topic's language; raises `knowledge_none`."""
        texts = self.texts.get(topic.language, ())
        if not texts or "unknown" in topic.text or not topic.text.strip():
            raise nothing_known(self.source.publisher, reason="nothing about it")
        return Found(passages=tuple(TextPassage(text=text, source=self.source) for text in texts))
