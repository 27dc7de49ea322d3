"""Pagination cursors: where a listing continues, signed so that only the service can issue them.

A cursor contains its expiry and the last row of the page before; account and filter are the salt of its
signature, so it reveals neither and is valid for no other listing.
"""

from __future__ import annotations

import hashlib
import struct
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from itsdangerous import BadSignature, Signer
from itsdangerous.encoding import base64_decode, base64_encode

from api.db.tables import from_micros, to_micros
from api.problems import ApiProblem

MAX_CURSOR: Final = 2048
_CONTENT: Final = struct.Struct(">qq16s")


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """The last row of a page."""

    created_at: datetime
    id: UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class CursorScope:
    """The account, status filter (empty for none) and secret that cursors are signed for."""

    secret: bytes
    account_id: UUID
    status: str

    @property
    def signer(self) -> Signer:
        """Signs the cursors of this scope with HMAC-SHA-256."""
        salt = b"cursor" + self.account_id.bytes + self.status.encode()
        return Signer(self.secret, salt=salt, key_derivation="hmac", digest_method=hashlib.sha256)


def write_cursor(scope: CursorScope, position: Position, *, expires_at: datetime) -> str:
    """The cursor of the page after `position`."""
    content = _CONTENT.pack(to_micros(expires_at), to_micros(position.created_at), position.id.bytes)
    return scope.signer.sign(base64_encode(content)).decode()


def read_cursor(scope: CursorScope, cursor: str, *, now: datetime) -> Position:
    """The position in a cursor; raises `invalid_cursor`, the same for every defect."""
    try:
        content = base64_decode(scope.signer.unsign(cursor))
    except (BadSignature, UnicodeError):
        raise ApiProblem("invalid_cursor") from None
    # base64 has spare bits: only the one spelling that we write is accepted
    expires, created, identity = _CONTENT.unpack(content)
    position = Position(created_at=from_micros(created), id=UUID(bytes=identity))
    expires_at = from_micros(expires)
    if expires_at <= now or write_cursor(scope, position, expires_at=expires_at) != cursor:
        raise ApiProblem("invalid_cursor")
    return position
