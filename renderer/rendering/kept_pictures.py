"""Thumbnails of key frames that were decoded before, in one record of the workspace.

Each is stored under the digest of its packet, which alone decides it, whatever film it was seen in and
wherever the packet is now. A damaged record counts as empty.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Final

import numpy as np
from msgspec import Struct

from renderer.media.inspection.thumbnails import SHAPE, VERSION, Thumbnail
from renderer.runtime.kept_parts import KeptParts, part_key

MOST: Final = 8192
"""The most thumbnails in a record: 5 MB, enough for ten hours of film."""

_DIGEST: Final = 32
_ENTRY: Final = _DIGEST + SHAPE[0] * SHAPE[1]


class KeptPictures(Struct, frozen=True):
    """Thumbnails in a workspace; if two runs end together, those of one of them may be lost."""

    parts: KeptParts

    def recall(self, setup: bytes) -> Mapping[bytes, Thumbnail]:
        """Thumbnails of key frames decoded with this set-up, by digest of their packet, the latest first."""
        record = self.parts.facts(_key(setup))
        check, entries = record[:_DIGEST], record[_DIGEST:]
        if hashlib.sha256(entries).digest() != check or len(entries) % _ENTRY:
            return {}
        return dict(_entry(entries[start : start + _ENTRY]) for start in range(0, len(entries), _ENTRY))

    def remember(self, setup: bytes, seen: Mapping[bytes, Thumbnail]) -> None:
        """Keep these thumbnails ahead of those kept before.

        Raises:
            ClipwrightError: `disk_full`, `output_unwritable`.
        """
        kept = list((dict(seen) | {k: v for k, v in self.recall(setup).items() if k not in seen}).items())
        entries = b"".join(digest + thumbnail.tobytes() for digest, thumbnail in kept[:MOST])
        self.parts.keep_facts(_key(setup), hashlib.sha256(entries).digest() + entries, synced=False)


def _key(setup: bytes) -> str:
    return part_key("thumbnails", version=VERSION, decided_by=setup.hex())


def _entry(entry: bytes) -> tuple[bytes, Thumbnail]:
    return entry[:_DIGEST], np.frombuffer(entry, np.uint8, offset=_DIGEST).reshape(SHAPE)
