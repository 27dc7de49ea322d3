"""Which models folder is used if none is set."""

from __future__ import annotations

from pathlib import Path

import pytest

from renderer.worker.composition import engine_settings
from renderer.worker.composition.engine_settings import EngineSettings


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with a models folder, while the current folder is another one."""
    checkout, elsewhere = tmp_path / "checkout", tmp_path / "elsewhere"
    (checkout / "models").mkdir(parents=True)
    (checkout / "pyproject.toml").touch()
    elsewhere.mkdir()
    monkeypatch.delenv("CLIPWRIGHT_MODELS", raising=False)
    monkeypatch.setattr(engine_settings, "ROOT", checkout)
    monkeypatch.chdir(elsewhere)
    return checkout


def test_a_checkouts_models_are_found_from_any_folder(checkout: Path) -> None:
    assert EngineSettings().models == checkout / "models"


def test_models_in_the_current_folder_come_first(checkout: Path) -> None:
    del checkout
    Path("models").mkdir()
    assert EngineSettings().models == Path("models")


def test_an_installed_package_has_no_checkout(checkout: Path) -> None:
    (checkout / "pyproject.toml").unlink()
    assert EngineSettings().models == Path("models")


def test_the_folder_that_is_set_is_used_even_where_it_is_missing(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del checkout
    monkeypatch.setenv("CLIPWRIGHT_MODELS", "/nowhere")
    assert EngineSettings().models == Path("/nowhere")
