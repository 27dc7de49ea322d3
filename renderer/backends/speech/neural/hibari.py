"""Hibari: an American English voice distilled from Kokoro's "heart", small, at two hundred times real time.

Only the network of the published package is used; phonemes come from the same reader as Kokoro's, and the
waveform from hibari_vocoder.py.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from renderer.backends.packs.catalogue import pinned_digest
from renderer.backends.speech.base import Speech
from renderer.backends.speech.embedded.espeak import EspeakEngine
from renderer.backends.speech.embedded.espeak_process import EspeakProcess, shared_process
from renderer.backends.speech.neural.hibari_vocoder import Predicted, rendered
from renderer.backends.speech.neural.in_pieces import Sound
from renderer.backends.speech.neural.kokoro_family import ends_of, speak_line
from renderer.backends.speech.neural.onnx_voice import DURATION, checked_bytes, duration_output, open_session
from renderer.backends.speech.phonemes.reading import REVISION as READING
from renderer.backends.speech.phonemes.sequence import PhonemeChunk
from renderer.backends.speech.voice_map import (
    NEURAL_FOLDER,
    found_row,
    load_table,
    neural_voice,
    table_digest,
)
from renderer.contract.vocabulary import Language, Voice
from renderer.core.script import Line

REVISION: Final = 2
TABLE: Final = NEURAL_FOLDER / "hibari.toml"
DURATIONS_INSIDE: Final = "/Clip_output_0"
"""Name of the tensor with the predicted number of frames of each symbol."""
_OUTPUTS: Final = ("lh", "theta", "ln", "lr", "phi", "f0")


@dataclass(frozen=True, slots=True, kw_only=True)
class HibariEngine:
    """Speaks English with the voices of `folder`."""

    folder: Path
    table: Path = TABLE
    process: EspeakProcess = field(default_factory=shared_process)
    loaded: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)
    lock: threading.Lock = field(default_factory=threading.Lock, repr=False, compare=False)
    rate: float = 1.0
    """Factor on the speed in the table."""

    def at_rate(self, rate: float) -> HibariEngine:
        """The same engine, sharing its loaded voices, at another pace."""
        return replace(self, rate=rate)

    @property
    def name(self) -> str:
        """Always "hibari"."""
        return "hibari"

    @property
    def lanes(self) -> int:
        """One: it is too fast for threads to pay off."""
        return 1

    def engine_for(self, language: Language) -> str:
        """Always itself."""
        del language
        return self.name

    def serves(self, language: Language, voice: Voice) -> bool:
        """Whether the table has an entry and the voice's file exists."""
        row = found_row(load_table(self.table), voice, language)
        return row is not None and (self.folder / f"{row.voice}.onnx").is_file()

    def pace(self, language: Language, voice: Voice) -> float:
        """Characters of spoken text per second; 0 when it was not measured."""
        row = found_row(load_table(self.table), voice, language)
        return row.pace if row else 0.0

    @property
    def fingerprint(self) -> str:
        """Revisions, voice table, the phoneme reader and the pinned model."""
        reader = EspeakEngine(process=self.process).reader
        model = pinned_digest("hibari/heart.onnx")[:12]
        told = f"hibari r{REVISION}.{READING} table {table_digest(self.table)} {reader} model {model}"
        return told if self.rate == 1.0 else f"{told} rate {self.rate:g}"

    def start(self, language: Language, voice: Voice) -> None:
        """Start the phoneme reader."""
        del language, voice
        self.process.start()

    def speak(self, line: Line, *, language: Language, voice: Voice) -> Speech:
        """The line at 24 kHz with a span per token.

        Raises:
            ClipwrightError: `voice_unavailable`, `model_invalid`, `line_unspeakable`, `speech_failed`.
        """
        chosen = neural_voice(self.table, voice, language, engine=self.name)
        session = self._model(chosen.voice)
        return speak_line(
            line,
            language,
            engine=self.name,
            process=self.process,
            say=lambda piece: _said(session, piece, chosen.speed * self.rate),
        )

    def _model(self, name: str) -> Any:
        with self.lock:
            if name not in self.loaded:
                model = f"hibari/{name}.onnx"
                data = checked_bytes(self.folder / f"{name}.onnx", pinned_digest(model), model=model)
                self.loaded[name] = open_session(data + duration_output(DURATIONS_INSIDE), model=model)
            return self.loaded[name]


def _said(session: Any, piece: PhonemeChunk, speed: float) -> Sound:
    given = {"ids": np.array([piece.numbers], np.int64), "speed": np.array([speed], np.float32)}
    *found, frames = session.run([*_OUTPUTS, DURATION], given)
    voiced, turn, noise, free, phase, pitch = (np.asarray(one[0], np.float32) for one in found)
    samples = rendered(Predicted(voiced=voiced, turn=turn, noise=noise, free=free, phase=phase, pitch=pitch))
    return Sound(samples=samples, ends=ends_of(frames))
