"""Piper voices (VITS in ONNX) from the models folder, with the model's own phoneme durations as word times.

Piper and the espeak-ng inside it are GPL-3; they are an extra that the operator installs. The models draw
random numbers, so only the line cache makes a line sound the same again.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import numpy as np

from renderer.backends.speech.base import Samples, Speech
from renderer.backends.speech.finishing import finished
from renderer.backends.speech.neural.model_files import checked_files, file_mark
from renderer.backends.speech.neural.phoneme_times import spans_of_words, word_ranges
from renderer.backends.speech.spans import spoken_with_ranges
from renderer.backends.speech.voice_map import (
    NEURAL_FOLDER,
    NeuralVoice,
    found_row,
    load_table,
    neural_voice,
    table_digest,
)
from renderer.contract.vocabulary import Language, Voice
from renderer.core.script import Line
from renderer.errors import ClipwrightError

REVISION: Final = 1
TABLE: Final = NEURAL_FOLDER / "piper.toml"
_PINYIN: Final = "pinyin"
_READER: Final = "g2pW/g2pw.onnx"
"""The model for reading Chinese; if it were missing, piper would download it in the middle of a job."""
PAUSE_SECONDS: Final = 0.15
"""Pause between sentences that Piper finds in one line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PiperEngine:
    """Speaks with the voices in `folder`: NAME.onnx and NAME.onnx.json. Loaded voices stay loaded."""

    folder: Path
    table: Path = TABLE
    cuda: bool = False
    loaded: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)
    lock: threading.Lock = field(default_factory=threading.Lock, repr=False, compare=False)
    rate: float = 1.0
    """Factor on the speed in the table."""

    def at_rate(self, rate: float) -> PiperEngine:
        """The same engine, sharing its loaded voices, at another pace."""
        return replace(self, rate=rate)

    @property
    def name(self) -> str:
        """Always "piper"."""
        return "piper"

    def engine_for(self, language: Language) -> str:
        """Always itself."""
        del language
        return self.name

    @property
    def lanes(self) -> int:
        """One: onnxruntime uses its own threads here."""
        return 1

    def serves(self, language: Language, voice: Voice) -> bool:
        """Whether the table has an entry and the voice's file exists."""
        row = found_row(load_table(self.table), voice, language)
        return row is not None and (self.folder / f"{row.voice}.onnx").is_file()

    @property
    def fingerprint(self) -> str:
        """Wheel, revision, voice table, and names, sizes and times of all voices in the folder."""
        files = file_mark(self.folder, "*.onnx*")
        told = f"piper-tts {version('piper-tts')} r{REVISION} table {table_digest(self.table)} voices {files}"
        return told if self.rate == 1.0 else f"{told} rate {self.rate:g}"

    def speak(self, line: Line, *, language: Language, voice: Voice) -> Speech:
        """The line at the voice's rate, with spans if the phonemes' words correspond to the line's words.

        Raises:
            ClipwrightError: `voice_unavailable`, `model_invalid`, `line_unspeakable`, `speech_failed`.
        """
        chosen = neural_voice(self.table, voice, language, engine=self.name)
        model = self.model(chosen.voice, language=language)
        text = spoken_with_ranges(line.tokens).text
        try:
            chunks = list(_chunks(model, text, chosen, rate=self.rate))
        except Exception as error:  # onnxruntime's exceptions share no base class
            reason = type(error).__name__
            raise ClipwrightError("speech_failed", engine=self.name, line=line.id, reason=reason) from error
        speech = _joined(chunks, line)
        if not len(speech.samples):
            reason = f"the voice {chosen.voice} knows no sounds for its text; write it out in words"
            raise ClipwrightError("line_unspeakable", engine=self.name, line=line.id, reason=reason)
        return speech

    def model(self, name: str, *, language: Language) -> Any:
        """The loaded voice.

        Raises:
            ClipwrightError: `model_invalid` when its files are missing, damaged or for another language.
        """
        with self.lock:
            if name not in self.loaded:
                self.loaded[name] = _load(self.folder, name, cuda=self.cuda)
            model = self.loaded[name]
        spoken = str(model.config.espeak_voice or "").partition("-")[0].replace("cmn", "zh")
        if spoken and spoken != language.value:
            raise ClipwrightError(
                "model_invalid", model=f"piper/{name}", reason=f"it speaks '{spoken}', not '{language.value}'"
            )
        if model.config.phoneme_type.value == _PINYIN and not (self.folder / _READER).is_file():
            reason = f"it reads Chinese with {_READER}, which is missing beside it"
            raise ClipwrightError("model_invalid", model=f"piper/{name}", reason=reason)
        return model


def _load(folder: Path, name: str, *, cuda: bool) -> Any:
    model, config = checked_files(folder, f"{name}.onnx", f"{name}.onnx.json")
    try:
        from piper import PiperVoice  # noqa: PLC0415  loads onnxruntime

        return PiperVoice.load(model, config, use_cuda=cuda, download_dir=folder, include_alignments=True)
    except ImportError as error:
        raise ClipwrightError(
            "provider_unconfigured", provider="Piper", setting="up `pip install clipwright[engines]`"
        ) from error
    except Exception as error:  # a damaged file raises many kinds of errors in three libraries
        reason = f"it is damaged or no Piper voice ({type(error).__name__})"
        raise ClipwrightError("model_invalid", model=f"piper/{name}", reason=reason) from error


def _chunks(model: Any, text: str, chosen: NeuralVoice, *, rate: float) -> Iterator[Any]:
    from piper import SynthesisConfig  # noqa: PLC0415  same

    several = model.config.num_speakers > 1
    settings = SynthesisConfig(
        speaker_id=min(chosen.speaker, model.config.num_speakers - 1) if several else None,
        length_scale=(model.config.length_scale or 1.0) / (chosen.speed * rate),
    )
    # Piper takes text in double brackets for raw phonemes
    yield from model.synthesize(text.replace("[[", "[ ["), syn_config=settings, include_alignments=True)


def _joined(chunks: Sequence[Any], line: Line) -> Speech:
    """The sentences of the line, separated by short pauses, with the word times of all."""
    if not chunks:
        return Speech(samples=np.zeros(0, np.float32), rate=1, spans=())
    rate = int(chunks[0].sample_rate)
    pause = np.zeros(round(PAUSE_SECONDS * rate), np.float32)
    pieces: list[Samples] = []
    words: list[tuple[int, int]] = []
    offset = 0
    for chunk in chunks:
        words += word_ranges(_timed(chunk.phoneme_alignments or (), offset))
        pieces += [np.asarray(chunk.audio_float_array, np.float32), pause]
        offset += len(pieces[-2]) + len(pause)
    return finished(np.concatenate(pieces[:-1]), rate, spans_of_words(words, line.tokens))


def _timed(alignments: Sequence[Any], offset: int) -> Iterator[tuple[str, int, int]]:
    position = offset
    for part in alignments:
        end = position + int(part.num_samples)
        yield str(part.phoneme), position, end
        position = end
