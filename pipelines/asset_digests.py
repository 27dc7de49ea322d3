"""Digests of bundled data files, so that editing a style or a pack redoes what was made with it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from renderer.assets import ASSETS
from renderer.errors import ClipwrightError
from renderer.runtime.artifacts import file_digest


def asset_digest(name: str) -> str:
    """SHA-256 of `assets/<name>`; the file is read again only when it has changed.

    Raises:
        ClipwrightError: `asset_missing`.
    """
    path = ASSETS / name
    try:
        facts = path.stat()
        return _digest(path, facts.st_size, facts.st_mtime_ns)
    except OSError as error:
        raise ClipwrightError("asset_missing", path=f"assets/{name}") from error


@lru_cache(maxsize=256)
def _digest(path: Path, _size: int, _modified: int) -> str:
    return file_digest(path)
