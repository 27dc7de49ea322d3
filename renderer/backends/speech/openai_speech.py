"""Any OpenAI-compatible speech endpoint: one paid call a line, WAV back, checked before it is believed."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from renderer.backends.providers.http import Answer, HttpClient
from renderer.backends.providers.policy import Policy
from renderer.backends.providers.prices import Prices
from renderer.backends.speech.base import Speech
from renderer.backends.speech.finishing import finished
from renderer.backends.speech.neural_voices import NEURAL_FOLDER, neural_voice, table_digest
from renderer.backends.speech.spans import spoken_with_ranges
from renderer.backends.speech.wav_answer import read_wav
from renderer.contract.vocabulary import Language, Voice
from renderer.core.script import Line
from renderer.errors import ClipwrightError
from renderer.text.pace import estimated_seconds

REVISION: Final = 1
TABLE: Final = NEURAL_FOLDER / "openai.toml"
LONGEST_SHARE: Final = 4.0
"""A line may last this many times its estimate, and `SPARE_SECONDS`; a longer answer is another text."""
SPARE_SECONDS: Final = 10.0
_KINDS: Final = frozenset(
    {"", "audio/wav", "audio/x-wav", "audio/wave", "audio/vnd.wave", "application/octet-stream"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenAISpeech:
    """Speaks through `client`; its base is the address above `/audio/speech`."""

    client: HttpClient
    model: str
    policy: Policy
    prices: Prices = field(default_factory=Prices)
    table: Path = TABLE

    @property
    def name(self) -> str:
        """The model's name."""
        return self.model

    def engine_for(self, language: Language) -> str:
        """Always itself."""
        del language
        return self.name

    @property
    def fingerprint(self) -> str:
        """Model, server, voice table and revision."""
        place = self.client.endpoint.place
        return f"{self.model} at {place} r{REVISION} table {table_digest(self.table)}"

    def speak(self, line: Line, *, language: Language, voice: Voice) -> Speech:
        """The line without word times, which an aligner has to find.

        Raises:
            ClipwrightError: `voice_unavailable`, `line_unspeakable`, `provider_reply` for an answer that
                is no speech of this length, and what `HttpClient` and `Policy` raise.
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
            "response_format": "wav",
        }
        if chosen.speed != 1.0:
            request["speed"] = chosen.speed
        provider = self.client.endpoint.provider
        answer = self.policy.call(
            provider,
            lambda: self.client.post("/audio/speech", request, accept="audio/wav"),
            cost=self.prices.spoken(len(text)),
        )
        longest = LONGEST_SHARE * estimated_seconds(text, language=language, voice=voice) + SPARE_SECONDS
        return self._heard(answer, line, longest)

    def _heard(self, answer: Answer, line: Line, longest: float) -> Speech:
        provider = self.client.endpoint.provider
        if answer.kind not in _KINDS:
            raise answer.unexpected(provider, "WAV")
        try:
            samples, rate = read_wav(answer.body)
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
