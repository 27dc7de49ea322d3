"""Paid answers, kept so that nothing is bought twice: one file per request, named by the request's digest.

An answer is on disk, synced, before anyone works with it. Whatever kills the process afterwards, the next
run finds it. Files hold the answer's bytes behind their own digest; a damaged one counts as missing.
"""

from __future__ import annotations

import errno
import hashlib
import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from renderer.core.codec import canonical
from renderer.errors import ClipwrightError

_DIGEST_BYTES: Final = 32
_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT})


class PaidCache(Protocol):
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


def remembered(cache: PaidCache, key: str, buy: Callable[[], bytes]) -> bytes:
    """The kept answer, or the bought one after it is kept."""
    kept = cache.get(key)
    if kept:
        return kept
    bought = buy()
    cache.put(key, bought)
    return bought


@dataclass(frozen=True, slots=True)
class NoCache:
    """Keeps nothing; for probes."""

    def get(self, key: str) -> bytes:
        """Nothing."""
        del key
        return b""

    def put(self, key: str, answer: bytes) -> None:
        """Forget it."""


@dataclass(frozen=True, slots=True)
class FolderCache:
    """Answers in a folder, shared by any number of processes; safe to delete at any time."""

    root: Path

    def get(self, key: str) -> bytes:
        """The answer if it is there and whole."""
        try:
            blob = self._path(key).read_bytes()
        except OSError:
            return b""
        digest, answer = blob[:_DIGEST_BYTES], blob[_DIGEST_BYTES:]
        return answer if hashlib.sha256(answer).digest() == digest else b""

    def put(self, key: str, answer: bytes) -> None:
        """Write, sync, rename.

        Raises:
            ClipwrightError: `disk_full`, `output_unwritable`.
        """
        path = self._path(key)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            descriptor, name = tempfile.mkstemp(prefix=".part-", dir=path.parent)
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(hashlib.sha256(answer).digest() + answer)
                stream.flush()
                os.fsync(stream.fileno())
            Path(name).replace(path)
        except OSError as error:
            code = "disk_full" if error.errno in _FULL else "output_unwritable"
            raise ClipwrightError(
                code, path="the cache of paid answers", reason=error.strerror or error
            ) from error

    def _path(self, key: str) -> Path:
        return self.root / key[:2] / key
