"""Speaks a line in pieces with a model of the Kokoro family, and joins the pieces and their word times."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from renderer.backends.speech.base import Samples, Speech
from renderer.backends.speech.finishing import finished, voiced_range
from renderer.backends.speech.neural.rises import risen
from renderer.backends.speech.phonemes.sequence import PhonemeChunk, spans_of_tokens, token_edges
from renderer.backends.speech.phonemes.symbols import PAUSES, Sounded
from renderer.core.script import Token

PAUSE_AT_MARK: Final = 0.16
PAUSE_BETWEEN_WORDS: Final = 0.02
LEAD: Final = 0.03
TAIL: Final = 0.06
"""Seconds of a piece that are kept after its voiced part; `LEAD` is the same before it."""


class Sound(Struct, frozen=True, kw_only=True, eq=False):
    """The sound of a piece: mono samples, and the end in seconds of the first pad, each symbol, the last pad.

    `ends` is empty when the model does not report them.
    """

    samples: Samples
    ends: tuple[float, ...]


def unspoken(tokens: Sequence[Token], words: Sequence[Sounded], *, engine: str) -> tuple[str, ...]:
    """A note for each token that should be heard but has no known sounds."""
    heard = {word.token for word in words if word.sounds}
    return tuple(
        f"“{token.display}” is passed over, since {engine} knows no sounds for it"
        for number, token in enumerate(tokens)
        if number not in heard and any(char.isalnum() for char in token.spoken)
    )


def spoken(
    parts: Sequence[PhonemeChunk],
    say: Callable[[PhonemeChunk], Sound],
    *,
    tokens: int,
    rate: int,
    trust: float,
    notes: tuple[str, ...] = (),
) -> Speech:
    """The pieces in sequence, levelled, with `notes` and a span per token (none without times).

    Silence gives an empty speech.
    """
    samples: list[Samples] = []
    edges: list[tuple[int, float, float, bool]] = []
    timed, place = True, 0
    for number, piece in enumerate(parts):
        sound = say(piece)
        timed = timed and bool(sound.ends)
        first, last = _kept(sound.samples, rate) if len(parts) > 1 else (0, len(sound.samples))
        if sound.ends:
            shift = (place - first) / rate
            edges += [
                (token, max(0.0, start + shift), end + shift, sure)
                for token, start, end, sure in token_edges(piece, sound.ends)
            ]
        samples.append(sound.samples[first:last])
        place += last - first
        if number + 1 < len(parts):
            samples.append(np.zeros(round(_pause(piece) * rate), np.float32))
            place += len(samples[-1])
    whole = np.concatenate(samples) if samples else np.zeros(0, np.float32)
    spans = spans_of_tokens(edges, count=tokens, rate=rate, total=len(whole), trust=trust) if timed else ()
    speech = finished(whole, rate, spans)
    settled = risen(speech.spans, speech.samples, rate, after_pause=after_pauses(parts))
    return replace(speech, spans=settled, notes=notes)


def after_pauses(parts: Sequence[PhonemeChunk]) -> frozenset[int]:
    """The tokens that are spoken first or after a mark that makes a pause."""
    words = [word for piece in parts for word in piece.words]
    follows = [True, *(bool(PAUSES & set(word.after)) for word in words)]
    return frozenset(word.token for word, after in zip(words, follows, strict=False) if after)


def _kept(samples: Samples, rate: int) -> tuple[int, int]:
    start, end = voiced_range(samples, rate)
    return max(0, start - round(LEAD * rate)), min(len(samples), end + round(TAIL * rate))


def _pause(piece: PhonemeChunk) -> float:
    return PAUSE_AT_MARK if PAUSES & set(piece.words[-1].after) else PAUSE_BETWEEN_WORDS
