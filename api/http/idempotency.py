"""Idempotency: the same key with the same order gives the same answer for a day, and only one job.

Keys are scoped to their operation.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final
from uuid import UUID

import sqlalchemy as sa

from api.db.tables import idempotency
from api.problems import ApiProblem
from renderer.contract.vocabulary import IDEMPOTENCY_HOURS

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

KEPT: Final = timedelta(hours=IDEMPOTENCY_HOURS)
_KEY: Final = re.compile(r"[\x21-\x7e]{16,128}", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class IdempotentRequest:
    """A key of one account for one operation, and the digest of the order sent with it."""

    account_id: UUID
    operation: str
    key: str
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredResponse:
    """The stored answer: its body, byte for byte, and the job that it is about."""

    job_id: UUID
    body: str


def checked_key(values: Sequence[str]) -> str:
    """The value of the only Idempotency-Key header.

    Raises `idempotency_required` or `invalid_idempotency_key`.
    """
    if not values or values == [""]:
        raise ApiProblem("idempotency_required")
    if len(values) > 1 or not _KEY.fullmatch(values[0]):
        raise ApiProblem("invalid_idempotency_key")
    return values[0]


def request_digest(operation: str, normalised: Mapping[str, object]) -> str:
    """SHA-256 of operation and normalised input: equal for equal orders, however they were written."""
    text = json.dumps([operation, normalised], sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def recall(connection: Connection, request: IdempotentRequest, *, now: datetime) -> StoredResponse | None:
    """The answer stored under this key, if any; raises `idempotency_conflict` if it was for another order.

    An expired record is deleted here, so that the key is new again.
    """
    row = connection.execute(_RECALL, _named(request)).one_or_none()
    if row is None:
        return None
    if row.expires_at <= now:
        connection.execute(_FORGET, _named(request))
        return None
    if row.request_sha256 != request.digest:
        raise ApiProblem("idempotency_conflict")
    return StoredResponse(job_id=row.job_id, body=row.body)


def remember(
    connection: Connection, request: IdempotentRequest, answer: StoredResponse, *, now: datetime
) -> None:
    """Store the answer for a day."""
    connection.execute(
        _REMEMBER,
        {
            "account_id": request.account_id,
            "operation": request.operation,
            "key": request.key,
            "request_sha256": request.digest,
            "job_id": answer.job_id,
            "body": answer.body,
            "expires_at": now + KEPT,
        },
    )


def _named(request: IdempotentRequest) -> dict[str, object]:
    return {"owner": request.account_id, "asked": request.operation, "name": request.key}


_SAME: Final = sa.and_(
    idempotency.c.account_id == sa.bindparam("owner"),
    idempotency.c.operation == sa.bindparam("asked"),
    idempotency.c.key == sa.bindparam("name"),
)
_REMEMBER: Final = idempotency.insert()
_RECALL: Final = sa.select(idempotency).where(_SAME)
_FORGET: Final = idempotency.delete().where(_SAME)
