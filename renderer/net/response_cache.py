"""A cache of paid responses, so that nothing is bought twice: one file per request, named by its digest.

An answer is on disk, synced, before anyone works with it. Whatever kills the process afterwards, the next
run finds it. Files hold the answer's bytes behind their own digest; a damaged one counts as missing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

from msgspec import Struct

from renderer.core.codec import canonical
from renderer.files import write_atomically, writing_to

_DIGEST_BYTES: Final = 32
_SHOWN: Final = "the cache of paid answers"


class ResponseCache(Protocol):
    """Answers by request."""

    def get(self, key: str) -> bytes:
        """The answer, or b"" when there is none."""
        ...

    def put(self, key: str, answer: bytes) -> None:
        """Keep a non-empty answer."""
        ...


def request_key(kind: str, **facts: object) -> str:
    """64 hexadecimal digits of everything that decides an answer; keys and secrets are never among it."""
    return hashlib.sha256(canonical({"kind": kind, **facts})).hexdigest()


def remembered(cache: ResponseCache, key: str, buy: Callable[[], bytes]) -> bytes:
    """The kept answer, or the bought one after it is kept."""
    kept = cache.get(key)
    if kept:
        return kept
    bought = buy()
    cache.put(key, bought)
    return bought


def sealed(answer: bytes) -> bytes:
    """The answer behind its own digest, as it is stored."""
    return hashlib.sha256(answer).digest() + answer


def unsealed(blob: bytes) -> bytes:
    """The answer of a stored blob; b"" when it is damaged."""
    digest, answer = blob[:_DIGEST_BYTES], blob[_DIGEST_BYTES:]
    return answer if hashlib.sha256(answer).digest() == digest else b""


class NoResponseCache(Struct, frozen=True):
    """Keeps nothing; for probes."""

    def get(self, key: str) -> bytes:
        """Nothing."""
        del key
        return b""

    def put(self, key: str, answer: bytes) -> None:
        """Forget it."""


class FolderResponseCache(Struct, frozen=True):
    """Answers in a folder, shared by any number of processes; safe to delete at any time."""

    root: Path

    def get(self, key: str) -> bytes:
        """The answer if it is there and whole."""
        try:
            return unsealed(self._path(key).read_bytes())
        except OSError:
            return b""

    def put(self, key: str, answer: bytes) -> None:
        """Write, sync, rename.

        Raises:
            ClipwrightError: `disk_full`, `output_unwritable`.
        """
        path = self._path(key)
        with writing_to(_SHOWN):
            path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, sealed(answer), shown=_SHOWN)

    def _path(self, key: str) -> Path:
        return self.root / key[:2] / key
