"""A caller's own job by its id, its result and its name; any other id is answered alike."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from api.http.auth import Caller
from api.jobs.lookup import EVERY, job_id, owned
from api.jobs.queued_job import queued_job
from api.jobs.repository import JobRole
from api.jobs.results import finished, title_of
from api.problems import ApiProblem
from renderer.contract.orders.remix import RemixProbe
from renderer.contract.orders.short import ShortOrder
from renderer.contract.vocabulary import Source, Workflow
from tests.api.harness import START, Service
from tests.api.rows import a_job, an_account, kept

FILE = {"key": "videos/x/1/video.mp4", "size": 9, "sha256": "0" * 64, "media_type": "video/mp4"}
VIDEO = {"kind": "video", "file": FILE, "duration_seconds": 31.5, "width": 1080, "height": 1920}
ID = "0f5ad0b6-6a0f-4d52-9c1e-7f3b1d6a2c44"


@pytest.fixture
def owner(light: Service) -> Caller:
    return an_account(light)


@pytest.mark.parametrize("text", [ID, ID.upper(), str(UUID(int=0))])
def test_an_id_is_read_in_either_case(text: str) -> None:
    assert job_id(text) == UUID(text)


@pytest.mark.parametrize(
    "text",
    ["", "1", ID[:-1], f"{ID}0", f" {ID}", f"{ID}\n", ID.replace("-", ""), f"{{{ID}}}", f"urn:uuid:{ID}",
     ID.replace("0f", "٠f"), ID.replace("-", "_"), "../" + ID, "g" + ID[1:]],
)  # fmt: skip
def test_other_spellings_of_ids_are_no_ids(text: str) -> None:
    with pytest.raises(ApiProblem, match="video_not_found"):
        job_id(text)


def test_only_ones_own_jobs_of_the_asked_workflows_are_found(light: Service, owner: Caller) -> None:
    short, film = a_job(owner), a_job(owner, workflow="long_form")
    project, work = (
        a_job(owner, workflow="remix", role=role.value) for role in (JobRole.PROJECT, JobRole.OPERATION)
    )
    foreign = a_job(an_account(light), created_at=START + timedelta(seconds=1))
    kept(light, short, film, project, work, foreign)
    films = frozenset({Workflow.LONG_FORM})
    with light.services.database.read() as connection:
        assert owned(connection, owner, short.id) == (short, 1)
        assert owned(connection, owner, film.id, of=films) == (film, 1)
        assert owned(connection, owner, project.id)[0] == project
        for wanted, of in (
            (short.id, films), (work.id, EVERY), (foreign.id, EVERY), (uuid4(), EVERY), (project.id, films)
        ):  # fmt: skip
            with pytest.raises(ApiProblem, match="video_not_found"):
                owned(connection, owner, wanted, of=of)


def test_the_place_counts_those_ahead_in_the_same_workflow(light: Service, owner: Caller) -> None:
    other = an_account(light)
    moments = [START + timedelta(seconds=each) for each in range(6)]
    rows = [
        a_job(other, created_at=moments[0]),
        a_job(other, created_at=moments[1], workflow="long_form"),
        a_job(other, created_at=moments[2], status="processing"),
        a_job(other, created_at=moments[3], role=JobRole.PROJECT.value),
        a_job(owner, created_at=moments[4]),
        a_job(other, created_at=moments[5]),
    ]
    kept(light, *rows)
    with light.services.database.read() as connection:
        assert owned(connection, owner, rows[4].id)[1] == 2
        assert [owned(connection, other, rows[each].id)[1] for each in (0, 1, 2, 5)] == [1, 1, 0, 3]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({}, "video_not_ready"),
        ({"status": "processing"}, "video_not_ready"),
        ({"status": "failed"}, "video_not_ready"),
        ({"status": "cancelled"}, "video_not_ready"),
        ({"status": "expired"}, "video_not_found"),
        ({"status": "completed", "results": {}}, "video_not_found"),
        ({"status": "completed", "results": {"video": VIDEO}, "expires_at": START}, "video_not_found"),
    ],
)
def test_without_a_video_one_is_told_whether_to_wait(
    owner: Caller, changes: dict[str, Any], code: str
) -> None:
    with pytest.raises(ApiProblem, match=code):
        finished(a_job(owner, **changes), now=START)


def test_a_video_is_there_up_to_its_last_microsecond(owner: Caller) -> None:
    job = a_job(owner, status="completed", results={"video": VIDEO}, expires_at=START)
    made = finished(job, now=START - timedelta(microseconds=1))
    assert (made.file.key, made.duration_seconds, made.sidecars) == (FILE["key"], 31.5, {})


@pytest.mark.parametrize(
    ("order", "facts", "title"),
    [
        ({"topic": "Bees"}, {}, "Bees"),
        ({"topic": "Bees"}, {"script": {"title": "How bees talk"}}, "How bees talk"),
        ({"title": "", "script": "x"}, {"script": {"title": "Rivers"}}, "Rivers"),
        ({"title": "Flüsse", "script": "x"}, {"script": {"title": "Rivers"}}, "Flüsse"),
        ({"title": "", "script": "x"}, {}, ""),
        ({"operation": "probe"}, {"script": {"title": ""}}, ""),
    ],
)
def test_the_ordered_title_comes_before_the_found_one_and_the_topic(
    owner: Caller, order: dict[str, Any], facts: dict[str, Any], title: str
) -> None:
    assert title_of(a_job(owner, order=order, facts=facts)) == title


def test_a_new_job_waits_with_its_units_reserved_for_a_week(light: Service, owner: Caller) -> None:
    job = queued_job(ShortOrder(topic="川"), owner.account_id, now=START, source=Source.DASHBOARD, units=3)
    assert (job.status, job.allowance, job.units, job.source) == ("queued", "reserved", 3, "dashboard")
    assert (job.attempt, job.tries, job.sequence, job.worker, job.role) == (1, 1, 0, None, "job")
    assert job.expires_at == START + timedelta(days=7)
    assert ShortOrder.model_validate(job.order) == ShortOrder(topic="川")
    again = queued_job(RemixProbe(), owner.account_id, now=START)
    assert (again.workflow, again.order["operation"], again.id == job.id) == ("remix", "probe", False)
    kept(light, job, again)
