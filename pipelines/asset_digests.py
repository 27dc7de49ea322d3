"""Digests of bundled data files, so that editing a style or a pack redoes what was made with it."""

from __future__ import annotations

from renderer.assets import ASSETS
from renderer.errors import ClipwrightError
from renderer.runtime.artifacts import file_digest


def asset_digest(name: str) -> str:
    """SHA-256 of `assets/<name>`.

    Raises:
        ClipwrightError: `asset_missing`.
    """
    try:
        return file_digest(ASSETS / name)
    except OSError as error:
        raise ClipwrightError("asset_missing", path=f"assets/{name}") from error
