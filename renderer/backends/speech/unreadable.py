"""Replaces words that an engine cannot read: by a Latin transliteration or a pause, with a note."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from msgspec.structs import replace

from renderer.backends.speech.base import Speech, TokenSpan
from renderer.core.script import Token
from renderer.text.prepared import in_latin

PAUSE_SECONDS: Final = 0.2
"""Length of the pause for each unreadable token."""
UNSURE: Final = 0.5


def transliterated(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens with their spoken forms in Latin letters, where these can be transliterated."""
    return tuple(replace(token, spoken=in_latin(token.spoken) or token.spoken) for token in tokens)


def pause_for(tokens: Sequence[Token], rate: int, *, engine: str) -> Speech:
    """Silence with one span of `PAUSE_SECONDS` for each token."""
    step = round(PAUSE_SECONDS * rate)
    spans = tuple(
        TokenSpan(token=number, start=number * step, end=(number + 1) * step, confidence=UNSURE)
        for number in range(len(tokens))
    )
    note = f"a pause stands for “{_shown(tokens)}”, of which {engine} can say nothing"
    return Speech(samples=np.zeros(step * len(tokens), np.float32), rate=rate, spans=spans, notes=(note,))


def read_as_latin(speech: Speech, tokens: Sequence[Token], *, engine: str) -> Speech:
    """The speech, with a note that it is a transliteration."""
    note = f"“{_shown(tokens)}” is said as its Latin transliteration, since {engine} cannot read it"
    return replace(speech, notes=(note, *speech.notes))


def _shown(tokens: Sequence[Token]) -> str:
    return "".join(token.display + token.gap for token in tokens).strip()[:60]
