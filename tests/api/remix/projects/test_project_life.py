"""Every change of a project's state, on its row, in its history, and as its list shows it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from api.jobs.phases import RemixPhase
from api.problems import ApiProblem
from api.remix.projects import history, lifecycle, repository
from api.remix.projects.lifecycle import RETENTION, status_of
from api.remix.projects.repository import FINAL, Project
from renderer.contract.vocabulary import Status
from tests.api.harness import START, Service
from tests.api.rows import CAPTIONS, an_account, in_phase, job_of, project_of, ready, uploading

NO_CUES = {"origin": "custom", "language": "en", "cues": []}
SQUARE = "1:1"


@pytest.fixture
def project(light: Service) -> Project:
    return ready(light, an_account(light))


def written(light: Service, change: Callable[..., Any], *given: Any, **named: Any) -> Any:
    with light.services.database.write() as connection:
        return change(connection, *given, now=light.clock.now(), **named)


def refused(light: Service, change: Callable[..., Any], *given: Any, **named: Any) -> ApiProblem:
    with pytest.raises(ApiProblem) as caught:
        written(light, change, *given, **named)
    return caught.value


def past(light: Service, project: Project) -> list[tuple[int, str]]:
    with light.services.database.read() as connection:
        return [(each.revision, each.change) for each in repository.history(connection, project.id)]


def test_a_new_project_is_listed_as_an_upload_kept_for_a_day(light: Service) -> None:
    project = uploading(light, an_account(light), name="Mein Film.mp4")
    job = job_of(light, project.id)
    assert (project.phase, project.revision, past(light, project)) == ("uploading", 1, [(1, "created")])
    assert (job.status, job.role, job.units, job.allowance) == ("queued", "project", 0, "released")
    assert job.order == {"workflow": "remix", "title": "Mein Film"}
    assert job.expires_at == START + timedelta(hours=24)


def test_every_phase_shows_its_status_percent_and_a_sentence(light: Service) -> None:
    """In order; a project expires after a day until its probe ends, then a week after its last change."""
    project = uploading(light, an_account(light))
    said, end = set(), START + timedelta(hours=24)
    for phase in RemixPhase:
        light.clock.advance(hours=1)
        in_phase(light, project, phase)
        job = job_of(light, project.id)
        assert (project_of(light, project.id).phase, job.stage) == (phase.value, phase.value)
        assert job.status == status_of(phase).value
        assert job.percent == (100 if phase in {"ready", "completed", "expired"} else 0)
        end = end if phase in {"uploading", "probing", "expired"} else light.clock.now() + RETENTION
        assert job.expires_at == end
        said.add(job.detail)
    assert len(said) == len(RemixPhase) - 2, "two phases wait for a worker, two have one"
    assert "worker" not in " ".join(said).lower()


def test_final_phases_have_a_final_status_and_no_other_has() -> None:
    final = {Status.COMPLETED, Status.FAILED, Status.CANCELLED, Status.EXPIRED}
    assert {phase for phase in RemixPhase if status_of(phase) in final} == FINAL


def test_a_change_makes_a_revision_and_forgets_the_last_trouble(light: Service, project: Project) -> None:
    trouble = {"operation_id": str(uuid4()), "code": "ours", "sentence": "It failed."}
    written(light, lifecycle.stay, project, trouble=trouble)
    assert job_of(light, project.id).detail == "Waiting for you. It failed."
    light.clock.advance(days=3)
    settings = project.settings | {"aspect": SQUARE}
    written(light, lifecycle.change, project.id, revision=2, name="settings", settings=settings)
    after = project_of(light, project.id)
    assert (after.revision, after.settings["aspect"], after.captions) == (3, SQUARE, CAPTIONS)
    assert after.trouble is None
    assert past(light, project)[-1] == (3, "settings")
    assert job_of(light, project.id).expires_at == START + timedelta(days=3) + RETENTION


REFUSED = [
    (RemixPhase.READY, 1, "revision_conflict"),
    (RemixPhase.READY, 3, "revision_conflict"),
    (RemixPhase.EXPORTING, 2, "operation_in_progress"),
    (RemixPhase.CANCELLING, 2, "operation_in_progress"),
    (RemixPhase.EXPORTING, 1, "revision_conflict"),
    *((phase, 1, "project_final") for phase in sorted(FINAL)),
]


def test_a_change_that_is_not_taken_says_why_and_changes_nothing(light: Service, project: Project) -> None:
    for phase, revision, code in REFUSED:
        before = in_phase(light, project, phase)
        problem = refused(
            light, lifecycle.change, project.id, revision=revision, name="captions", captions=NO_CUES
        )
        assert problem.code == code, (phase, revision)
        assert project_of(light, project.id) == before
    assert past(light, project) == [(1, "created"), (2, "analysed")]


def test_an_operation_begins_once_and_its_result_is_the_next_revision(
    light: Service, project: Project
) -> None:
    operation = uuid4()
    begun = written(
        light, lifecycle.begin, project.id, revision=2, phase=RemixPhase.TRANSLATING, operation_id=operation
    )
    assert (begun.phase, begun.revision, begun.operation_id) == ("translating", 2, operation)
    again = refused(light, lifecycle.begin, project.id, revision=2, phase=RemixPhase.DRAFTING)
    assert again.code == "operation_in_progress"
    written(light, lifecycle.advance, begun, name="translated", captions=NO_CUES)
    after = project_of(light, project.id)
    assert (after.phase, after.revision, after.operation_id, after.request) == ("ready", 3, None, None)
    assert after.captions == NO_CUES


def test_what_has_ended_keeps_no_file_and_is_to_be_tidied(light: Service, project: Project) -> None:
    stored = {"key": "a", "size": 1, "sha256": "0" * 64}
    before = in_phase(
        light, project, RemixPhase.EXPORTING, source=stored, files={"mix": stored}, mixed="d" * 64
    )
    failure = {"code": "generation_failed", "message": "Video generation failed."}
    written(light, lifecycle.end, before, RemixPhase.FAILED, failure=failure)
    after, job = project_of(light, project.id), job_of(light, project.id)
    assert (after.source, after.files, after.mixed, after.failure) == (None, {}, None, failure)
    assert (job.status, job.detail, job.results, job.tidied_at) == ("failed", failure["message"], {}, None)


def test_the_content_of_any_revision_can_be_had_and_brought_back(light: Service, project: Project) -> None:
    written(light, lifecycle.change, project.id, revision=2, name="captions", captions=NO_CUES)
    settings = project.settings | {"aspect": SQUARE}
    written(light, lifecycle.change, project.id, revision=3, name="settings", settings=settings)
    with light.services.database.read() as connection:
        found = [history.content_at(connection, project.id, revision=each) for each in (1, 2, 3, 4)]
    assert [len(each.captions["cues"]) for each in found] == [0, 2, 0, 0]
    assert [each.settings["aspect"] for each in found] == ["9:16"] * 3 + [SQUARE]
    assert written(light, history.restore, project.id, revision=2) == 5
    after = project_of(light, project.id)
    assert (after.captions, after.settings) == (CAPTIONS, project.settings)
    assert past(light, project)[-1] == (5, "restored")


def test_a_revision_that_never_was_is_told(light: Service, project: Project) -> None:
    for revision in (0, 3, 99):
        problem = refused(light, history.restore, project.id, revision=revision)
        assert (problem.code, problem.detail) == ("revision_conflict", f"There is no revision {revision}.")


def test_projects_that_are_over_leave_room(light: Service) -> None:
    caller, other = an_account(light), an_account(light)
    made = [uploading(light, caller) for _ in range(3)]
    uploading(light, other)
    in_phase(light, made[0], RemixPhase.CANCELLING)
    in_phase(light, made[1], RemixPhase.CANCELLED)
    with light.services.database.read() as connection:
        assert repository.count_open(connection, caller.account_id) == 2
        assert repository.operations_of(connection, made[0].id) == [made[0].id]
        with pytest.raises(ApiProblem, match="video_not_found"):
            repository.owned(connection, other, made[0].id)
