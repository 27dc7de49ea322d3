"""The Kokoro model (StyleTTS 2 in ONNX) from the models folder; word times where an export has durations.

kokoro-onnx brings phonemizer (GPL-3) and drives espeak-ng in this process; both are an extra that the
operator installs. The model itself is deterministic.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import numpy as np

from renderer.backends.speech.base import Speech
from renderer.backends.speech.finishing import finished
from renderer.backends.speech.model_files import checked_files, file_mark
from renderer.backends.speech.neural_voices import NEURAL_FOLDER, neural_voice, table_digest
from renderer.backends.speech.phoneme_times import spans_of_words, word_ranges
from renderer.backends.speech.spans import spoken_with_ranges
from renderer.contract.vocabulary import Language, Voice
from renderer.core.script import Line
from renderer.errors import ClipwrightError

REVISION: Final = 1
TABLE: Final = NEURAL_FOLDER / "kokoro.toml"
MODELS: Final = ("kokoro-v1.0.onnx", "kokoro-v1.0.fp16.onnx", "kokoro-v1.0.int8.onnx")
"""As published, best first; the first one that is there is used. Those of release model-files-v1.1 have word
times, those of v1.0 have none."""
STYLES: Final = "voices-v1.0.bin"
PHONEMIZERS: Final[dict[Language, str]] = {
    Language.EN: "en-us",
    Language.ES: "es",
    Language.HI: "hi",
    Language.PT: "pt-br",
    Language.FR: "fr-fr",
}

_SILENT: Final = "it knows no sounds for its text; write it out in words"


@dataclass(frozen=True, slots=True, kw_only=True)
class KokoroEngine:
    """Speaks with the one model of `folder` in the voice table's styles."""

    folder: Path
    table: Path = TABLE
    loaded: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)
    lock: threading.Lock = field(default_factory=threading.Lock, repr=False, compare=False)

    @property
    def name(self) -> str:
        """Always "kokoro"."""
        return "kokoro"

    def engine_for(self, language: Language) -> str:
        """Always itself."""
        del language
        return self.name

    @property
    def fingerprint(self) -> str:
        """Wheel, revision, voice table and the model's files."""
        files = file_mark(self.folder, "*-v1.0.*")
        return (
            f"kokoro-onnx {version('kokoro-onnx')} r{REVISION} table {table_digest(self.table)} model {files}"
        )

    def speak(self, line: Line, *, language: Language, voice: Voice) -> Speech:
        """The line at 24 kHz.

        Raises:
            ClipwrightError: `voice_unavailable`, `model_invalid`, `line_unspeakable`, `speech_failed`.
        """
        chosen = neural_voice(self.table, voice, language, engine=self.name)
        model = self.model()
        if chosen.voice not in model.voices:
            raise ClipwrightError(
                "model_invalid", model=f"kokoro/{STYLES}", reason=f"it has no voice '{chosen.voice}'"
            )
        text = spoken_with_ranges(line.tokens).text
        try:
            samples, rate, timings = model.create_timed(
                text, chosen.voice, speed=chosen.speed, lang=PHONEMIZERS[language], trim=False
            )
        except ValueError as error:
            raise ClipwrightError(
                "line_unspeakable", engine=self.name, line=line.id, reason=_SILENT
            ) from error
        except Exception as error:  # onnxruntime's exceptions share no base class
            reason = type(error).__name__
            raise ClipwrightError("speech_failed", engine=self.name, line=line.id, reason=reason) from error
        timed = ((part.phoneme, round(part.start * rate), round(part.end * rate)) for part in timings)
        spans = spans_of_words(word_ranges(timed), line.tokens)
        speech = finished(np.asarray(samples, np.float32), rate, spans)
        if not len(speech.samples):
            raise ClipwrightError("line_unspeakable", engine=self.name, line=line.id, reason=_SILENT)
        return speech

    def model(self) -> Any:
        """The loaded model; raises `model_invalid`, `provider_unconfigured`."""
        with self.lock:
            name = model_name(self.folder)
            if name not in self.loaded:
                self.loaded[name] = _load(self.folder, name)
            return self.loaded[name]


def model_name(folder: Path) -> str:
    """The file name of the model in a folder: the first of `MODELS` where there is none."""
    return next((name for name in MODELS if (folder / name).is_file()), MODELS[0])


def _load(folder: Path, name: str) -> Any:
    model, styles = checked_files(folder, name, STYLES)
    try:
        from kokoro_onnx import Kokoro  # noqa: PLC0415  loads onnxruntime and espeak

        kokoro: Any = Kokoro(str(model), str(styles))
        with kokoro.voices as packed:  # 28 MB; the library would keep the file open and read it for each line
            kokoro.voices = dict(packed.items())
    except ImportError as error:
        raise ClipwrightError(
            "provider_unconfigured", provider="Kokoro", setting="up `pip install clipwright[engines]`"
        ) from error
    except Exception as error:  # a damaged file fails in a dozen ways inside three libraries
        reason = f"it is damaged or no Kokoro model ({type(error).__name__})"
        raise ClipwrightError("model_invalid", model=f"kokoro/{name}", reason=reason) from error
    return kokoro
