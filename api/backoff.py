"""How long a job waits before its next attempt, by what ended the last one."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from renderer.backoff import Backoff
from renderer.errors import ERRORS, Blame

LOST: Final = Backoff(first=2, longest=60)
"""The worker is gone: another can take over at once, but a job that kills its workers must be slowed down."""
FULL: Final = Backoff(first=30, longest=600)
"""A full disk or memory is not freed within seconds, nor is a release upgraded everywhere."""
AWAY: Final = Backoff(first=10, longest=300)
"""A provider, the store or the API does not answer, or asks clients to wait."""
OURS: Final = Backoff(first=4, longest=120)
"""Every other failure that another try may cure."""
LONGEST: Final = timedelta(seconds=max(each.longest for each in (LOST, FULL, AWAY, OURS)))

_BY_CODE: Final = {
    "lease_lost": LOST,
    "disk_full": FULL,
    "memory_short": FULL,
    "workspace_unwritable": FULL,
    "order_unreadable": FULL,
}


def backoff_after(code: str) -> Backoff:
    """The backoff that suits this failure; unknown codes get `OURS`."""
    if code in _BY_CODE:
        return _BY_CODE[code]
    spec = ERRORS.get(code)
    return AWAY if spec and spec.blame is Blame.UPSTREAM else OURS
