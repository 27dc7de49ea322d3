"""How a job and its account stand."""

from __future__ import annotations

from dataclasses import dataclass

from api.jobs.allowance import Tally


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How a job and its account stand after it was accepted; `limit` is the allowance of the window."""

    position: int
    tally: Tally
    limit: int
