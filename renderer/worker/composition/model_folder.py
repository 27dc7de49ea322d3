"""The models folder: listing its models, adding one, and proving that each can be used.

```text
<models>/piper/NAME.onnx, NAME.onnx.json      Piper voices
<models>/kokoro/kokoro-v1.0.onnx (or .fp16.onnx, .int8.onnx), kokoro-82m.int8.onnx
<models>/hibari/NAME.onnx
<models>/whisper/NAME/model.bin, config.json, tokenizer.json, …
```
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from renderer.backends.speech.base import SpeechEngine
from renderer.backends.speech.neural import hibari, kokoro, piper
from renderer.backends.speech.neural.kokoro_styles import TABLE, BlendedVoice
from renderer.backends.speech.voice_map import load_rows, load_table
from renderer.backends.transcription.whisper import FILES, WhisperTranscriber
from renderer.contract.vocabulary import Language, Voice
from renderer.errors import ClipwrightError
from renderer.files import writing_to
from renderer.text.lines import build_line

ENGINES: Final = ("piper", "kokoro", "whisper")
SENTENCES: Final[dict[Language, str]] = {
    Language.EN: "One, two, three.",
    Language.ES: "Uno, dos, tres.",
    Language.ZH: "一二三。",
    Language.HI: "एक, दो, तीन।",
    Language.AR: "واحد، اثنان، ثلاثة.",
    Language.PT: "Um, dois, três.",
    Language.FR: "Un, deux, trois.",
    Language.JA: "いち、に、さん。",
    Language.DE: "Eins, zwei, drei.",
    Language.RU: "Один, два, три.",
}


class Model(Struct, frozen=True, kw_only=True):
    """One model: its engine, name and files, their size in bytes, and what it serves (voices, tasks)."""

    engine: str
    name: str
    files: tuple[Path, ...]
    size: int
    serves: tuple[str, ...]


def models_in(folder: Path) -> list[Model]:
    """Everything that looks like a model, by engine and name."""
    return [
        *_hibari(folder / "hibari"),
        *_kokoro(folder / "kokoro"),
        *_piper(folder / "piper"),
        *_whisper(folder / "whisper"),
    ]


def _piper(folder: Path) -> Iterator[Model]:
    for path in sorted(folder.glob("*.onnx")):
        rows = load_table(piper.TABLE).items()
        serves = tuple(
            f"{voice.value}/{language}"
            for voice, table in rows
            for language, one in table.items()
            if one.voice == path.stem
        )
        yield _model("piper", path.stem, (path, Path(f"{path}.json")), serves)


def _kokoro(folder: Path) -> Iterator[Model]:
    model = folder / kokoro.model_name(folder)
    if model.is_file():
        rows = load_rows(TABLE, BlendedVoice).items()
        serves = tuple(f"{voice.value}/{language}" for voice, table in rows for language in table)
        yield _model("kokoro", model.stem, (model,), serves)


def _hibari(folder: Path) -> Iterator[Model]:
    for path in sorted(folder.glob("*.onnx")):
        rows = load_table(hibari.TABLE).items()
        serves = tuple(
            f"{voice.value}/{language}"
            for voice, table in rows
            for language, one in table.items()
            if one.voice == path.stem
        )
        yield _model("hibari", path.stem, (path,), serves)


def _whisper(folder: Path) -> Iterator[Model]:
    for path in sorted(folder.glob("*/model.bin")):
        files = tuple(sorted(one for one in path.parent.iterdir() if one.is_file()))
        yield _model("whisper", path.parent.name, files, ("alignment", "transcription"))


def _model(engine: str, name: str, files: tuple[Path, ...], serves: tuple[str, ...]) -> Model:
    size = sum(path.stat().st_size for path in files if path.is_file())
    return Model(engine=engine, name=name, files=files, size=size, serves=serves)


def check_model(model: Model, folder: Path) -> str:
    """Load and use the model; returns a phrase about what it did.

    Raises:
        ClipwrightError: `model_invalid`, `provider_unconfigured` and what the engine raises.
    """
    if model.engine == "whisper":
        WhisperTranscriber(folder=folder / "whisper" / model.name, device="cpu").model()
        return "loads"
    if model.engine in {"hibari", "kokoro"}:
        engine: SpeechEngine = (
            kokoro.KokoroEngine(folder=folder / "kokoro")
            if model.engine == "kokoro"
            else hibari.HibariEngine(folder=folder / "hibari")
        )
        said = engine.speak(
            build_line(SENTENCES[Language.EN], id="check", language=Language.EN),
            language=Language.EN,
            voice=Voice.WARM_STORYTELLER,
        )
        return f"spoke {len(said.samples) / said.rate:.1f} s"
    return _check_piper(model, folder / "piper")


def _check_piper(model: Model, folder: Path) -> str:
    engine = piper.PiperEngine(folder=folder)
    users = [
        (voice, Language(code))
        for voice, table in load_table(piper.TABLE).items()
        for code, one in table.items()
        if one.voice == model.name
    ]
    if not users:
        raise ClipwrightError("model_invalid", model=f"piper/{model.name}", reason="no voice id uses it")
    voice, language = users[0]
    line = build_line(SENTENCES[language], id="check", language=language)
    said = engine.speak(line, language=language, voice=voice)
    return f"spoke {len(said.samples) / said.rate:.1f} s {'with' if said.spans else 'without'} word times"


def add_model(engine: str, source: Path, folder: Path) -> Model:
    """Prove a copy of the model, then move it into the folder; one that cannot be used is not added.

    `source` is a Piper .onnx file (its .onnx.json beside it), or a folder with a Kokoro or Whisper model.

    Raises:
        ClipwrightError: `unknown_choice`, `model_invalid`, `output_unwritable`, `disk_full`.
    """
    if engine not in ENGINES:
        raise ClipwrightError("unknown_choice", field="engine", value=engine, choices=", ".join(ENGINES))
    source = Path(os.path.abspath(source))  # noqa: PTH100  "." has a name, and a link keeps its own
    files = _files_of(engine, source)
    with writing_to(folder.name), tempfile.TemporaryDirectory(prefix=".adding-", dir=_made(folder)) as draft:
        trial = Path(draft)
        inside = Path(engine) / (source.name if engine == "whisper" else "")
        (trial / inside).mkdir(parents=True)
        for path in files:
            shutil.copyfile(path, trial / inside / path.name)
        model = next(iter(models_in(trial)), None)
        if model is None:
            raise ClipwrightError(
                "model_invalid", model=f"{engine}/{source.name}", reason=f"it is no {engine} model"
            )
        check_model(model, trial)
        target = _made(folder / inside)
        for path in files:
            os.replace(trial / inside / path.name, target / path.name)  # noqa: PTH105  one step, or nothing
    return replace(model, files=tuple(folder / path.relative_to(trial) for path in model.files))


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _files_of(engine: str, source: Path) -> list[Path]:
    wanted = {
        "piper": [source, Path(f"{source}.json")],
        "kokoro": [source / kokoro.model_name(source)],
        "whisper": [source / name for name in FILES],
    }[engine]
    for path in wanted:
        if not path.is_file():
            reason = f"the file {path.name} is missing beside it"
            raise ClipwrightError("model_invalid", model=f"{engine}/{source.name}", reason=reason)
    return sorted(path for path in source.iterdir() if path.is_file()) if engine == "whisper" else wanted
