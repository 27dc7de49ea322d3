"""Accepting a job once: entirely, in one transaction, or not at all, and the limits that keep it out."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import UUID

import pytest
import sqlalchemy as sa

from api.accounts.service import set_plan
from api.db.tables import idempotency, jobs, outbox
from api.http.auth import Caller
from api.http.idempotency import IdempotentRequest, StoredResponse
from api.jobs.acceptance import Creation, Room, create_once, enqueue, response
from api.problems import ApiProblem
from renderer.contract.vocabulary import Plan, Source, Workflow
from tests.api.harness import START, Service
from tests.api.rows import a_job, an_account, kept

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

ROOM = Room(open_jobs=3, exhausted="quota_exceeded")


def asked(caller: Caller, key: str = "k" * 16, digest: str = "d" * 64) -> IdempotentRequest:
    return IdempotentRequest(account_id=caller.account_id, operation="create_video", key=key, digest=digest)


def ordered(
    light: Service, caller: Caller, key: str = "k" * 16, digest: str = "d" * 64, units: int = 1
) -> Creation:
    def place(connection: Connection, account: Caller) -> StoredResponse:
        job = a_job(account, created_at=light.clock.now(), units=units)
        standing = enqueue(connection, account, job, room=ROOM)
        return StoredResponse(job_id=job.id, body=f'{{"position": {standing.position}}}')

    return create_once(light.services, asked(caller, key, digest), place)


def rows(light: Service) -> tuple[int, int, int]:
    """Numbers of jobs, messages and kept answers."""
    with light.services.database.read() as connection:
        counts = [
            connection.execute(sa.select(sa.func.count()).select_from(each)).scalar_one()
            for each in (jobs, outbox, idempotency)
        ]
    return counts[0], counts[1], counts[2]


def test_a_create_leaves_a_job_a_message_and_an_answer_and_wakes_the_dispatcher(light: Service) -> None:
    caller = an_account(light)
    light.services.wake.clear()
    made = ordered(light, caller)
    assert (made.replayed, made.answer.body, rows(light)) == (False, '{"position": 1}', (1, 1, 1))
    assert light.services.wake.is_set()


def test_a_replay_gives_the_first_answer_and_leaves_nothing_more(light: Service) -> None:
    caller = an_account(light)
    first = ordered(light, caller)
    light.clock.advance(hours=23, minutes=59)
    light.services.wake.clear()
    again = ordered(light, caller)
    assert (again.replayed, again.answer, rows(light)) == (True, first.answer, (1, 1, 1))
    assert not light.services.wake.is_set()
    with pytest.raises(ApiProblem, match="idempotency_conflict"):
        ordered(light, caller, digest="e" * 64)


def test_after_its_day_a_key_is_new(light: Service) -> None:
    caller = an_account(light)
    first = ordered(light, caller)
    light.clock.advance(hours=24)
    again = ordered(light, caller, digest="e" * 64)
    assert (again.replayed, again.answer.job_id == first.answer.job_id) == (False, False)
    assert rows(light) == (2, 2, 1)


def test_whatever_fails_on_the_way_leaves_nothing_and_the_key_free(light: Service) -> None:
    caller = an_account(light)

    def placed_and_failed(connection: Connection, account: Caller) -> StoredResponse:
        enqueue(connection, account, a_job(account), room=ROOM)
        raise ApiProblem("internal_error")

    with pytest.raises(ApiProblem, match="internal_error"):
        create_once(light.services, asked(caller), placed_and_failed)
    assert rows(light) == (0, 0, 0)
    assert not ordered(light, caller).replayed


def test_a_replay_is_answered_after_the_plan_has_lost_its_access(light: Service) -> None:
    caller = an_account(light)
    first = ordered(light, caller)
    set_plan(light.services.database, light.clock, account_id=caller.account_id, plan=Plan.BASIC)
    assert ordered(light, caller).answer == first.answer
    with pytest.raises(ApiProblem, match="api_access_required"):
        ordered(light, caller, key="n" * 16)


def test_an_account_that_is_gone_orders_nothing(light: Service) -> None:
    nobody = Caller(account_id=UUID(int=3), plan=Plan.PRO, billing_anchor=START)
    with pytest.raises(ApiProblem, match="invalid_api_key"):
        ordered(light, nobody)


def test_the_room_counts_open_jobs_of_the_same_workflow(light: Service) -> None:
    caller = an_account(light)
    kept(light, a_job(caller, workflow="long_form"), a_job(caller, status="completed", allowance="used"))
    stopping = a_job(caller, status="processing", allowance="released", cancel_requested=True)
    kept(light, stopping)
    for each in range(2):
        ordered(light, caller, key=f"key-of-sixteen-{each}")
    with pytest.raises(ApiProblem, match="too_many_outstanding_jobs"):
        ordered(light, caller, key="one-more-than-three")
    with light.services.database.write() as connection:
        connection.execute(
            jobs.update().where(jobs.c.id == stopping.id).values(status="cancelled", settled_at=START)
        )
    assert not ordered(light, caller, key="one-more-than-three").replayed


def test_the_allowance_is_judged_by_units_before_the_room(light: Service) -> None:
    caller = an_account(light)
    used = a_job(caller, status="completed", allowance="used", units=33, settled_at=START)
    kept(light, used, *(a_job(caller, units=0) for _ in range(3)))
    with pytest.raises(ApiProblem, match="quota_exceeded"):
        ordered(light, caller, units=3)
    with pytest.raises(ApiProblem, match="too_many_outstanding_jobs"):
        ordered(light, caller, units=2)


def test_the_standing_is_that_after_the_job_was_accepted(light: Service) -> None:
    caller = an_account(light)
    kept(light, a_job(an_account(light), created_at=START - timedelta(seconds=1)))
    kept(light, a_job(caller, status="completed", allowance="used", units=4, settled_at=START))
    with light.services.database.write() as connection:
        job = a_job(caller, units=2, source=Source.DASHBOARD.value)
        standing = enqueue(connection, caller, job, room=ROOM)
    assert (standing.position, standing.limit) == (2, caller.terms.limits[Workflow.SHORT])
    assert (standing.tally.used, standing.tally.reserved, standing.tally.outstanding) == (4, 2, 1)
    assert standing.tally.of(Source.DASHBOARD).reserved == 2


def test_the_answer_is_the_stored_body_to_the_byte() -> None:
    kept_answer = StoredResponse(job_id=UUID(int=1), body='{"a": "é"}\n')
    for replayed in (False, True):
        answer = response(Creation(answer=kept_answer, replayed=replayed), location="https://x.example/1")
        assert (answer.status_code, answer.body) == (202, '{"a": "é"}\n'.encode())
        assert answer.headers["location"] == "https://x.example/1"
        assert answer.headers.get("idempotent-replayed") == ("true" if replayed else None)
