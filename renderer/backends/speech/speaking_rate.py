"""Measures and stores the speaking rate of voices without a bundled one, from the first lines they speak.

Models and servers differ by a third and more from the bundled voices, so a script written for the bundled
pace comes out too long or too short. From the second video on, the writer uses the measured rate.
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct, field

from renderer.backends.speech.base import Speech, SpeechEngine
from renderer.backends.speech.forwarding import ForwardingSpeech
from renderer.backends.speech.pace import engine_at_rate
from renderer.backends.speech.spans import spoken_with_ranges
from renderer.contract.vocabulary import Language, Voice
from renderer.core.script import Line
from renderer.net.response_cache import ResponseCache, request_key
from renderer.voices.speaking_rate import BUNDLED

LEAST_CHARACTERS: Final[dict[bool, int]] = {False: 240, True: 80}
"""Characters from which a pace is reliable; in Chinese and Japanese (True) each says three times as much."""
SLOWEST, FASTEST = 0.4, 2.5
"""Multiples of the bundled pace outside of which the sound was not a reading of the text."""
_DENSE: Final = frozenset({Language.ZH, Language.JA})


class _Kept(msgspec.Struct, frozen=True):
    characters: int
    seconds: float


class MeasuredSpeakingRate(Struct, frozen=True, kw_only=True):
    """The measured pace of the engine with this fingerprint, else the bundled pace."""

    engine: str
    notes: ResponseCache

    def characters_per_second(self, *, language: Language, voice: Voice) -> float:
        """Characters of spoken text per second, for one voice and language."""
        kept = self.kept(language=language, voice=voice)
        return kept or BUNDLED.characters_per_second(language=language, voice=voice)

    def kept(self, *, language: Language, voice: Voice) -> float:
        """The measured pace; 0 when it has not been measured yet."""
        blob = self.notes.get(self._key(language, voice))
        try:
            found = msgspec.json.decode(blob, type=_Kept) if blob else _Kept(characters=0, seconds=1.0)
        except msgspec.DecodeError:
            return 0.0
        return found.characters / found.seconds if found.seconds > 0 else 0.0

    def keep(self, *, characters: int, seconds: float, language: Language, voice: Voice) -> None:
        """Store a measurement if it is long enough and plausible."""
        bundled = BUNDLED.characters_per_second(language=language, voice=voice)
        enough = characters >= LEAST_CHARACTERS[language in _DENSE]
        if enough and SLOWEST * bundled * seconds <= characters <= FASTEST * bundled * seconds:
            self.notes.put(
                self._key(language, voice),
                msgspec.json.encode(_Kept(characters=characters, seconds=seconds)),
            )

    def _key(self, language: Language, voice: Voice) -> str:
        return request_key("pace", engine=self.engine, language=language, voice=voice)


class RateMeasuringSpeech(ForwardingSpeech, frozen=True, kw_only=True, eq=False):
    """`engine` whose pace is measured until it is known for a voice and language. Use one per job."""

    notes: ResponseCache
    heard: dict[tuple[Language, Voice], dict[str, tuple[int, float]]] = field(default_factory=dict)

    def at_rate(self, rate: float) -> SpeechEngine:
        """The engine at that rate without measuring, as only its own pace matters."""
        return engine_at_rate(self.engine, rate)

    @property
    def pace(self) -> MeasuredSpeakingRate:
        """The pace of this engine, as far as it was measured."""
        return MeasuredSpeakingRate(engine=self.fingerprint, notes=self.notes)

    def speak(self, line: Line, *, language: Language, voice: Voice) -> Speech:
        """The engine's speech; raises what the engine raises."""
        speech = self.engine.speak(line, language=language, voice=voice)
        if not self.pace.kept(language=language, voice=voice):
            self._listen(line, speech, language, voice)
        return speech

    def _listen(self, line: Line, speech: Speech, language: Language, voice: Voice) -> None:
        lines = self.heard.setdefault((language, voice), {})
        lines[line.id] = (len(spoken_with_ranges(line.tokens).text), len(speech.samples) / speech.rate)
        heard = list(lines.values())  # a copy: other threads add lines meanwhile
        self.pace.keep(
            characters=sum(count for count, _ in heard),
            seconds=sum(seconds for _, seconds in heard),
            language=language,
            voice=voice,
        )
