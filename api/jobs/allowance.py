"""The allowance: what an account's jobs have reserved and used, counted from the ledger in the job table."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Final
from uuid import UUID

import sqlalchemy as sa

from api.db.tables import jobs
from api.jobs.repository import OPEN, Allowance
from renderer.contract.vocabulary import Source, Workflow

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceTally:
    """Units of one source."""

    used: int = 0
    reserved: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """Units of one workflow, and how many of its jobs are open."""

    by_source: dict[Source, SourceTally] = field(default_factory=dict)
    outstanding: int = 0

    @property
    def used(self) -> int:
        """Units used in the window."""
        return sum(part.used for part in self.by_source.values())

    @property
    def reserved(self) -> int:
        """Units that open jobs hold."""
        return sum(part.reserved for part in self.by_source.values())

    def of(self, source: Source) -> SourceTally:
        """Units of one source."""
        return self.by_source.get(source, SourceTally())

    def with_reserved(self, source: Source, units: int) -> Tally:
        """The tally after one more job of this source has reserved its units."""
        part = self.of(source)
        grown = replace(part, reserved=part.reserved + units)
        return Tally(by_source=self.by_source | {source: grown}, outstanding=self.outstanding + 1)

    def remaining(self, limit: int) -> int:
        """Units left; never negative, even after a change to a smaller plan."""
        return max(0, limit - self.used - self.reserved)


def tally(connection: Connection, *, account_id: UUID, since: datetime) -> dict[Workflow, Tally]:
    """Count what is reserved now, and what was used since the window began, by workflow and source.

    Workflows that only another release knows are left out: this one sells none of their units.
    """
    counts: dict[Workflow, dict[Source, dict[str, int]]] = defaultdict(lambda: defaultdict(dict))
    outstanding: dict[Workflow, int] = defaultdict(int)
    for row in connection.execute(_TALLY, {"account_id": account_id, "since": since}):
        if row.workflow not in _KNOWN:
            continue
        counts[Workflow(row.workflow)][Source(row.source)][row.allowance] = int(row.units)
        outstanding[Workflow(row.workflow)] += int(row.open)
    return {
        workflow: Tally(
            by_source={
                source: SourceTally(used=units.get("used", 0), reserved=units.get("reserved", 0))
                for source, units in counts[workflow].items()
            },
            outstanding=outstanding[workflow],
        )
        for workflow in Workflow
    }


_KNOWN: Final = frozenset(each.value for each in Workflow)
_TALLY: Final = (
    sa.select(
        jobs.c.workflow,
        jobs.c.source,
        jobs.c.allowance,
        sa.func.sum(jobs.c.units).label("units"),
        sa.func.sum(sa.case((jobs.c.status.in_(OPEN), 1), else_=0)).label("open"),
    )
    .where(
        jobs.c.account_id == sa.bindparam("account_id"),
        sa.or_(
            jobs.c.allowance == Allowance.RESERVED.value,
            sa.and_(jobs.c.allowance == Allowance.USED.value, jobs.c.settled_at >= sa.bindparam("since")),
            # being cancelled: no longer holds units but is still open
            sa.and_(jobs.c.allowance == Allowance.RELEASED.value, jobs.c.settled_at.is_(None)),
        ),
    )
    .group_by(jobs.c.workflow, jobs.c.source, jobs.c.allowance)
)
