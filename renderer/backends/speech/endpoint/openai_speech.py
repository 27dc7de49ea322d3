"""Any OpenAI-compatible speech endpoint: one paid call per line, whose sound is checked before use."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from msgspec import Struct, field

from renderer.backends.providers.prices import Prices
from renderer.backends.speech.base import Samples, Speech
from renderer.backends.speech.endpoint.coded_sound import SoundDecoder, coded_kind, no_decoder
from renderer.backends.speech.endpoint.wav_answer import read_wav
from renderer.backends.speech.finishing import finished
from renderer.backends.speech.spans import spoken_with_ranges
from renderer.backends.speech.voice_map import (
    NEURAL_FOLDER,
    found_row,
    load_table,
    neural_voice,
    table_digest,
)
from renderer.contract.vocabulary import Language, Voice
from renderer.core.script import Line
from renderer.errors import ClipwrightError
from renderer.net.http import HttpClient
from renderer.net.policy import Policy
from renderer.net.replies import HttpResponse
from renderer.voices.speaking_rate import estimated_seconds

REVISION: Final = 1
TABLE: Final = NEURAL_FOLDER / "openai.toml"
LONGEST_SHARE: Final = 4.0
"""A line may last this multiple of its estimate plus `SPARE_SECONDS`; a longer one is not this text."""
SPARE_SECONDS: Final = 10.0
_KINDS: Final = frozenset(
    {"", "application/octet-stream", "application/ogg"}
    | {f"audio/{name}" for name in ("wav", "x-wav", "wave", "vnd.wave", "mpeg", "mp3", "aac", "ogg", "opus")}
    | {"audio/flac", "audio/x-flac", "audio/x-aac"}
)
"""Accepted content types; the first bytes decide what the answer really is."""


class OpenAISpeech(Struct, frozen=True, kw_only=True):
    """Speaks through `client`, whose base is the address above `/audio/speech`.

    `format` is the format to ask for; an answer in another one that `decode` supports is accepted, too.
    """

    client: HttpClient
    model: str
    policy: Policy
    prices: Prices = field(default_factory=Prices)
    table: Path = TABLE
    format: str = "wav"
    decode: SoundDecoder = no_decoder

    @property
    def name(self) -> str:
        """The model's name."""
        return self.model

    def engine_for(self, language: Language) -> str:
        """Always itself."""
        del language
        return self.name

    @property
    def lanes(self) -> int:
        """One, as servers limit requests."""
        return 1

    def serves(self, language: Language, voice: Voice) -> bool:
        """Whether the table has an entry for the voice and the language."""
        return found_row(load_table(self.table), voice, language) is not None

    @property
    def fingerprint(self) -> str:
        """Model, server, voice table, revision and the format asked for."""
        place = self.client.endpoint.place
        coded = "" if self.format == "wav" else f" as {self.format}"
        return f"{self.model} at {place} r{REVISION} table {table_digest(self.table)}{coded}"

    def speak(self, line: Line, *, language: Language, voice: Voice) -> Speech:
        """The line without word times, which an aligner has to find.

        Raises:
            ClipwrightError: `voice_unavailable`, `line_unspeakable`, `provider_reply` for an answer that
                is no speech of plausible length, and what `HttpClient` and `Policy` raise.
        """
        chosen = neural_voice(self.table, voice, language, engine=self.name)
        text = spoken_with_ranges(line.tokens).text
        if not text.strip():
            raise ClipwrightError(
                "line_unspeakable", engine=self.name, line=line.id, reason="it has no words"
            )
        request: dict[str, object] = {
            "model": self.model,
            "voice": chosen.voice,
            "input": text,
            "response_format": self.format,
        }
        if chosen.speed != 1.0:
            request["speed"] = chosen.speed
        provider = self.client.endpoint.provider
        longest = LONGEST_SHARE * estimated_seconds(text, language=language, voice=voice) + SPARE_SECONDS

        def said() -> Speech:
            return self._heard(self.client.post("/audio/speech", request, accept="audio/*"), line, longest)

        return self.policy.call(provider, said, cost=self.prices.spoken(len(text)))

    def _heard(self, answer: HttpResponse, line: Line, longest: float) -> Speech:
        provider = self.client.endpoint.provider
        if answer.kind not in _KINDS:
            raise answer.unexpected(provider, "sound")
        try:
            samples, rate = self._samples(answer.body, longest)
        except ValueError as error:
            raise ClipwrightError("provider_reply", provider=provider, reason=error) from error
        if len(samples) > longest * rate:
            reason = (
                f"{len(samples) / rate:.0f} s of speech for line {line.id}, where {longest:.0f} s are plenty"
            )
            raise ClipwrightError("provider_reply", provider=provider, reason=reason)
        speech = finished(samples, rate)
        if len(speech.samples) < len(line.tokens):
            raise ClipwrightError(
                "provider_reply", provider=provider, reason=f"line {line.id} came back silent"
            )
        return speech

    def _samples(self, body: bytes, longest: float) -> tuple[Samples, int]:
        kind = coded_kind(body)
        return self.decode(body, kind=kind, longest_seconds=longest) if kind else read_wav(body)
