"""A separation model's description: what is read of it, and the limits at which it is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from renderer.backends.separation.model_file import LONGEST_SECONDS, NAME, SeparationModel, read_description
from renderer.errors import ClipwrightError

GIVEN: dict[str, object] = {
    "file": "model.onnx",
    "sha256": "0a" * 32,
    "input": "mix",
    "output": "side",
    "gives": "background",
    "rate": 44_100,
    "window": 4096,
    "overlap": 1024,
    "licence": "MIT",
    "origin": "https://models.example",
}


def written(folder: Path, **changes: object) -> Path:
    """A model's folder with this description; a line whose value is None is left out."""
    model = folder / "mid-side"
    model.mkdir(exist_ok=True)
    lines = [
        f"{key} = {value}" if isinstance(value, int) else f'{key} = "{value}"'
        for key, value in (GIVEN | changes).items()
        if value is not None
    ]
    (model / NAME).write_text("\n".join(lines) + "\n", "utf-8")
    return model


def refused(folder: Path) -> str:
    with pytest.raises(ClipwrightError) as caught:
        read_description(folder)
    assert caught.value.code == "model_invalid"
    assert caught.value.facts["model"] == f"separation/{folder.name}"
    assert str(folder.parent) not in caught.value.sentence
    return str(caught.value.facts["reason"])


def test_a_description_is_read_as_it_is_written(tmp_path: Path) -> None:
    assert read_description(written(tmp_path)) == SeparationModel.model_validate(GIVEN)


@pytest.mark.parametrize(
    "changes",
    [
        {"overlap": 0},
        {"overlap": 2048},
        {"window": LONGEST_SECONDS * 44_100},
        {"window": 1024, "overlap": 512},
        {"rate": 8000},
        {"rate": 96_000},
        {"gives": "voices"},
    ],
)
def test_the_last_that_is_allowed_is_allowed(tmp_path: Path, changes: dict[str, object]) -> None:
    found = read_description(written(tmp_path, **changes)).model_dump()
    assert found == GIVEN | changes


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"overlap": 2049}, "half"),
        ({"window": LONGEST_SECONDS * 44_100 + 1}, "longer than 30 s"),
        ({"window": 1023}, "window"),
        ({"overlap": -1}, "overlap"),
        ({"rate": 7999}, "rate"),
        ({"rate": 96_001}, "rate"),
        ({"sha256": "0A" * 32}, "sha256"),
        ({"sha256": "0a" * 31}, "sha256"),
        ({"file": "model.pt"}, "file"),
        ({"file": "a/model.onnx"}, "file"),
        ({"gives": ""}, "gives"),
        ({"licence": ""}, "licence"),
        ({"origin": None}, "origin"),
        ({"stems": 4}, "stems"),
        ({"rate": "44100"}, "rate"),
    ],
)
def test_anything_beyond_is_refused_and_its_line_named(
    tmp_path: Path, changes: dict[str, object], says: str
) -> None:
    assert says in refused(written(tmp_path, **changes))


@pytest.mark.parametrize("content", [b"", b"file = ", b"\xff\xfe", b"[model]\nfile = 'x.onnx'\n"])
def test_what_is_no_description_is_refused(tmp_path: Path, content: bytes) -> None:
    model = written(tmp_path)
    (model / NAME).write_bytes(content)
    assert NAME in refused(model)


def test_a_folder_without_a_description_is_refused(tmp_path: Path) -> None:
    assert "missing" in refused(tmp_path / "nothing")
