"""Report tokens: authorise a worker to report on one attempt at one job.

The token is a signature of job and attempt: nothing has to be stored, publishing twice issues the same token,
and a token of another job or attempt is worthless.
"""

from __future__ import annotations

import hashlib
from uuid import UUID

from itsdangerous import Signer


def report_token(secret: bytes, *, job_id: UUID, attempt: int) -> str:
    """The token of this attempt."""
    return _signer(secret).get_signature(_message(job_id, attempt)).decode()


def is_report_token(token: str, *, secret: bytes, job_id: UUID, attempt: int) -> bool:
    """Whether the token is that of this attempt; takes the same time for every wrong token."""
    return _signer(secret).verify_signature(_message(job_id, attempt), token.encode())


def _signer(secret: bytes) -> Signer:
    return Signer(secret, salt=b"report", key_derivation="hmac", digest_method=hashlib.sha256)


def _message(job_id: UUID, attempt: int) -> bytes:
    return job_id.bytes + attempt.to_bytes(8, "big")
