"""The aligner for engines that know their own word times: it passes them on and checks them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from renderer.backends.speech.base import Speech, TokenSpan
from renderer.contract.vocabulary import Language
from renderer.core.script import Line
from renderer.errors import ClipwrightError


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineTimes:
    """Trusts the engine; `engine` is its name and becomes the source of the words."""

    engine: str

    @property
    def name(self) -> str:
        """The engine's name."""
        return self.engine

    @property
    def fingerprint(self) -> str:
        """Nothing here can change but the engine, which has a fingerprint of its own."""
        return "engine times 1"

    def align(self, line: Line, speech: Speech, *, language: Language) -> tuple[TokenSpan, ...]:
        """The spans of the speech.

        Raises:
            ClipwrightError: `alignment_failed` when they are missing, incomplete or out of order.
        """
        del language  # the times are there or not, whatever the language
        problem = spans_problem(speech.spans, tokens=len(line.tokens), samples=len(speech.samples))
        if problem:
            raise ClipwrightError("alignment_failed", line=line.id, reason=f"{self.engine}: {problem}")
        return speech.spans


def spans_problem(spans: Sequence[TokenSpan], *, tokens: int, samples: int) -> str:
    """What is wrong with a set of spans, or ""."""
    if [span.token for span in spans] != list(range(tokens)):
        return f"{len(spans)} word times for {tokens} words"
    edges = [edge for span in spans for edge in (span.start, span.end)]
    if edges != sorted(edges) or any(span.end <= span.start for span in spans):
        return "word times overlap or run backwards"
    if edges and (edges[0] < 0 or edges[-1] > samples):
        return "word times lie outside the audio"
    return ""
