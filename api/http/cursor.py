"""Cursors: where a listing goes on, sealed so that only we can write one.

32 bytes of content (when it expires, where the last page ended) and 32 bytes of HMAC-SHA-256 over content,
account and filter; neither account nor filter is inside, so a cursor tells nothing and fits nowhere else.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import struct
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from api.db.tables import from_micros, to_micros
from api.problems import ApiProblem

MAX_CURSOR: Final = 2048
_CONTENT: Final = struct.Struct(">qq16s")
_TAG_BYTES: Final = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """The last row of a page."""

    created_at: datetime
    id: UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class CursorScope:
    """To whom, for which filter (empty for none) and with which secret cursors are made."""

    secret: bytes
    account_id: UUID
    status: str

    def tag(self, content: bytes) -> bytes:
        """The seal over content, account and filter."""
        message = b"cursor\0" + content + self.account_id.bytes + self.status.encode()
        return hmac.digest(self.secret, message, hashlib.sha256)


def write_cursor(scope: CursorScope, position: Position, *, expires_at: datetime) -> str:
    """The cursor that goes on after `position`."""
    content = _CONTENT.pack(to_micros(expires_at), to_micros(position.created_at), position.id.bytes)
    return _encode(content + scope.tag(content))


def read_cursor(scope: CursorScope, cursor: str, *, now: datetime) -> Position:
    """The position inside; raises `invalid_cursor`, the same for every defect."""
    raw = _decode(cursor)
    content, tag = raw[: _CONTENT.size], raw[_CONTENT.size :]
    if not hmac.compare_digest(scope.tag(content), tag):
        raise ApiProblem("invalid_cursor")
    expires, created, identity = _CONTENT.unpack(content)
    if from_micros(expires) <= now:
        raise ApiProblem("invalid_cursor")
    return Position(created_at=from_micros(created), id=UUID(bytes=identity))


def _encode(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _decode(cursor: str) -> bytes:
    try:
        raw = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise ApiProblem("invalid_cursor") from None
    # base64 has spare bits: only the one spelling that we write is accepted
    if len(raw) != _CONTENT.size + _TAG_BYTES or _encode(raw) != cursor:
        raise ApiProblem("invalid_cursor")
    return raw
