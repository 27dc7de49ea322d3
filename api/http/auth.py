"""API keys: their format, how they are stored, and how a request authenticates with one.

`cw_` + 43 characters (256 random bits, URL-safe base64) + 6 characters of checksum. Thanks to the checksum a
mistyped key is refused without a database lookup. The database stores only SHA-256 hashes: that suffices for
secrets of full entropy, where a slow hash would only slow down the service.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import re
import secrets
import zlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final
from uuid import UUID

import sqlalchemy as sa

from api.db.tables import accounts, api_keys
from api.plans import PLANS, PlanTerms
from api.problems import ApiProblem
from renderer.contract.vocabulary import Plan

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy.engine import Connection

KEY_LIFETIME: Final = timedelta(days=365)
_PREFIX: Final = "cw_"
_KEY: Final = re.compile(rf"{_PREFIX}([A-Za-z0-9_-]{{43}})([0-9a-z]{{6}})", re.ASCII)
_BEARER: Final = re.compile(rb"[Bb][Ee][Aa][Rr][Ee][Rr] ([\x21-\x7e]{1,200})")
_NOBODY: Final = "0" * 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """The account that a request is made for."""

    account_id: UUID
    plan: Plan
    billing_anchor: datetime

    @property
    def terms(self) -> PlanTerms:
        """What the plan allows."""
        return PLANS[self.plan]


def new_key() -> str:
    """A fresh key; shown once, never stored."""
    body = secrets.token_urlsafe(32)
    return f"{_PREFIX}{body}{_checksum(body)}"


def key_hash(key: str) -> str:
    """The hash that the database stores instead of the key."""
    return hashlib.sha256(key.encode()).hexdigest()


def bearer_token(authorization: Sequence[bytes]) -> str:
    """The bearer token of the Authorization header; empty unless there is exactly one, well-formed."""
    if len(authorization) != 1:
        return ""
    match = _BEARER.fullmatch(authorization[0])
    return match[1].decode("ascii") if match else ""


def authenticate(connection: Connection, *, token: str, now: datetime) -> Caller:
    """The caller who holds this key; raises `invalid_api_key`, the same for every reason."""
    if not well_formed(token):
        raise _refused()
    presented = key_hash(token)
    row = connection.execute(_LOOKUP, {"presented": presented}).one_or_none()
    known = hmac.compare_digest(row.hash if row else _NOBODY, presented)
    if row is None or not known or row.revoked_at is not None or row.expires_at <= now:
        raise _refused()
    return Caller(account_id=row.account_id, plan=Plan(row.plan), billing_anchor=row.billing_anchor)


def require_api_access(plan: Plan) -> None:
    """Raise `api_access_required` for plans without it."""
    if not PLANS[plan].api_access:
        raise ApiProblem("api_access_required")


def _refused() -> ApiProblem:
    return ApiProblem("invalid_api_key", www_authenticate="Bearer")


def well_formed(token: str) -> bool:
    """Whether this could be a key; if not, it is refused without a database lookup."""
    match = _KEY.fullmatch(token)
    return match is not None and hmac.compare_digest(_checksum(match[1]), match[2]) and _canonical(match[1])


def _canonical(body: str) -> bool:
    """Whether this is the canonical spelling: base64 has spare bits in its last character."""
    try:
        raw = base64.urlsafe_b64decode(f"{body}=")
    except binascii.Error:
        return False
    return base64.urlsafe_b64encode(raw).decode().rstrip("=") == body


def _checksum(body: str) -> str:
    alphabet = "0123456789abcdefghijklmnopqrstuvwxyz"
    value, digits = zlib.crc32(body.encode()), ""
    for _ in range(6):
        value, digit = divmod(value, 36)
        digits += alphabet[digit]
    return digits


_LOOKUP: Final = (
    sa.select(
        api_keys.c.hash,
        api_keys.c.expires_at,
        api_keys.c.revoked_at,
        api_keys.c.account_id,
        accounts.c.plan,
        accounts.c.billing_anchor,
    )
    .join(accounts, accounts.c.id == api_keys.c.account_id)
    .where(api_keys.c.hash == sa.bindparam("presented"))
)
