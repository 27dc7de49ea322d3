"""faster-whisper (CTranslate2): on CUDA in float16 where available, else on the processor in int8.

Audio is transcribed in passages cut at silences, so memory does not grow with its length, progress is exact,
and a hallucination in one passage cannot carry over into the next.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from fractions import Fraction
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from renderer.backends.transcription.base import (
    RATE,
    Advance,
    AudioSource,
    Samples,
    TranscribedSegment,
    TranscribedWord,
    Transcript,
)
from renderer.backends.transcription.onsets import after_pauses
from renderer.backends.transcription.silence import Passage, passages
from renderer.contract.vocabulary import Language
from renderer.core.timecode import TimeRange, sample_time
from renderer.errors import ClipwrightError

REVISION: Final = 2
BEAM: Final = 5
FILES: Final = ("model.bin", "config.json", "tokenizer.json")
LISTENING_SECONDS: Final = 30
"""Length of the speech from which the language is detected."""


class WhisperTranscriber(Struct, frozen=True, kw_only=True):
    """A model folder in CTranslate2 format; `device` "auto", "cpu" or "cuda", `threads` for the processor."""

    folder: Path
    device: str = "auto"
    threads: int = 2

    @property
    def name(self) -> str:
        """Always "whisper"."""
        return "whisper"

    @property
    def engine(self) -> str:
        """Library and name of the model, such as "faster-whisper small"."""
        return f"faster-whisper {self.folder.name}"

    @property
    def fingerprint(self) -> str:
        """Wheel, model and revision."""
        return f"faster-whisper {version('faster-whisper')} {_mark(self.folder)} r{REVISION}"

    def transcribe(
        self, source: AudioSource, *, advance: Advance, language: Language | None = None
    ) -> Transcript:
        """See the port; the language is detected from the first passage with speech."""
        model = self.model()
        heard: list[TranscribedSegment] = []
        code, certainty = (language.value, 1.0) if language else ("", 0.0)
        for passage in passages(source):
            if not code:
                code, certainty = self._language(model, passage)
            for segment in self._segments(model, passage, code):
                heard.append(segment)
                _tell(advance, segment.span.end, source)
            _tell(advance, sample_time(passage.start + len(passage.samples), RATE), source)
        return Transcript(
            language=code,
            certainty=certainty,
            duration=sample_time(source.samples, RATE),
            segments=tuple(heard),
            engine=self.engine,
        )

    def model(self) -> Any:
        """The loaded model.

        Raises:
            ClipwrightError: `model_invalid`, `provider_unconfigured`.
        """
        missing = [name for name in FILES if not (self.folder / name).is_file()]
        if missing:
            reason = f"its file {missing[0]} is missing"
            raise ClipwrightError("model_invalid", model=f"whisper/{self.folder.name}", reason=reason)
        return _loaded(self.folder, self.device, self.threads)

    def _language(self, model: Any, passage: Passage) -> tuple[str, float]:
        first, last = passage.speech[0][0], passage.speech[-1][1]
        try:
            code, certainty, _ = model.detect_language(
                passage.samples[first : min(last, first + LISTENING_SECONDS * RATE)]
            )
        except (RuntimeError, ValueError) as error:
            raise _failed(error) from error
        return str(code), float(certainty)

    def _segments(self, model: Any, passage: Passage, code: str) -> Iterator[TranscribedSegment]:
        offset = sample_time(passage.start, RATE)
        limit = sample_time(len(passage.samples), RATE)
        clips = [second for first, last in _joined(passage.speech) for second in (first / RATE, last / RATE)]
        found = run_model(model, passage.samples, language=code, clips=clips)
        segments = (_segment(part, offset, limit) for part in found if part.text.strip())
        return (
            replace(segment, words=after_pauses(segment.words, passage.samples, start=offset))
            for segment in segments
        )


def _tell(advance: Advance, until: Fraction, source: AudioSource) -> None:
    total = sample_time(source.samples, RATE)
    advance(float(until / total), f"heard {_clock(until)} of {_clock(total)}")


def run_model(model: Any, samples: Samples, *, language: str, clips: Sequence[float]) -> Iterator[Any]:
    """The library's segments, with word times, of the clips (start, end, start, end, … in seconds).

    Raises:
        ClipwrightError: `transcription_failed`.
    """
    try:
        segments, _ = model.transcribe(
            samples,
            language=language,
            beam_size=BEAM,
            temperature=0.0,  # sampling would transcribe the same audio differently each time
            word_timestamps=True,
            condition_on_previous_text=False,
            vad_filter=False,
            clip_timestamps=list(clips),
        )
        yield from segments
    except (RuntimeError, ValueError) as error:
        raise _failed(error) from error


def _joined(speech: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Join neighbouring stretches within Whisper's window of 30 s: it does best with whole sentences."""
    window = 28 * RATE
    joined: list[tuple[int, int]] = []
    for first, last in speech:
        if joined and last - joined[-1][0] <= window:
            joined[-1] = (joined[-1][0], last)
        else:
            joined.append((first, last))
    return joined


def _segment(part: Any, offset: Fraction, limit: Fraction) -> TranscribedSegment:
    words = tuple(
        TranscribedWord(
            text=word.word.strip(),
            span=_span(word.start, word.end, offset, limit),
            confidence=min(1.0, max(0.0, float(word.probability))),
        )
        for word in part.words or ()
        if word.word.strip()
    )
    return TranscribedSegment(
        text=part.text.strip(), span=_span(part.start, part.end, offset, limit), words=words
    )


def _span(start: float, end: float, offset: Fraction, limit: Fraction) -> TimeRange:
    """A time range in whole milliseconds, clipped to the passage and shifted by `offset`."""
    first = min(max(Fraction(round(start * 1000), 1000), Fraction(0)), limit)
    last = min(max(Fraction(round(end * 1000), 1000), first), limit)
    return TimeRange(first, last).shifted(offset)


def _failed(error: Exception) -> ClipwrightError:
    return ClipwrightError("transcription_failed", reason=type(error).__name__)


def _clock(moment: Fraction) -> str:
    minutes, seconds = divmod(int(moment), 60)
    return f"{minutes}:{seconds:02d}"


def _mark(folder: Path) -> str:
    try:
        return f"{folder.name} {(folder / FILES[0]).stat().st_size}"
    except OSError:
        return f"{folder.name} missing"


@functools.cache
def _loaded(folder: Path, device: str, threads: int) -> Any:
    """The model, once per process."""
    try:
        from faster_whisper import WhisperModel  # noqa: PLC0415  loads CTranslate2
    except ImportError as error:
        setting = "up `pip install clipwright[engines]`"
        raise ClipwrightError("provider_unconfigured", provider="Whisper", setting=setting) from error
    place, precision = device_for(device)
    try:
        model = WhisperModel(
            str(folder), device=place, compute_type=precision, cpu_threads=threads, local_files_only=True
        )
        bands = len(model.feature_extractor.mel_filters)
    except Exception as error:
        # a damaged file raises many kinds of errors inside CTranslate2 and tokenizers
        reason = f"it is damaged or no CTranslate2 model ({type(error).__name__})"
        raise ClipwrightError("model_invalid", model=f"whisper/{folder.name}", reason=reason) from error
    if bands != model.model.n_mels:  # large-v3 has 128; without that file the library assumes 80
        reason = f"it hears {model.model.n_mels} bands, and preprocessor_config.json does not say so"
        raise ClipwrightError("model_invalid", model=f"whisper/{folder.name}", reason=reason)
    return model


def device_for(wanted: str) -> tuple[str, str]:
    """Device and precision; "auto" means CUDA where CTranslate2 finds it."""
    if wanted == "auto":
        import ctranslate2  # noqa: PLC0415  heavy

        wanted = "cuda" if ctranslate2.get_cuda_device_count() else "cpu"
    return (wanted, "float16") if wanted == "cuda" else ("cpu", "int8")
