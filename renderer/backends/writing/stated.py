"""Handles briefs whose topic itself contains facts."""

from __future__ import annotations

from msgspec.structs import replace

from renderer.backends.knowledge.facts import headline, holds_facts
from renderer.backends.writing.base import Brief


def with_facts(brief: Brief) -> Brief:
    """The brief, with a topic of several sentences or bullets turned into a headline and facts."""
    if brief.facts or not holds_facts(brief.topic, brief.language):
        return brief
    return replace(brief, topic=headline(brief.topic, brief.language), facts=brief.topic)
