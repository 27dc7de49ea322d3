"""Expiry by age on any object store, for intermediate results that can be made again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from renderer.errors import ClipwrightError

if TYPE_CHECKING:
    from datetime import datetime

    from renderer.backends.storage.base import ObjectStore


def expire(store: ObjectStore, prefix: str, *, before: datetime) -> int:
    """Delete the objects under `prefix` (a folder ending in a slash) stored earlier; returns how many."""
    gone = 0
    for key in store.keys(prefix):
        try:
            if store.stat(key).stored_at >= before:
                continue
        except ClipwrightError as error:
            if error.code == "object_missing":
                continue
            raise
        store.delete(key)
        gone += 1
    return gone
