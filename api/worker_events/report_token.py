"""Report tokens: what a worker shows when it reports about one attempt at one job.

The token is an HMAC over job and attempt, so nothing about it is stored, ringing twice hands out the same
one, and a token of another job or attempt is worth nothing.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from uuid import UUID


def report_token(secret: bytes, *, job_id: UUID, attempt: int) -> str:
    """The token of this attempt."""
    message = b"report\0" + job_id.bytes + attempt.to_bytes(8, "big")
    return base64.urlsafe_b64encode(hmac.digest(secret, message, hashlib.sha256)).decode().rstrip("=")


def is_report_token(token: str, *, secret: bytes, job_id: UUID, attempt: int) -> bool:
    """Whether the token is that of this attempt; takes the same time for every wrong one."""
    return hmac.compare_digest(report_token(secret, job_id=job_id, attempt=attempt), token)
