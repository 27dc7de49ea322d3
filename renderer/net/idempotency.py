"""Idempotency keys: a repeated request carries the same key as the purchase it repeats.

A worker that dies between a request and its answer cannot know whether the request was served. The job's
next attempt sends the same `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header); a server that
honours it returns its earlier result and charges once, others ignore it. Every job has keys of its own, so an
answer that proved useless is not served to another job.
"""

from __future__ import annotations

import hashlib
from typing import Final

from msgspec import Struct

IDEMPOTENCY_KEY: Final = "Idempotency-Key"


class Purchases(Struct, frozen=True):
    """Purchases of one job; `job` is the same in all its attempts, or "" for a run that is never retried."""

    job: str = ""

    def header(self, request: bytes) -> dict[str, str]:
        """The header for `request` (path and body); empty without a job."""
        if not self.job:
            return {}
        return {IDEMPOTENCY_KEY: hashlib.sha256(self.job.encode() + b"\n" + request).hexdigest()}
