"""Retention of Remix row by row: what expires when, which files go, what a failing store leaves behind."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import pytest

from api.http.auth import Caller
from api.jobs.object_keys import output_key
from api.jobs.phases import RemixPhase
from api.jobs.repository import JobRole
from api.jobs.retention import GRACE
from api.remix.operations.documents import source_key
from api.remix.projects.repository import Project
from api.remix.retention import LEFTOVERS, ProjectSweeper
from api.remix.uploads import repository as uploads
from tests.api.harness import START, Service
from tests.api.rows import a_job, an_account, in_phase, job_of, kept, project_of, ready, uploading

WEEK = timedelta(days=7)


@pytest.fixture
def sweeper(light: Service) -> ProjectSweeper:
    services = light.services
    return ProjectSweeper(
        database=services.database, store=light.store, staging=services.staging, clock=light.clock
    )


@pytest.fixture
def owner(light: Service) -> Caller:
    return an_account(light)


def state_of(light: Service, project: Project) -> str:
    with light.services.database.write() as connection:
        found = uploads.lock_of_project(connection, project.id)
    assert found is not None
    return found.state


def with_files(light: Service, owner: Caller, project: Project) -> list[str]:
    """Keys of the source and of what one of its operations has stored."""
    work = a_job(owner, workflow="remix", role=JobRole.OPERATION.value, project_id=project.id)
    kept(light, work)
    keys = [source_key(project.id), output_key(work.id, 1), output_key(work.id, 2)]
    for key in keys:
        light.store.put_bytes(key, b"x")
    return keys


def held(light: Service, keys: list[str]) -> list[str]:
    folders = {key.split("/")[0] + "/" for key in keys}
    return [key for folder in folders for key in light.store.keys(folder) if key in keys]


def test_an_upload_goes_after_its_day_with_staging_and_project(
    light: Service, owner: Caller, sweeper: ProjectSweeper
) -> None:
    project = uploading(light, owner)
    light.clock.advance(hours=24, microseconds=-1)
    assert sweeper.run_once() == 0
    light.clock.advance(microseconds=1)
    assert sweeper.run_once() == 1
    assert (state_of(light, project), project_of(light, project.id).phase) == ("expired", "expired")
    assert light.services.staging.begun == {}  # type: ignore[attr-defined]  # the one in memory
    assert job_of(light, project.id).status == "expired"
    assert sweeper.run_once() == 0


def test_the_upload_of_a_project_that_goes_on_is_forgotten_alone(
    light: Service, owner: Caller, sweeper: ProjectSweeper
) -> None:
    project = ready(light, owner)
    with light.services.database.write() as connection:
        found = uploads.lock_of_project(connection, project.id)
        assert found is not None
        uploads.update(connection, found.id, state=uploads.State.PUBLISHED.value)
    light.clock.advance(hours=25)
    light.store.broken = True
    assert sweeper._expire_uploads(light.clock.now()) == 1, "nothing of it is in the staging any more"
    assert (state_of(light, project), project_of(light, project.id).phase) == ("expired", "ready")


def changed(light: Service, project: Project, **changes: object) -> None:
    """Change the row of the project's upload."""
    with light.services.database.write() as connection:
        found = uploads.lock_of_project(connection, project.id)
        assert found is not None
        uploads.update(connection, found.id, **changes)


def test_an_upload_is_not_discarded_under_its_publisher(
    light: Service, owner: Caller, sweeper: ProjectSweeper
) -> None:
    project = uploading(light, owner)
    light.clock.advance(hours=24)
    changed(light, project, fence=1, lease_expires_at=light.clock.now() + timedelta(seconds=30))
    assert sweeper.run_once() == 0
    assert len(light.services.staging.begun) == 1  # type: ignore[attr-defined]  # the one in memory
    light.clock.advance(seconds=30)
    assert sweeper.run_once() == 1
    assert (state_of(light, project), project_of(light, project.id).phase) == ("expired", "expired")


@pytest.mark.parametrize(
    "state", [uploads.State.DELETED, uploads.State.PUBLISHED, uploads.State.EXPIRED], ids=str
)
def test_an_upload_that_moved_on_since_it_was_found_stays_as_it_is(
    light: Service,
    owner: Caller,
    sweeper: ProjectSweeper,
    monkeypatch: pytest.MonkeyPatch,
    state: uploads.State,
) -> None:
    project = uploading(light, owner)
    light.clock.advance(hours=24)
    monkeypatch.setattr(
        light.services.staging, "discard", lambda _: changed(light, project, state=state.value)
    )
    assert sweeper._expire_uploads(light.clock.now()) == 0
    assert (state_of(light, project), project_of(light, project.id).phase) == (state, "uploading")


@pytest.mark.parametrize("phase", [RemixPhase.READY, RemixPhase.COMPLETED])
def test_a_project_goes_a_week_after_its_last_change_and_its_files_after_a_grace(
    light: Service, owner: Caller, sweeper: ProjectSweeper, phase: RemixPhase
) -> None:
    project = in_phase(light, ready(light, owner), phase)
    keys = with_files(light, owner, project)
    with light.services.database.write() as connection:
        found = uploads.lock_of_project(connection, project.id)
        assert found is not None
        uploads.update(connection, found.id, state=uploads.State.EXPIRED.value)
    light.clock.advance(days=7, microseconds=-1)
    assert sweeper.run_once() == 0
    light.clock.advance(microseconds=1)
    assert sweeper.run_once() == 1
    assert project_of(light, project.id).phase == "expired"
    assert len(held(light, keys)) == 3, "a worker may still be at them"
    light.clock.instant += GRACE
    assert sweeper.run_once() == 1
    assert held(light, keys) == []
    assert job_of(light, project.id).tidied_at == light.clock.now()
    assert sweeper.run_once() == 0


@pytest.mark.parametrize("phase", [RemixPhase.EXPORTING, RemixPhase.ANALYSING, RemixPhase.CANCELLING])
def test_a_project_at_work_is_not_expired_under_its_worker(
    light: Service, owner: Caller, sweeper: ProjectSweeper, phase: RemixPhase
) -> None:
    project = in_phase(light, ready(light, owner), phase)
    sweeper._expire_projects(START + WEEK + WEEK)
    assert project_of(light, project.id).phase == phase


def test_a_project_that_moved_on_since_it_was_found_stays(
    light: Service, owner: Caller, sweeper: ProjectSweeper
) -> None:
    project = in_phase(light, ready(light, owner), RemixPhase.EXPORTING)
    with light.services.database.write() as connection:
        sweeper._expire(connection, project.id, only=RemixPhase.READY, now=START + WEEK)
    assert project_of(light, project.id).phase == "exporting"


@pytest.mark.parametrize("phase", [RemixPhase.FAILED, RemixPhase.CANCELLED, RemixPhase.EXPIRED])
def test_files_of_what_is_over_go_and_those_of_others_stay(
    light: Service, owner: Caller, sweeper: ProjectSweeper, phase: RemixPhase
) -> None:
    over, alive = ready(light, owner), ready(light, owner)
    gone, stay = with_files(light, owner, over), with_files(light, owner, alive)
    in_phase(light, over, phase)
    light.clock.instant += GRACE
    assert sweeper._clean(light.clock.now()) == 1
    assert (held(light, gone), len(held(light, stay))) == ([], 3)


def test_a_store_that_is_away_costs_nothing_but_time(
    light: Service, owner: Caller, sweeper: ProjectSweeper
) -> None:
    project, waiting = in_phase(light, ready(light, owner), RemixPhase.FAILED), uploading(light, owner)
    keys = with_files(light, owner, project)
    light.clock.advance(hours=24)
    light.store.broken = True
    assert sweeper.run_once() == 0
    assert (state_of(light, waiting), job_of(light, project.id).tidied_at) == ("open", None)
    light.store.broken = False
    assert sweeper.run_once() == 3, "two uploads and the files of one project"
    assert (state_of(light, waiting), held(light, keys)) == ("expired", [])


def test_staging_that_no_row_knows_goes_when_no_upload_can_be_so_old(
    light: Service, sweeper: ProjectSweeper
) -> None:
    staging = light.services.staging
    token = staging.begin(f"uploads/{UUID(int=7)}").token
    staging.begun[token] = START  # type: ignore[attr-defined]  # the one in memory
    light.clock.instant = START + LEFTOVERS
    assert sweeper.sweep_leftovers() == 0
    light.clock.advance(microseconds=1)
    assert sweeper.sweep_leftovers() == 1
