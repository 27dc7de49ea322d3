"""Cuts a line's sounds into pieces for a model, and maps the pieces' times back to tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from renderer.backends.speech.base import TokenSpan
from renderer.backends.speech.phonemes.symbols import NUMBERS, PAD, PAUSES, Sounded
from renderer.backends.speech.spans import INTERPOLATED

LONGEST: Final = 140
"""Most symbols of a piece, about nine seconds: longer ones take more memory, are slower and less clear."""

LAST_SOUND: Final = 0.12
"""Most seconds of a word's last sound; the rest of its predicted duration is the pause after it."""


class PhonemeChunk(Struct, frozen=True, kw_only=True):
    """Words spoken in one go."""

    words: tuple[Sounded, ...]

    @property
    def symbols(self) -> str:
        """The symbols to speak, without trailing space."""
        return "".join(word.before + word.sounds + word.after for word in self.words).rstrip()

    @property
    def numbers(self) -> list[int]:
        """The numbers of the symbols, padded at both ends."""
        return [PAD, *(NUMBERS[symbol] for symbol in self.symbols), PAD]


def pieces(words: Sequence[Sounded], longest: int = LONGEST) -> tuple[PhonemeChunk, ...]:
    """The words in as few pieces of at most `longest` symbols as possible, preferably cut at pauses.

    The pieces of a line have about the same length; a stretch without a mark is cut between words.
    """
    sounding = [word for word in words if word.sounds]
    lengths = [len(word.before + word.sounds + word.after) for word in sounding]
    count = -(-sum(lengths) // longest)
    found: list[list[Sounded]] = []
    rest, left = list(zip(sounding, lengths, strict=True)), sum(lengths)
    while rest:
        aim = left / max(1, count - len(found))
        take = _cut(rest, aim=aim, longest=longest) if left > longest else len(rest)
        found.append([word for word, _ in rest[:take]])
        left -= sum(length for _, length in rest[:take])
        rest = rest[take:]
    return tuple(PhonemeChunk(words=tuple(part)) for part in found)


def _cut(rest: Sequence[tuple[Sounded, int]], *, aim: float, longest: int) -> int:
    """Number of words of the next piece: up to the mark nearest to `aim`, else to the nearest gap."""
    reach, best, cost = 0, 1, float("inf")
    for at, (word, length) in enumerate(rest, start=1):
        reach += length
        if reach > longest and at > 1:
            break
        away = abs(reach - aim) + (0.0 if PAUSES & set(word.after) else longest / 3.0)
        if away < cost:
            best, cost = at, away
    return best


def token_edges(piece: PhonemeChunk, ends: Sequence[float]) -> list[tuple[int, float, float, bool]]:
    """(token, start, end, sure) in seconds for each word of a piece that was spoken.

    `ends` are the ends, in seconds, of the pad before, of each symbol, and of the pad after.
    """
    found, place = [], 0
    for word in piece.words:
        first = place + len(word.before)
        last = first + len(word.sounds) - 1
        found.append((word.token, ends[first], min(ends[last + 1], ends[last] + LAST_SOUND), word.sure))
        place = last + 1 + len(word.after)
    return found


def spans_of_tokens(
    edges: Sequence[tuple[int, float, float, bool]], *, count: int, rate: int, total: int, trust: float
) -> tuple[TokenSpan, ...]:
    """One span per token: in order, not empty, inside `total` samples.

    A silent token follows the one before it. Returns none when there is less than a sample per token.
    """
    if total < count or not edges:
        return ()
    spans: list[TokenSpan] = []
    floor = 0
    for token in range(count):
        own = [edge for edge in edges if edge[0] == token]
        room = total - (count - 1 - token)
        start = min(max(round(min(edge[1] for edge in own) * rate) if own else floor, floor), room - 1)
        end = min(max(round(max(edge[2] for edge in own) * rate) if own else start, start + 1), room)
        sure = bool(own) and all(edge[3] for edge in own)
        spans.append(TokenSpan(token=token, start=start, end=end, confidence=trust if sure else INTERPOLATED))
        floor = end
    return tuple(spans)
