"""A cache of paid responses, so that nothing is bought twice: one file per request, named by its digest.

An answer is on disk, synced, before it is used, so the next run finds it whatever kills the process
afterwards. A file holds a digest followed by the answer's bytes; a damaged file counts as missing.
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
    """SHA-256 (64 hexadecimal digits) of everything that determines an answer; never of keys or secrets."""
    return hashlib.sha256(canonical({"kind": kind, **facts})).hexdigest()


def remembered(cache: ResponseCache, key: str, buy: Callable[[], bytes]) -> bytes:
    """The cached answer; else buy it and cache it before returning it."""
    kept = cache.get(key)
    if kept:
        return kept
    bought = buy()
    cache.put(key, bought)
    return bought


def sealed(answer: bytes) -> bytes:
    """The answer prefixed with its digest, as it is stored."""
    return hashlib.sha256(answer).digest() + answer


def unsealed(blob: bytes) -> bytes:
    """The answer in a stored blob; b"" when it is damaged."""
    digest, answer = blob[:_DIGEST_BYTES], blob[_DIGEST_BYTES:]
    return answer if hashlib.sha256(answer).digest() == digest else b""


class NoResponseCache(Struct, frozen=True):
    """Caches nothing; for probes."""

    def get(self, key: str) -> bytes:
        """b"": there is never a cached answer."""
        del key
        return b""

    def put(self, key: str, answer: bytes) -> None:
        """Discard the answer."""


class FolderResponseCache(Struct, frozen=True):
    """Answers in a folder, shared by any number of processes; safe to delete at any time."""

    root: Path

    def get(self, key: str) -> bytes:
        """The answer if it is present and intact, else b""."""
        try:
            return unsealed(self._path(key).read_bytes())
        except OSError:
            return b""

    def put(self, key: str, answer: bytes) -> None:
        """Keep a non-empty answer: write, sync, rename.

        Raises:
            ClipwrightError: `disk_full`, `output_unwritable`.
        """
        path = self._path(key)
        with writing_to(_SHOWN):
            path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, sealed(answer), shown=_SHOWN)

    def _path(self, key: str) -> Path:
        return self.root / key[:2] / key
