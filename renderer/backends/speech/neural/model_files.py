"""Checks that files of the models folder exist, and fingerprints them."""

from __future__ import annotations

import hashlib
from pathlib import Path

from renderer.errors import ClipwrightError


def checked_files(folder: Path, *names: str) -> tuple[Path, ...]:
    """Paths of files that exist and are not empty.

    Raises:
        ClipwrightError: `model_invalid`, naming the first that is missing or empty.
    """
    for name in names:
        path = folder / name
        if not path.is_file():
            model = f"{folder.name}/{name}"
            raise ClipwrightError("model_invalid", model=model, reason="its file is missing")
        if not path.stat().st_size:
            raise ClipwrightError("model_invalid", model=f"{folder.name}/{name}", reason="its file is empty")
    return tuple(folder / name for name in names)


def file_mark(folder: Path, pattern: str) -> str:
    """Twelve hex digits over names, sizes and times of the matching files; "none" if there are none."""
    files = sorted(path for path in folder.glob(pattern) if path.is_file())
    facts = [f"{path.name} {path.stat().st_size} {path.stat().st_mtime_ns}" for path in files]
    return hashlib.sha256("\n".join(facts).encode()).hexdigest()[:12] if facts else "none"
