"""Joins the separately spoken parts of one line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from renderer.backends.speech.base import Samples, Speech, TokenSpan

PAUSE_SECONDS: Final = 0.04


def resampled(speech: Speech, rate: int) -> Speech:
    """The same speech at `rate` hertz, with its spans scaled."""
    if speech.rate == rate:
        return speech
    import soxr  # noqa: PLC0415  heavy, and only lines in two scripts need it

    samples: Samples = soxr.resample(speech.samples, speech.rate, rate).astype(np.float32)
    spans = tuple(
        TokenSpan(
            token=span.token,
            start=span.start * rate // speech.rate,
            end=min(len(samples), span.end * rate // speech.rate),
            confidence=span.confidence,
        )
        for span in speech.spans
    )
    return Speech(samples=samples, rate=rate, spans=spans, notes=speech.notes)


def joined(parts: Sequence[Speech]) -> Speech:
    """The parts (at least one) in sequence, separated by short pauses, with tokens renumbered.

    All parts are resampled to the first part's rate.
    """
    rate = parts[0].rate
    pause = np.zeros(round(PAUSE_SECONDS * rate), np.float32)
    pieces: list[Samples] = []
    spans: list[TokenSpan] = []
    offset = 0
    for part in (resampled(part, rate) for part in parts):
        first = len(spans)
        spans += [_moved(span, token=first + span.token, by=offset) for span in part.spans]
        pieces += [part.samples, pause]
        offset += len(part.samples) + len(pause)
    notes = tuple(dict.fromkeys(note for part in parts for note in part.notes))
    return Speech(samples=np.concatenate(pieces[:-1]), rate=rate, spans=tuple(spans), notes=notes)


def _moved(span: TokenSpan, *, token: int, by: int) -> TokenSpan:
    return TokenSpan(token=token, start=span.start + by, end=span.end + by, confidence=span.confidence)
