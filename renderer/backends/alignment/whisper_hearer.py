"""The word hearer that `WhisperWords` uses: any transcriber, applied to one line."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from renderer.backends.alignment.whisper_words import HeardWord
from renderer.backends.speech.base import Samples
from renderer.backends.transcription.base import ArraySource, Transcriber
from renderer.contract.vocabulary import Language


class TranscribedHearer(Struct, frozen=True, kw_only=True):
    """Hears words with `transcriber`."""

    transcriber: Transcriber

    @property
    def name(self) -> str:
        """The transcriber's name."""
        return self.transcriber.name

    @property
    def fingerprint(self) -> str:
        """The transcriber's fingerprint."""
        return self.transcriber.fingerprint

    def words(self, samples: Samples, *, language: Language) -> Sequence[HeardWord]:
        """See `WordHearer`; raises what the transcriber raises."""
        transcript = self.transcriber.transcribe(ArraySource(samples), advance=_unheard, language=language)
        return [
            HeardWord(
                text=word.text,
                start=float(word.span.start),
                end=float(word.span.end),
                probability=word.confidence,
            )
            for word in transcript.words()
        ]


def _unheard(fraction: float, detail: str) -> None:
    del fraction, detail
