"""Pages over the job table, compared with a list sorted in memory: rows, places, filters and page borders."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import pytest

from api.http.auth import Caller
from api.http.cursor import Position
from api.jobs.repository import LAST_POSITION, Job, JobRole
from api.videos.presentation import video
from api.videos.repository import PageQuery, page
from renderer.contract.vocabulary import Status
from tests.api.harness import START, Service
from tests.api.rows import ADDRESS, a_job, an_account, kept

VIDEO = {
    "kind": "video", "duration_seconds": 31.5, "width": 1080, "height": 1920,
    "file": {"key": "videos/x/1/video.mp4", "size": 9, "sha256": "0" * 64, "media_type": "video/mp4"},
}  # fmt: skip
DAY = timedelta(days=1)


def found(light: Service, caller: Caller, **asked: object) -> list[tuple[Job, int]]:
    given = {"status": None, "after": None, "limit": 100, "now": START} | asked
    with light.services.database.read() as connection:
        return page(connection, PageQuery(account_id=caller.account_id, **given))  # type: ignore[arg-type]  # by name


@pytest.fixture
def caller(light: Service) -> Caller:
    return an_account(light)


@pytest.fixture
def jobs(light: Service, caller: Caller) -> list[Job]:
    """Jobs newest first, three at each instant."""
    made = [
        a_job(caller, id=UUID(int=each * 7919 % 1000), created_at=START + timedelta(microseconds=each // 3))
        for each in range(12)
    ]
    kept(light, *made, a_job(an_account(light)))
    kept(light, a_job(caller, role=JobRole.OPERATION.value, project_id=made[0].id))
    return sorted(made, key=lambda job: (job.created_at, job.id), reverse=True)


@pytest.mark.parametrize("limit", [1, 2, 5, 12, 100])
def test_pages_of_any_size_join_to_the_whole_list(
    light: Service, caller: Caller, jobs: list[Job], limit: int
) -> None:
    seen: list[Job] = []
    after = None
    while True:
        rows = [job for job, _ in found(light, caller, limit=limit, after=after)]
        seen += rows[:limit]
        if len(rows) <= limit:
            break
        after = Position(created_at=rows[limit - 1].created_at, id=rows[limit - 1].id)
    assert seen == jobs


def test_a_page_goes_on_behind_a_row_that_is_gone(light: Service, caller: Caller, jobs: list[Job]) -> None:
    between = Position(created_at=jobs[4].created_at, id=UUID(int=jobs[4].id.int + 1))
    assert [job for job, _ in found(light, caller, after=between)] == [
        job for job in jobs if (job.created_at, job.id) < (between.created_at, between.id)
    ]
    beyond = Position(created_at=START - DAY, id=UUID(int=0))
    assert found(light, caller, after=beyond) == []


def test_places_count_all_accounts_jobs_of_the_workflow(light: Service, caller: Caller) -> None:
    other = an_account(light)
    order = [
        (other, "short"),
        (caller, "long_form"),
        (caller, "short"),
        (other, "long_form"),
        (caller, "short"),
    ]
    rows = [a_job(who, workflow=kind, created_at=START + DAY * at) for at, (who, kind) in enumerate(order)]
    rows.append(a_job(caller, status="processing", created_at=START + DAY * 9))
    kept(light, *rows)
    assert [place for _, place in found(light, caller)] == [0, 3, 2, 1]


def test_far_back_all_are_told_the_same_place(light: Service, caller: Caller) -> None:
    other = an_account(light)
    kept(light, *(a_job(other, created_at=START - DAY) for _ in range(LAST_POSITION - 1)))
    kept(light, a_job(caller), a_job(caller, created_at=START + DAY))
    assert [place for _, place in found(light, caller)] == [LAST_POSITION, LAST_POSITION]


def test_filters_are_of_the_status_that_is_shown_at_that_instant(light: Service, caller: Caller) -> None:
    rows = [a_job(caller, status=status.value, results={"video": VIDEO}, expires_at=START + DAY)
            for status in Status]  # fmt: skip
    kept(light, *rows, a_job(caller, status="completed", results={"video": VIDEO}, expires_at=START))
    for now in (START, START + DAY - timedelta(microseconds=1), START + DAY):
        every = found(light, caller, now=now)
        assert len(every) == 7
        for status in Status:
            shown = {job.id for job, _ in found(light, caller, now=now, status=status)}
            assert shown == {job.id for job, _ in every if job.status_at(now) is status}
            assert all(
                video(job, origin=ADDRESS, now=now, position=place).status == status
                for job, place in every
                if job.id in shown
            )
    assert found(light, caller, now=START + DAY, status=Status.COMPLETED) == []


def test_of_other_workflows_no_order_is_read(light: Service, caller: Caller) -> None:
    film = a_job(caller, workflow="long_form", order={"script": "secret " * 9, "settings": {}})
    short = a_job(caller, created_at=START - DAY)
    kept(light, film, short)
    (first, _), (second, _) = found(light, caller)
    assert (first.id, first.order) == (film.id, {})
    assert second.order == short.order


def test_a_listed_project_has_no_place_and_no_settings(light: Service, caller: Caller) -> None:
    project = a_job(caller, workflow="remix", role=JobRole.PROJECT.value, stage="uploading")
    kept(light, project)
    ((job, place),) = found(light, caller)
    shown = video(job, origin=ADDRESS, now=START, position=place).model_dump(exclude_unset=True)
    assert (shown["status"], shown["progress"]["stage"]) == ("queued", "uploading")
    assert not {"queue", "settings", "output", "failure"} & set(shown)
