"""Briefs whose topic holds facts itself."""

from __future__ import annotations

from msgspec.structs import replace

from renderer.backends.knowledge.facts import headline, holds_facts
from renderer.backends.writing.base import Brief


def with_facts(brief: Brief) -> Brief:
    """The brief, a topic that holds several sentences or bullets turned into facts under its headline."""
    if brief.facts or not holds_facts(brief.topic, brief.language):
        return brief
    return replace(brief, topic=headline(brief.topic, brief.language), facts=brief.topic)
