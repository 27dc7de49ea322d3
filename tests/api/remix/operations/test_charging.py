"""Minutes and turns of operations: what a source costs, whom it refuses, and which jobs reach the workers."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
import sqlalchemy as sa

from api.db.tables import outbox
from api.http.auth import Caller
from api.jobs import attempts
from api.jobs import lifecycle as jobs
from api.jobs.phases import RemixPhase
from api.problems import ApiProblem
from api.remix.operations import metering, queueing
from api.remix.operations.metering import minutes_of, remaining_minutes, require_minutes
from api.remix.projects.repository import Project
from renderer.contract.orders.remix import RemixAnalyse, RemixOperation, RemixProbe
from renderer.contract.remix.analysis import SourceMeasures
from renderer.contract.vocabulary import LONGEST_SOURCE_SECONDS, Plan
from tests.api.harness import Service
from tests.api.rows import MEASURES, a_job, an_account, in_phase, job_of, kept, project_of, ready, uploading

SOURCE = {"key": "remix/x/source", "size": 9, "sha256": "0" * 64, "media_type": "video/mp4"}


@pytest.fixture
def owner(light: Service) -> Caller:
    return an_account(light)


def left(light: Service, owner: Caller) -> int:
    with light.services.database.read() as connection:
        return remaining_minutes(connection, owner, now=light.clock.now())


def probed(light: Service, owner: Caller, seconds: float, **changes: Any) -> Project:
    """The project after its source was measured."""
    project = in_phase(light, uploading(light, owner), RemixPhase.PROBING, source=SOURCE, **changes)
    measures = SourceMeasures.model_validate(MEASURES | {"duration_seconds": seconds})
    with light.services.database.write() as connection:
        metering.measured(connection, owner, project, measures, now=light.clock.now())
    return project_of(light, project.id)


def waiting(light: Service) -> list[UUID]:
    """Ids of the jobs in the outbox, in order."""
    with light.services.database.read() as connection:
        return list(connection.execute(sa.select(outbox.c.job_id).order_by(outbox.c.id)).scalars())


@pytest.mark.parametrize(
    ("seconds", "minutes"), [(0.04, 1), (59.9, 1), (60.0, 1), (60.001, 2), (119.5, 2), (600.0, 10)]
)
def test_minutes_are_whole_and_rounded_up(seconds: float, minutes: int) -> None:
    assert minutes_of(seconds) == minutes


def test_a_measured_source_uses_its_minutes_and_is_analysed(light: Service, owner: Caller) -> None:
    before = left(light, owner)
    project = probed(light, owner, 73.4)
    assert (project.phase, project.minutes, project.charged, project.refusal) == (
        "analysis_queued", 2, 2, None
    )  # fmt: skip
    assert left(light, owner) == before - 2
    assert waiting(light) == [project.operation_id]
    assert project.operation_id is not None
    work = job_of(light, project.operation_id)
    assert (work.order["operation"], work.role, work.units) == ("analyse", "operation", 0)
    assert work.inputs == {"source": {name: SOURCE[name] for name in ("key", "size", "sha256")}}


def test_used_minutes_stay_used_whatever_becomes_of_the_project(light: Service, owner: Caller) -> None:
    before = left(light, owner)
    project = probed(light, owner, 600)
    for phase in (RemixPhase.FAILED, RemixPhase.CANCELLED, RemixPhase.EXPIRED):
        in_phase(light, project, phase)
        assert left(light, owner) == before - 10


def test_the_longest_source_is_taken_and_one_more_frame_is_not(light: Service, owner: Caller) -> None:
    assert probed(light, owner, LONGEST_SOURCE_SECONDS).phase == "analysis_queued"
    before = left(light, owner)
    project = probed(light, owner, LONGEST_SOURCE_SECONDS + 0.04)
    assert (project.phase, (project.failure or {})["code"]) == ("failed", "source_too_long")
    assert (left(light, owner), project.source) == (before, None)


def test_the_last_minute_can_be_used_and_not_one_more(light: Service) -> None:
    for used, phase, remain in ((51, "failed", 9), (50, "analysis_queued", 0)):
        owner = an_account(light, Plan.CREATOR)
        before = ready(light, owner)
        with light.services.database.write() as connection:
            jobs.charge(connection, before.id, units=used, now=light.clock.now())
        assert probed(light, owner, 600).phase == phase
        assert left(light, owner) == remain
        with light.services.database.read() as connection:
            require_minutes(connection, owner, units=remain, now=light.clock.now())
            with pytest.raises(ApiProblem, match="remix_quota_exceeded"):
                require_minutes(connection, owner, units=remain + 1, now=light.clock.now())


def test_who_waits_is_told_and_may_try_again(light: Service) -> None:
    owner = an_account(light, Plan.CREATOR)
    used = ready(light, owner)
    with light.services.database.write() as connection:
        jobs.charge(connection, used.id, units=59, now=light.clock.now())
    soon = light.clock.now() + timedelta(seconds=20)
    project = probed(light, owner, 90, awaited_until=soon, completion="c" * 64)
    assert (project.phase, project.refusal, project.minutes) == ("uploading", "remix_quota_exceeded", 2)
    assert (project.charged, project.completion, project.awaited_until) == (0, None, None)
    assert project.source == SOURCE, "the bytes are there for the second try"
    late = probed(light, owner, 90, awaited_until=light.clock.now())
    assert (late.phase, (late.failure or {})["code"]) == ("failed", "remix_quota_exceeded")
    assert waiting(light) == []


def an_operation(light: Service, project: Project, order: RemixOperation, minutes: int = 0) -> UUID:
    light.clock.advance(seconds=1)
    with light.services.database.write() as connection:
        job = queueing.operation_job(project, order, {}, units=minutes, now=light.clock.now())
        queueing.enqueue(connection, job)
    return job.id


def over(light: Service, owner: Caller, job_id: UUID) -> None:
    with light.services.database.write() as connection:
        jobs.cancel(connection, job_of(light, job_id), now=light.clock.now())
        queueing.let_next_go(connection, owner.account_id, now=light.clock.now())


def test_one_heavy_operation_at_a_time_the_others_in_their_order(light: Service, owner: Caller) -> None:
    project = uploading(light, owner)
    first, second, third = (an_operation(light, project, RemixAnalyse()) for _ in range(3))
    probe = an_operation(light, project, RemixProbe())
    stranger = an_account(light)
    theirs = an_operation(light, uploading(light, stranger), RemixAnalyse())
    assert waiting(light) == [first, probe, theirs]
    over(light, owner, first)
    assert waiting(light) == [probe, theirs, second]
    over(light, owner, probe)
    assert waiting(light) == [theirs, second], "a probe holds nobody and lets nobody go"
    over(light, owner, second)
    assert waiting(light) == [theirs, third]


def test_an_operation_that_a_worker_holds_keeps_the_next_one_back(light: Service, owner: Caller) -> None:
    project = uploading(light, owner)
    first, second = (an_operation(light, project, RemixAnalyse()) for _ in range(2))
    with light.services.database.write() as connection:
        attempts.claim(
            connection, job_of(light, first), worker="w", sequence=1, now=light.clock.now(),
            lease=timedelta(seconds=45),
        )  # fmt: skip
        queueing.let_next_go(connection, owner.account_id, now=light.clock.now())
    assert waiting(light) == []
    over(light, owner, first)
    assert waiting(light) == [second]


def test_a_row_of_another_kind_holds_nobody(light: Service, owner: Caller) -> None:
    kept(light, a_job(owner))
    mine = an_operation(light, uploading(light, owner), RemixAnalyse())
    assert waiting(light) == [mine]
