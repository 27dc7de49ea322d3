"""Fallback between aligners: uses the first that is confident enough, else the most confident."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from renderer.backends.alignment.base import WordAligner
from renderer.backends.alignment.span_check import spans_problem
from renderer.backends.speech.base import Speech, TokenSpan
from renderer.contract.vocabulary import Language
from renderer.core.script import Line
from renderer.errors import ClipwrightError
from renderer.late_log import LateLog

ENOUGH: Final = 0.6
"""Mean confidence of a line from which no further aligner is tried."""
_LOG: Final = LateLog(__name__)


class AlignerFallback(Struct, frozen=True, kw_only=True):
    """Tries `aligners` (at least one) in order; every span names the aligner that found it."""

    aligners: tuple[WordAligner, ...]
    enough: float = ENOUGH

    @property
    def name(self) -> str:
        """The first aligner's name; `TokenSpan.source` names the aligner that placed a word."""
        return self.aligners[0].name

    @property
    def fingerprint(self) -> str:
        """The fingerprints of all aligners in order, and the confidence required."""
        return f"trust {self.enough:g}: {' > '.join(aligner.fingerprint for aligner in self.aligners)}"

    def align(self, line: Line, speech: Speech, *, language: Language) -> tuple[TokenSpan, ...]:
        """The spans of the first aligner that is confident enough, or of the most confident one.

        Raises:
            ClipwrightError: `alignment_failed` with every aligner's reason when all have failed.
        """
        best: tuple[TokenSpan, ...] = ()
        reasons: list[str] = []
        for aligner in self.aligners:
            try:
                spans = _checked(aligner, line, speech, language)
            except ClipwrightError as error:
                if error.code != "alignment_failed":
                    raise
                reasons.append(error.facts["reason"])
                continue
            if not best or _mean(spans) > _mean(best):
                best = spans
            if _mean(best) >= self.enough:
                break
        if not best:
            raise ClipwrightError("alignment_failed", line=line.id, reason="; ".join(reasons))
        if reasons:
            _LOG.info("aligner_stood_in", line=line.id, used=best[0].source, reasons=reasons)
        return best


def _checked(aligner: WordAligner, line: Line, speech: Speech, language: Language) -> tuple[TokenSpan, ...]:
    spans = aligner.align(line, speech, language=language)
    problem = spans_problem(spans, tokens=len(line.tokens), samples=len(speech.samples))
    if problem:
        raise ClipwrightError("alignment_failed", line=line.id, reason=f"{aligner.name}: {problem}")
    return tuple(replace(span, source=span.source or aligner.name) for span in spans)


def _mean(spans: tuple[TokenSpan, ...]) -> float:
    return sum(span.confidence for span in spans) / len(spans)
