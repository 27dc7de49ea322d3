"""Idempotency keys: a request that is sent again names the purchase that the first one began.

A worker that dies between a request and its answer cannot know whether it was served. The job's next attempt
sends the same `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header), and a server that honours it
answers with what it has made and charges once; others ignore it. Another job has other keys, so an answer
that was no use is not had a second time.
"""

from __future__ import annotations

import hashlib
from typing import Final

from msgspec import Struct

IDEMPOTENCY_KEY: Final = "Idempotency-Key"


class Purchases(Struct, frozen=True):
    """Those of one job, which has the same name in all its attempts; "" for a run that is not tried again."""

    job: str = ""

    def header(self, request: bytes) -> dict[str, str]:
        """The header of a request with this path and body; none without a job."""
        if not self.job:
            return {}
        return {IDEMPOTENCY_KEY: hashlib.sha256(self.job.encode() + b"\n" + request).hexdigest()}
