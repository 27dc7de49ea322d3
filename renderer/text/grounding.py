"""Prepares a text for checking sentences against it: its numbers as written and as spoken."""

from __future__ import annotations

from renderer.contract.vocabulary import Language
from renderer.core.script import spoken_text
from renderer.text.inventions import FIGURE, NOT_DIGITS, SourceText, parts_of
from renderer.text.lines import build_line
from renderer.text.topical import words_of


def source_text(text: str, language: Language) -> SourceText:
    """The text with its numbers as written and as spoken."""
    spoken = spoken_text(build_line(text, id="source", language=language))
    return SourceText(
        language=language,
        text=" ".join(text.split()).casefold(),
        digits=frozenset(NOT_DIGITS.sub("", each) for each in FIGURE.findall(text)),
        spoken=frozenset(parts_of(text)) | frozenset(parts_of(spoken)),
        stems=frozenset(words_of(text, language)),
    )
