"""The port for word aligners, which find the span of every token of a known text in its audio."""

from __future__ import annotations

from typing import Protocol

from renderer.backends.speech.base import Speech, TokenSpan
from renderer.contract.vocabulary import Language
from renderer.core.script import Line


class WordAligner(Protocol):
    """Finds where each token of a line is heard."""

    @property
    def name(self) -> str:
        """Short name, recorded in `Word.source`."""
        ...

    @property
    def fingerprint(self) -> str:
        """Changes whenever the same input could align differently."""
        ...

    def align(self, line: Line, speech: Speech, *, language: Language) -> tuple[TokenSpan, ...]:
        """One span per token, in order, inside the audio; raises `ClipwrightError` (`alignment_failed`)."""
        ...
