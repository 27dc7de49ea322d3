"""The models folder: what is found in it, what is added, and that a failing model leaves no trace."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from renderer.backends.speech.neural.model_files import checked_files, file_mark
from renderer.contract.vocabulary import Language
from renderer.errors import Blame, ClipwrightError
from renderer.text.lines import build_line
from renderer.worker.composition import model_folder
from renderer.worker.composition.model_folder import SENTENCES, Model, add_model, models_in


def put(path: Path, size: int = 10) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"m" * size)
    return path


def everything(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def proven(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, bool]]:
    """Arguments of each trial: engine and name, and whether its files were in the trial folder."""
    found: list[tuple[str, bool]] = []

    def check(model: Model, folder: Path) -> str:
        found.append(
            (f"{model.engine}/{model.name}", all(path.is_relative_to(folder) for path in model.files))
        )
        if model.name == "broken":
            raise ClipwrightError("model_invalid", model="broken", reason="it does not load")
        return "loads"

    monkeypatch.setattr(model_folder, "check_model", check)
    return found


def refused(engine: str, source: Path, folder: Path) -> ClipwrightError:
    with pytest.raises(ClipwrightError) as caught:
        add_model(engine, source, folder)
    assert caught.value.spec.blame is not Blame.US or caught.value.code == "model_invalid"
    return caught.value


def test_models_are_found_by_engine_and_name(tmp_path: Path) -> None:
    put(tmp_path / "piper" / "ru_RU-irina-medium.onnx", 100)
    put(tmp_path / "piper" / "ru_RU-irina-medium.onnx.json", 7)
    put(tmp_path / "piper" / "nobody.onnx")
    put(tmp_path / "piper" / "notes.txt")
    put(tmp_path / "kokoro" / "kokoro-v1.0.int8.onnx", 30)
    put(tmp_path / "whisper" / "base" / "model.bin", 50)
    put(tmp_path / "whisper" / "base" / "config.json", 5)
    put(tmp_path / "whisper" / "empty" / "config.json")
    found = models_in(tmp_path)
    assert [(one.engine, one.name, one.size) for one in found] == [
        ("kokoro", "kokoro-v1.0.int8", 30),
        ("piper", "nobody", 10),
        ("piper", "ru_RU-irina-medium", 107),
        ("whisper", "base", 55),
    ]
    assert found[1].serves == ()
    assert found[3].serves == ("alignment", "transcription")
    assert all("/" in served for served in found[0].serves)
    assert found[0].serves


def test_a_folder_without_models_has_none(tmp_path: Path) -> None:
    assert models_in(tmp_path) == []
    assert models_in(tmp_path / "missing") == []


def test_a_piper_voice_is_proven_and_put_in(tmp_path: Path, proven: list[tuple[str, bool]]) -> None:
    source, folder = put(tmp_path / "new" / "voice.onnx", 40), tmp_path / "models"
    put(tmp_path / "new" / "voice.onnx.json", 2)
    added = add_model("piper", source, folder)
    assert (added.engine, added.name, added.size) == ("piper", "voice", 42)
    assert added.files[0] == folder / "piper" / "voice.onnx"
    assert proven == [("piper/voice", True)]
    assert everything(folder) == {"piper/voice.onnx", "piper/voice.onnx.json"}
    assert source.is_file()


def test_a_model_that_fails_leaves_what_was_there(tmp_path: Path, proven: list[tuple[str, bool]]) -> None:
    folder = tmp_path / "models"
    old = put(folder / "piper" / "broken.onnx", 3)
    put(folder / "piper" / "broken.onnx.json", 3)
    source = put(tmp_path / "new" / "broken.onnx", 40)
    put(tmp_path / "new" / "broken.onnx.json")
    assert refused("piper", source, folder).code == "model_invalid"
    assert old.stat().st_size == 3
    assert everything(folder) == {"piper/broken.onnx", "piper/broken.onnx.json"}
    assert [*folder.iterdir()] == [folder / "piper"]
    assert proven == [("piper/broken", True)]


def test_a_kokoro_model_beside_one_that_comes_first_is_added(
    tmp_path: Path, proven: list[tuple[str, bool]]
) -> None:
    """The folder lists only the model that is used, and that is the one that was there before."""
    folder = tmp_path / "models"
    put(folder / "kokoro" / "kokoro-v1.0.onnx")
    put(tmp_path / "new" / "kokoro-v1.0.int8.onnx", 30)
    added = add_model("kokoro", tmp_path / "new", folder)
    assert (added.name, added.size) == ("kokoro-v1.0.int8", 30)
    assert added.files == (folder / "kokoro" / "kokoro-v1.0.int8.onnx",)
    assert added.files[0].is_file()
    assert proven == [("kokoro/kokoro-v1.0.int8", True)]


@pytest.mark.parametrize("inside", [False, True])
def test_a_whisper_folder_keeps_its_name(
    tmp_path: Path,
    proven: list[tuple[str, bool]],
    monkeypatch: pytest.MonkeyPatch,
    inside: bool,  # noqa: FBT001
) -> None:
    for name in ("model.bin", "config.json", "tokenizer.json", "vocabulary.txt"):
        put(tmp_path / "tiny" / name)
    monkeypatch.chdir(tmp_path / "tiny" if inside else tmp_path)
    added = add_model("whisper", Path() if inside else Path("tiny"), tmp_path / "models")
    assert (added.name, len(added.files), added.size) == ("tiny", 4, 40)
    assert added.files[0].parent == tmp_path / "models" / "whisper" / "tiny"
    assert proven == [("whisper/tiny", True)]


@pytest.mark.parametrize(
    ("engine", "files", "code", "word"),
    [
        ("espeak", ["a.onnx"], "unknown_choice", "piper, kokoro, whisper"),
        ("hibari", ["a.onnx"], "unknown_choice", "piper, kokoro, whisper"),
        ("piper", ["a.onnx"], "model_invalid", "a.onnx.json"),
        ("piper", ["a.onnx.json"], "model_invalid", "a.onnx"),
        ("kokoro", ["other.onnx"], "model_invalid", "kokoro-v1.0.onnx"),
        ("whisper", ["model.bin", "config.json"], "model_invalid", "tokenizer.json"),
    ],
)
def test_what_is_incomplete_is_refused_by_name(
    tmp_path: Path, engine: str, files: list[str], code: str, word: str
) -> None:
    for name in files:
        put(tmp_path / "new" / name)
    source = tmp_path / "new" / "a.onnx" if engine == "piper" else tmp_path / "new"
    error = refused(engine, source, tmp_path / "models")
    assert error.code == code
    assert word in error.sentence
    assert everything(tmp_path / "models") == set()


@pytest.mark.parametrize("below", ["", "models"])
def test_a_folder_that_cannot_be_written_is_named(
    tmp_path: Path, proven: list[tuple[str, bool]], below: str
) -> None:
    source = put(tmp_path / "voice.onnx")
    put(tmp_path / "voice.onnx.json")
    assert refused("piper", source, Path("/proc", below)).code == "output_unwritable"
    assert proven == []


@pytest.mark.parametrize("language", Language)
def test_every_language_has_a_sentence_to_prove_a_voice_with(language: Language) -> None:
    line = build_line(SENTENCES[language], id="check", language=language)
    assert "".join(token.display for token in line.tokens) == SENTENCES[language].replace(" ", "")
    assert all(token.spoken.strip() for token in line.tokens)


def test_files_that_are_missing_or_empty_are_named(tmp_path: Path) -> None:
    put(tmp_path / "m" / "a.bin")
    put(tmp_path / "m" / "b.bin", 0)
    assert checked_files(tmp_path / "m", "a.bin") == (tmp_path / "m" / "a.bin",)
    for name, reason in (("b.bin", "its file is empty"), ("c.bin", "its file is missing")):
        with pytest.raises(ClipwrightError) as caught:
            checked_files(tmp_path / "m", "a.bin", name)
        assert (caught.value.facts["model"], caught.value.facts["reason"]) == (f"m/{name}", reason)


def test_a_mark_changes_with_every_change_of_files(tmp_path: Path) -> None:
    assert file_mark(tmp_path, "*.onnx") == "none"
    first = put(tmp_path / "a.onnx")
    os.utime(first, ns=(10**18, 10**18))
    marks = [file_mark(tmp_path, "*.onnx")]
    put(tmp_path / "a.txt")
    (tmp_path / "folder.onnx").mkdir()
    assert file_mark(tmp_path, "*.onnx") == marks[0]
    os.utime(first, ns=(10**18, 10**18 + 1))
    marks.append(file_mark(tmp_path, "*.onnx"))
    put(first, 11)
    os.utime(first, ns=(10**18, 10**18))
    marks.append(file_mark(tmp_path, "*.onnx"))
    put(tmp_path / "b.onnx")
    marks.append(file_mark(tmp_path, "*.onnx"))
    first.rename(tmp_path / "c.onnx")
    marks.append(file_mark(tmp_path, "*.onnx"))
    assert len({*marks}) == 5
    assert all(len(mark) == 12 for mark in marks)
