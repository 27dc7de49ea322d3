"""Queue position of a job, and allowance of its account."""

from __future__ import annotations

from dataclasses import dataclass

from api.jobs.allowance import Tally


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Queue position of a job, and its account's tally with the job; `limit` is the window's allowance."""

    position: int
    tally: Tally
    limit: int
