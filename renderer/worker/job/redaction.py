"""Redaction of failures: the error table's sentence without this machine's paths and addresses."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Final

from renderer.errors import ERRORS, ClipwrightError

LONGEST: Final = 500
_CUSTOMERS: Final = frozenset({"word", "glyphs", "phrase", "value", "findings", "reasons"})
_REASONS: Final = frozenset({"reason"})
_QUOTING: Final = frozenset({"provider_reply", "provider_refused", "line_unspeakable", "speech_failed"})
"""Codes whose reason may quote what was asked for."""
_ADDRESS: Final = re.compile(r"\b[a-z][a-z0-9+.-]*://[^\s'\"]*", re.IGNORECASE)
_PATH: Final = re.compile(r"(?<![\w./])/[^\s'\":;,]*")


def redacted_sentence(error: ClipwrightError) -> str:
    """The error's sentence in at most 500 characters; paths keep only their last name, addresses nothing."""
    facts = {name: _safe(value) for name, value in error.facts.items()}
    return ERRORS[error.code].sentence.format_map(facts)[:LONGEST]


def discreet_sentence(error: ClipwrightError) -> str:
    """The redacted sentence for logs, also without what the customer wrote or a provider quoted of it."""
    hidden = _CUSTOMERS | (_REASONS if error.code in _QUOTING else frozenset())
    facts = {name: "…" if name in hidden else value for name, value in error.facts.items()}
    return redacted_sentence(ClipwrightError(error.code, **facts))


def _safe(value: str) -> str:
    return _PATH.sub(lambda found: PurePosixPath(found[0]).name or "/", _ADDRESS.sub("…", value))
