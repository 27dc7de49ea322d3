"""Reads users' text files in the child process of sandbox.py; imports no decoder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from renderer.media.opening import open_regular
from renderer.media.sources.refusal import Refusal


def read_texts(request: dict[str, Any]) -> dict[str, Any]:
    """The first `most_bytes` of each file of `names` in the folder `path`; each may be refused by itself."""
    folder = Path(request["path"])
    return {"texts": [_text(folder / name, request["most_bytes"]) for name in request["names"]]}


def _text(path: Path, most_bytes: int) -> dict[str, str]:
    try:
        descriptor = open_regular(path, within=str(path.parent))
    except Refusal as refusal:
        return {"refused": str(refusal)}
    with os.fdopen(descriptor, "rb") as stream:
        return {"text": stream.read(most_bytes).decode("utf-8-sig", errors="replace")}
