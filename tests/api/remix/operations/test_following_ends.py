"""What becomes of a project when its operation advances or ends, for every operation and every end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest

from api.http.auth import Caller
from api.jobs import repository as job_rows
from api.jobs.phases import RemixPhase
from api.jobs.repository import Job, JobRole
from api.remix.operations.brought import Brought
from api.remix.operations.following import UNCONFIGURED, ProjectFollower, phase_of
from api.remix.projects.repository import Project
from renderer.contract.remix.spoken_lines import SpokenVoiceover
from renderer.contract.remix.timed_text import CueList, VoiceoverScript
from renderer.contract.results import AnalysisResult, ResultFile, SoundResult, VideoResult
from tests.api.harness import START, Service
from tests.api.rows import CUES, a_job, an_account, in_phase, job_of, kept, project_of, ready

OPERATIONS = ("probe", "analyse", "translate", "draft", "preview", "export")
FILE = ResultFile(key="videos/x/1/a.json", size=9, sha256="0" * 64, media_type="application/json")
SPOKEN = SpokenVoiceover.model_validate(
    {"engine": "kokoro", "fingerprint": "f" * 64, "duration_seconds": 5.5,
     "lines": [CUES[0] | {"fit": {"rate": 1.1, "heard": False}}]}
)  # fmt: skip


@pytest.fixture
def owner(light: Service) -> Caller:
    return an_account(light)


def at_work(light: Service, owner: Caller, operation: str, **changes: Any) -> tuple[Project, Job]:
    """A project whose operation is claimed."""
    project = ready(light, owner)
    work = a_job(
        owner, workflow="remix", role=JobRole.OPERATION.value, project_id=project.id,
        order={"workflow": "remix", "operation": operation}, status="processing", worker="w", **changes,
    )  # fmt: skip
    kept(light, work)
    phase = phase_of(operation, work)
    return in_phase(light, project, phase, operation_id=work.id, request="r" * 64), work


def ended(light: Service, work: Job, brought: Brought | None = None, **changes: Any) -> Project:
    """The project after its operation has changed like this."""
    with light.services.database.write() as connection:
        job_rows.update(connection, work.id, **changes)
        after = job_rows.locked(connection, work.id)
        follower = ProjectFollower(light.store)
        follower.follow(connection, work, after, brought=brought, now=light.clock.now())
    assert work.project_id is not None
    return project_of(light, work.project_id)


def test_phases_of_operations_by_what_their_worker_does(owner: Caller) -> None:
    work = a_job(owner, status="queued")
    assert [phase_of(each, work).value for each in OPERATIONS] == [
        "probing", "analysis_queued", "translating", "drafting", "previewing", "export_queued"
    ]  # fmt: skip
    held = replace(work, status="processing", stage="render_cut")
    assert [phase_of(each, held).value for each in OPERATIONS] == [
        "probing", "analysing", "translating", "drafting", "previewing", "exporting"
    ]  # fmt: skip
    published = replace(held, stage="publish_cut")
    assert phase_of("export", published) is RemixPhase.PUBLISHING
    assert phase_of("preview", published) is RemixPhase.PREVIEWING
    asked_to_stop = replace(published, cancel_requested=True)
    assert {phase_of(each, asked_to_stop) for each in OPERATIONS} == {RemixPhase.CANCELLING}


def test_an_operation_of_another_release_shows_no_progress_and_ends_like_any_other(
    light: Service, owner: Caller
) -> None:
    project, work = at_work(light, owner, "translate")
    in_phase(light, project, RemixPhase.TRANSLATING, analysis={"transcript": []})
    trim = {"workflow": "remix", "operation": "trim"}
    while_open = ended(light, work, order=trim, percent=50, status="queued", worker=None)
    assert (while_open.phase, while_open.operation_id) == ("translating", work.id)
    after = ended(light, work, status="failed", failure_code="provider_unconfigured", failure_sentence="No.")
    assert (after.phase, after.operation_id) == ("ready", None)
    assert after.trouble
    assert after.trouble["sentence"] == "The latest operation failed; nothing was changed."
    assert job_of(light, project.id).status == "processing"


def test_progress_is_shown_and_never_the_whole_before_it_is_there(light: Service, owner: Caller) -> None:
    project, work = at_work(light, owner, "analyse")
    ended(light, work, percent=100, stage="hear", detail="Listening, about 2 min left")
    listed = job_of(light, project.id)
    assert (listed.percent, listed.stage, listed.detail) == (99, "analysing", "Listening, about 2 min left")


@pytest.mark.parametrize(
    ("operation", "code", "end"),
    [
        ("probe", "no_video", ("failed", "no_video")),
        ("probe", "encoder_failed", ("failed", "generation_failed")),
        ("analyse", "source_unreadable", ("failed", "source_unreadable")),
        ("analyse", "lease_lost", ("failed", "generation_failed")),
        ("translate", "provider_failed", ("ready", "ours")),
        ("translate", "provider_unconfigured", ("ready", "unconfigured")),
        ("draft", "internal", ("ready", "ours")),
        ("preview", "voice_unavailable", ("ready", "unconfigured")),
        ("preview", "script_empty", ("ready", "caller")),
        ("export", "no_such_code_any_more", ("ready", "ours")),
    ],
)
def test_a_failure_ends_the_first_operations_project_and_no_other(
    light: Service, owner: Caller, operation: str, code: str, end: tuple[str, str]
) -> None:
    (_, work), (phase, told) = at_work(light, owner, operation), end
    sentence = "Internal words about /srv/secret."
    after = ended(light, work, status="failed", worker=None, failure_code=code, failure_sentence=sentence)
    assert (after.phase, after.operation_id, after.request) == (phase, None, None)
    said = after.failure or after.trouble or {}
    assert said["code"] == told
    words = said.get("message") or said["sentence"]
    assert (words == sentence) is (told == "caller"), "only what the caller can mend is told as it was"


@pytest.mark.parametrize("code", sorted(UNCONFIGURED))
def test_what_is_not_set_up_is_told_for_every_later_operation(
    light: Service, owner: Caller, code: str
) -> None:
    said = set()
    for operation in OPERATIONS[2:]:
        _, work = at_work(light, owner, operation)
        after = ended(light, work, status="failed", worker=None, failure_code=code, failure_sentence="x")
        said.add((after.trouble or {})["sentence"])
        in_phase(light, after, RemixPhase.COMPLETED)  # so that the next operation is allowed
    assert len(said) == 3
    assert all("is set up for this service" in each for each in said)


@pytest.mark.parametrize(("operation", "phase"), [("analyse", "cancelled"), ("draft", "ready")])
def test_an_operator_that_cancels_an_operation_cancels_only_what_rests_on_it(
    light: Service, owner: Caller, operation: str, phase: str
) -> None:
    _, work = at_work(light, owner, operation)
    after = ended(light, work, status="cancelled", worker=None)
    assert (after.phase, after.trouble, after.failure) == (phase, None, None)


@pytest.mark.parametrize("end", ["failed", "cancelled"])
def test_a_project_that_is_being_cancelled_is_cancelled_however_its_work_ends(
    light: Service, owner: Caller, end: str
) -> None:
    project, work = at_work(light, owner, "export", cancel_requested=True)
    assert project.phase == "cancelling"
    assert ended(light, work, status=end, worker=None, failure_code="internal").phase == "cancelled"


def test_an_operation_that_is_no_longer_the_projects_changes_nothing(light: Service, owner: Caller) -> None:
    project, work = at_work(light, owner, "translate")
    before = in_phase(light, project, RemixPhase.DRAFTING, operation_id=uuid4())
    result = AnalysisResult(file=FILE, duration_seconds=1)
    assert ended(light, work, percent=50) == before
    assert ended(light, work, Brought(result=result, document=CueList()), status="completed") == before


def test_documents_become_the_next_revision(light: Service, owner: Caller) -> None:
    result = AnalysisResult(file=FILE, duration_seconds=1)
    _, work = at_work(light, owner, "translate")
    cues = CueList.model_validate({"language": "de", "cues": [CUES[0] | {"text": "Diese Brücke"}]})
    after = ended(light, work, Brought(result=result, document=cues), status="completed", worker=None)
    assert (after.phase, after.revision) == ("ready", 3)
    assert after.captions == {"origin": "custom", **cues.model_dump(mode="json")}
    _, work = at_work(light, owner, "draft")
    script = VoiceoverScript.model_validate({"lines": CUES, "drafted_by": "transcript"})
    after = ended(light, work, Brought(result=result, document=script), status="completed", worker=None)
    assert (after.revision, after.settings["voiceover"]["script"]) == (3, CUES)
    assert after.settings["voiceover"]["mode"] == "off", "a draft does not switch the voice on"


def test_a_known_voiceover_gives_its_minutes_back(light: Service, owner: Caller) -> None:
    result = SoundResult(file=FILE, duration_seconds=1)
    for voices, allowance, charged in (([], "used", 5), (["f" * 64], "released", 2)):
        project, work = at_work(light, owner, "preview", units=3)
        in_phase(light, project, RemixPhase.PREVIEWING, voices=voices)
        brought = Brought(result=result, spoken=SPOKEN, files={"mix": {"key": "m"}})
        after = ended(
            light, work, brought, status="completed", allowance="used", worker=None, settled_at=START
        )
        assert (job_of(light, work.id).allowance, after.charged) == (allowance, charged)
        assert ("f" * 64 in after.voices, after.files) == (True, {"mix": {"key": "m"}})
        (line,) = after.voiceover["lines"]
        assert (line["text"], line["rate"], line["heard"]) == (CUES[0]["text"], 1.1, False)


def test_an_export_completes_the_project_with_its_video(light: Service, owner: Caller) -> None:
    project, work = at_work(light, owner, "export")
    video = VideoResult(file=FILE, duration_seconds=73.4, width=1080, height=1920)
    assert ended(light, work, Brought(result=video), status="completed", worker=None).phase == "completed"
    assert job_of(light, project.id).results == {"video": video.model_dump(mode="json")}
