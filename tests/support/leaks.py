"""Searches logs after every test for texts that the test has planted: topics, keys, report tokens."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final

import structlog

from renderer.logs import configure_logs

PLANTED: Final[set[str]] = set()
SHORTEST: Final = 7
"""Least length of a planted text; a shorter one might occur in a line by chance."""
SPOKEN: Final = ("Clipwright listens on ", "Links lead to ", "Error: ")
"""Beginnings of lines that `serve` prints for a person at the terminal."""


def plant(*texts: object) -> None:
    """Declare that none of these texts may occur in a log until the end of the test."""
    PLANTED.update(text for text in texts if isinstance(text, str) and len(text) >= SHORTEST)


def check_log(text: str, *, spoken: Iterable[str] = ()) -> None:
    """Check that every line is a JSON object and contains no planted text."""
    written = [line for line in text.splitlines() if not line.startswith(tuple(spoken))]
    for line in written:
        assert isinstance(_parsed(line), dict), f"not a JSON object: {line[:300]}"
    whole = "\n".join(written)
    found = sorted(text for text in PLANTED if text in whole or _escaped(text) in whole)
    assert not found, f"told in the log: {found[:3]}"


@contextmanager
def searched_logs() -> Iterator[None]:
    """Collect all that this process logs in the block, at debug level, and search it at the end."""
    before, handlers, level = structlog.get_config(), logging.root.handlers[:], logging.root.level
    stream = io.StringIO()
    PLANTED.clear()
    configure_logs("debug", foreign=logging.DEBUG, stream=stream)
    logging.root.handlers[:] = [*handlers, *logging.root.handlers]
    try:
        yield
    finally:
        structlog.configure(**before)
        logging.root.handlers[:] = handlers
        logging.root.setLevel(level)
    check_log(stream.getvalue())


def _parsed(line: str) -> object:
    try:
        return json.loads(line)
    except ValueError:
        return None


def _escaped(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]
