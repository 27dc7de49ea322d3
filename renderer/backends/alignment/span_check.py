"""Checks that word times are complete, in order and inside the audio."""

from __future__ import annotations

from collections.abc import Sequence

from renderer.backends.speech.base import TokenSpan


def spans_problem(spans: Sequence[TokenSpan], *, tokens: int, samples: int) -> str:
    """What is wrong with the spans, or ""."""
    if [span.token for span in spans] != list(range(tokens)):
        return f"{len(spans)} word times for {tokens} words"
    edges = [edge for span in spans for edge in (span.start, span.end)]
    if edges != sorted(edges) or any(span.end <= span.start for span in spans):
        return "word times overlap or run backwards"
    if edges and (edges[0] < 0 or edges[-1] > samples):
        return "word times lie outside the audio"
    return ""
