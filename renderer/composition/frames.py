"""Strips from a topic what only says how it is told: "The history of", "explained in three minutes"."""

from __future__ import annotations

from typing import Final

import regex

from renderer.composition.joining import load_joining, pattern
from renderer.contract.vocabulary import Language

_ARTICLE: Final = regex.compile(r"^(?:(?:the|el|la|los|las|le|les)\s|l[’'])", regex.I)


def unframed(topic: str, language: Language) -> str:
    """The topic without its frames and a leading article; unchanged where it has no frame."""
    text = topic.strip()
    for frame in load_joining(language).frames:
        text = pattern(frame).sub("", text).strip(" :,.-–—")
    if not text or text == topic.strip():
        return topic
    return _ARTICLE.sub("", text) or topic
