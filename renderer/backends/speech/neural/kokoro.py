"""Kokoro-82M (StyleTTS 2 in ONNX) from the models folder: nine languages, with word times, deterministic.

Its phonemes come from espeak-ng's helper process, pypinyin and Open JTalk's front end: no GPL code runs in
this process.
"""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from renderer.backends.packs.catalogue import pinned_digest
from renderer.backends.speech.base import Speech
from renderer.backends.speech.embedded.espeak import EspeakEngine
from renderer.backends.speech.embedded.espeak_process import EspeakProcess, shared_process
from renderer.backends.speech.neural.in_pieces import Sound
from renderer.backends.speech.neural.kokoro_family import ends_of, speak_line
from renderer.backends.speech.neural.kokoro_styles import (
    TABLE,
    BlendedVoice,
    blended_voice,
    style,
    styles_digest,
)
from renderer.backends.speech.neural.model_files import file_mark
from renderer.backends.speech.neural.onnx_voice import (
    CUDA,
    DURATION,
    Device,
    available_providers,
    checked_bytes,
    duration_output,
    open_session,
)
from renderer.backends.speech.phonemes.reading import REVISION as READING
from renderer.backends.speech.phonemes.sequence import PhonemeChunk
from renderer.backends.speech.voice_map import found_row, load_rows, table_digest
from renderer.contract.vocabulary import Language, Voice
from renderer.core.script import Line
from renderer.errors import ClipwrightError

REVISION: Final = 3
MODELS: Final = ("kokoro-v1.0.onnx", "kokoro-v1.0.fp16.onnx", "kokoro-v1.0.int8.onnx", "kokoro-82m.int8.onnx")
"""Best first; the first one that exists is used. The last one is from the voice pack."""
_EIGHT_BITS: Final = ".int8."
DURATIONS_INSIDE: Final = "/encoder/Gather_output_0"
"""Name of the tensor with the predicted frames in exports of the release model-files-v1.0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KokoroEngine:
    """Speaks with the model in `folder`, in blends of the published voices."""

    folder: Path
    table: Path = TABLE
    process: EspeakProcess = field(default_factory=shared_process)
    loaded: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)
    lock: threading.Lock = field(default_factory=threading.Lock, repr=False, compare=False)
    rate: float = 1.0
    """Factor on the speed in the table."""
    device: Device = "auto"
    """Where to run; "auto" uses CUDA where the installed onnxruntime has it."""

    def at_rate(self, rate: float) -> KokoroEngine:
        """The same engine, sharing its loaded model, at another pace."""
        return replace(self, rate=rate)

    @property
    def name(self) -> str:
        """Always "kokoro"."""
        return "kokoro"

    @property
    def lanes(self) -> int:
        """One per processor, as each line is spoken by one thread."""
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

    def engine_for(self, language: Language) -> str:
        """Always itself."""
        del language
        return self.name

    def serves(self, language: Language, voice: Voice) -> bool:
        """Whether the model exists and the table has an entry."""
        known = found_row(load_rows(self.table, BlendedVoice), voice, language) is not None
        return known and (self.folder / model_name(self.folder)).is_file()

    def pace(self, language: Language, voice: Voice) -> float:
        """Characters of spoken text per second; 0 when it was not measured."""
        row = found_row(load_rows(self.table, BlendedVoice), voice, language)
        return row.pace if row else 0.0

    @property
    def fingerprint(self) -> str:
        """Revisions, voice table, style vectors, the phoneme reader and the model's file."""
        table = table_digest(self.table, BlendedVoice)
        name = model_name(self.folder)
        model = pinned_digest(f"kokoro/{name}")[:12] or file_mark(self.folder, name)
        reader = EspeakEngine(process=self.process).reader
        told = f"kokoro r{REVISION}.{READING} table {table} styles {styles_digest()} {reader} model {model}"
        told = f"{told} on a card" if self._runs_on(CUDA) else told
        return told if self.rate == 1.0 else f"{told} rate {self.rate:g}"

    def _runs_on(self, provider: str) -> bool:
        return device_of(model_name(self.folder), self.device) != "cpu" and provider in available_providers()

    def start(self, language: Language, voice: Voice) -> None:
        """Start the phoneme reader."""
        del language, voice
        self.process.start()

    def speak(self, line: Line, *, language: Language, voice: Voice) -> Speech:
        """The line at 24 kHz with a span per token.

        Raises:
            ClipwrightError: `voice_unavailable`, `model_invalid`, `line_unspeakable`, `speech_failed`.
        """
        chosen = blended_voice(self.table, voice, language, engine=self.name)
        session = self.model()
        return speak_line(
            line,
            language,
            engine=self.name,
            process=self.process,
            say=lambda piece: _said(session, piece, chosen, rate=self.rate),
        )

    def model(self) -> Any:
        """The loaded session; raises `model_invalid`, `provider_unconfigured`."""
        with self.lock:
            name = model_name(self.folder)
            if name not in self.loaded:
                self.loaded[name] = _load(self.folder / name, device_of(name, self.device))
            return self.loaded[name]


def model_name(folder: Path) -> str:
    """The file name of the model in a folder; the first of `MODELS` if it has none."""
    return next((name for name in MODELS if (folder / name).is_file()), MODELS[0])


def device_of(name: str, wanted: Device) -> Device:
    """Where a model runs: an 8-bit integer model on the processor, unless CUDA is asked for.

    CUDA has no integer convolutions, so most of the data is copied back and forth: 1.8 times real time on an
    H200, against 1.5 times on one processor thread beside it, of which there is one per lane.
    """
    return "cpu" if wanted == "auto" and _EIGHT_BITS in name else wanted


def _load(path: Path, device: Device) -> Any:
    model = f"kokoro/{path.name}"
    data = checked_bytes(path, pinned_digest(model), model=model)
    session = _timed(data, model, device) or open_session(data, model=model, device=device)
    if [one.name for one in session.get_inputs()] != ["tokens", "style", "speed"]:
        raise ClipwrightError("model_invalid", model=model, reason="it is no Kokoro model")
    return session


def _timed(data: bytes, model: str, device: Device) -> Any:
    """The session with its durations as an added output; None if the export has them or lacks the tensor."""
    if DURATIONS_INSIDE.encode() not in data:
        return None
    try:
        return open_session(data + duration_output(DURATIONS_INSIDE), model=model, device=device)
    except ClipwrightError as error:
        if error.code != "model_invalid":
            raise
        return None


def _said(session: Any, piece: PhonemeChunk, voice: BlendedVoice, *, rate: float) -> Sound:
    symbols = len(piece.numbers) - 2
    names = [one.name for one in session.get_outputs()]
    wanted = [names[0], *([DURATION] if DURATION in names else [])]
    given = {
        "tokens": np.array([piece.numbers], np.int64),
        "style": style(voice.blend, symbols),
        "speed": np.array([voice.speed * rate], np.float32),
    }
    samples, *frames = session.run(wanted, given)
    ends = ends_of(frames[0]) if frames else ()
    return Sound(samples=np.ravel(samples).astype(np.float32), ends=ends)
