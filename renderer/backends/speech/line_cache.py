"""Cached lines of speech: only changed lines are spoken again, and no line is paid for twice."""

from __future__ import annotations

from typing import Final

import msgspec
import numpy as np
from msgspec.structs import replace

from renderer.backends.speech.base import Speech, TokenSpan
from renderer.backends.speech.forwarding import ForwardingSpeech
from renderer.backends.speech.pace import engine_at_rate
from renderer.contract.vocabulary import Language, Voice
from renderer.core.script import Line
from renderer.net.response_cache import ResponseCache, request_key

_HEADER_BYTES: Final = 4


class _Header(msgspec.Struct, frozen=True):
    rate: int
    spans: tuple[tuple[int, int, int, float], ...]
    notes: tuple[str, ...] = ()


class CachedSpeech(ForwardingSpeech, frozen=True, kw_only=True):
    """`engine` behind a cache keyed by text, voice, language and the engine's fingerprint.

    The fingerprint covers the speed, which is in the voice table.
    """

    cache: ResponseCache

    def at_rate(self, rate: float) -> CachedSpeech:
        """The engine at that rate, if it supports one; its lines are cached separately."""
        return replace(self, engine=engine_at_rate(self.engine, rate))

    def speak(self, line: Line, *, language: Language, voice: Voice) -> Speech:
        """The cached line, else the engine's, cached before it is returned; raises what the engine raises."""
        text = [(token.spoken, token.gap) for token in line.tokens]
        key = request_key("speech", engine=self.fingerprint, text=text, language=language, voice=voice)
        kept = self.cache.get(key)
        if kept:
            return _decoded(kept)
        speech = self.engine.speak(line, language=language, voice=voice)
        self.cache.put(key, _encoded(speech))
        return speech


def _encoded(speech: Speech) -> bytes:
    rows = tuple((span.token, span.start, span.end, span.confidence) for span in speech.spans)
    header = msgspec.json.encode(_Header(rate=speech.rate, spans=rows, notes=speech.notes))
    return len(header).to_bytes(_HEADER_BYTES, "little") + header + speech.samples.astype("<f4").tobytes()


def _decoded(blob: bytes) -> Speech:
    end = _HEADER_BYTES + int.from_bytes(blob[:_HEADER_BYTES], "little")
    header = msgspec.json.decode(blob[_HEADER_BYTES:end], type=_Header)
    spans = tuple(
        TokenSpan(token=token, start=start, end=stop, confidence=trust)
        for token, start, stop, trust in header.spans
    )
    samples = np.frombuffer(blob[end:], "<f4").astype(np.float32)
    return Speech(samples=samples, rate=header.rate, spans=spans, notes=header.notes)
