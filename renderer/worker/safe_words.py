"""What leaves the worker about a failure: the table's sentence without this machine's paths."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Final

from renderer.errors import ERRORS, ClipwrightError

LONGEST: Final = 500
_ADDRESS: Final = re.compile(r"\b[a-z][a-z0-9+.-]*://[^\s'\"]*", re.IGNORECASE)
_PATH: Final = re.compile(r"(?<![\w./:])/[^\s'\":;,]*")


def safe_sentence(error: ClipwrightError) -> str:
    """At most 500 characters; of a path its last name is left, of an address nothing."""
    facts = {name: _safe(value) for name, value in error.facts.items()}
    return ERRORS[error.code].sentence.format_map(facts)[:LONGEST]


def _safe(value: str) -> str:
    return _PATH.sub(lambda found: PurePosixPath(found[0]).name or "/", _ADDRESS.sub("…", value))
