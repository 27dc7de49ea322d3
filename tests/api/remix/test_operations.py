"""Operations: equal requests are one, voiceovers are paid once, an account's heavy ones take turns."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from renderer.contract.vocabulary import Language, Plan
from tests.api.harness import MP4 as ANY_MP4
from tests.api.harness import Account, Service, make_service, make_settings, problem
from tests.api.remix_harness import (
    CUES,
    SETTINGS,
    RemixWorker,
    inputs_of,
    minutes,
    project_of,
    ready_project,
    shown,
    uploaded,
)


@pytest.fixture
def service(tmp_path: Path, database_url: str) -> Any:
    """A service with a translator and short waits."""
    made = make_service(
        make_settings(
            tmp_path,
            database_url,
            chat_base_url="http://chat.invalid/v1",
            operation_wait_seconds=8.0,
        )
    )
    with made.client:
        yield made


@pytest.fixture
def worker(service: Service) -> RemixWorker:
    return RemixWorker(service)


@pytest.fixture
def ready(account: Account, worker: RemixWorker) -> dict[str, Any]:
    return ready_project(account, worker)


def ask(account: Account, project: dict[str, Any], operation: str, revision: int, **more: Any) -> Any:
    path = f"/remix/projects/{project['id']}/{operation}"
    return account.request("POST", path, json={"revision": revision} | more)


def dubbed(**changes: Any) -> dict[str, Any]:
    settings = deepcopy(SETTINGS)
    settings["voiceover"] |= {"mode": "mix"} | changes
    return settings


def configure(account: Account, project: dict[str, Any], revision: int, settings: Any) -> None:
    body = {"revision": revision, "settings": settings}
    answer = account.request("PATCH", f"/remix/projects/{project['id']}", json=body)
    assert answer.status_code == 200, answer.text


def preview(account: Account, worker: RemixWorker, project: dict[str, Any], revision: int) -> Any:
    with worker.at_work():
        return ask(account, project, "audio-preview", revision)


def test_captions_are_translated_and_keep_their_times(
    account: Account, worker: RemixWorker, ready: dict[str, Any]
) -> None:
    with worker.at_work():
        answer = ask(account, ready, "translate-captions", 2, targetLanguage="es")
    assert answer.status_code == 200, answer.text
    body = answer.json()
    assert (body["phase"], body["revision"], body["captions"]["origin"]) == ("ready", 3, "custom")
    assert body["captions"]["language"] == "es"
    assert body["captions"]["cues"] == [cue | {"text": f"[es] {cue['text']}"} for cue in CUES]
    problem(ask(account, ready, "translate-captions", 2, targetLanguage="es"), 409, "revision_conflict")


@pytest.mark.parametrize("language", ["xx", None, 7, "", "EN"])
def test_an_unknown_language_starts_nothing(
    account: Account, service: Service, ready: dict[str, Any], language: Any
) -> None:
    problem(ask(account, ready, "translate-captions", 2, targetLanguage=language), 400, "invalid_request")
    problem(ask(account, ready, "translate-captions", 2), 400, "invalid_request")
    assert len(inputs_of(service, ready["id"])) == 2


def test_six_equal_requests_are_one_operation(
    account: Account, service: Service, worker: RemixWorker, ready: dict[str, Any]
) -> None:
    configure(account, ready, 2, dubbed())
    with worker.at_work(), ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda _: ask(account, ready, "audio-preview", 3), range(6)))
    # requests after the end name a revision that is no longer current
    assert {answer.status_code for answer in answers} <= {200, 409}
    assert sum(answer.status_code == 200 for answer in answers) >= 1
    assert [row["order"]["operation"] for row in inputs_of(service, ready["id"])] == [
        "probe", "analyse", "preview"
    ]  # fmt: skip
    assert worker.spoken == 1


def test_another_request_at_the_same_time_is_refused(
    account: Account, ready: dict[str, Any], service: Service
) -> None:
    assert ask(account, ready, "export", 2).status_code == 202
    problem(ask(account, ready, "voiceover-draft", 2), 409, "operation_in_progress")
    assert [row["order"]["operation"] for row in inputs_of(service, ready["id"])][2:] == ["export"]


def test_what_takes_longer_than_anybody_waits_is_polled(
    account: Account, service: Service, worker: RemixWorker, ready: dict[str, Any]
) -> None:
    hasty = service.services.settings.model_copy(update={"operation_wait_seconds": 0.05})
    object.__setattr__(service.services, "settings", hasty)
    for operation, phase, more in (
        ("translate-captions", "translating", {"targetLanguage": "de"}),
        ("voiceover-draft", "drafting", {}),
        ("audio-preview", "previewing", {}),
    ):
        revision = shown(account, ready["id"])["revision"]
        answer = ask(account, ready, operation, revision, **more)
        assert (answer.status_code, answer.json()["phase"]) == (200, phase)
        assert answer.json()["status"] == "processing"
        assert answer.headers["retry-after"] == "5"
        assert ask(account, ready, operation, revision, **more).json()["phase"] == phase
        worker.work_all()
        after = shown(account, ready["id"])
        assert (after["phase"], after["revision"]) == ("ready", revision + 1)


def test_the_first_voiceover_is_included_and_a_new_one_costs_the_source_again(
    account: Account, service: Service, worker: RemixWorker, ready: dict[str, Any]
) -> None:
    configure(account, ready, 2, dubbed())
    assert preview(account, worker, ready, 3).json()["revision"] == 4
    assert minutes(account) == (2, 0, 118)
    louder = dubbed(volume=0.5) | {"ducking": {"enabled": True, "depth_db": 3.0}, "aspect": "1:1"}
    configure(account, ready, 4, louder)
    assert preview(account, worker, ready, 5).json()["revision"] == 6
    assert minutes(account) == (2, 0, 118)
    assert worker.spoken == 2
    same = preview(account, worker, ready, 6)
    assert (same.status_code, same.json()["revision"]) == (200, 6)
    assert worker.spoken == 2
    configure(account, ready, 6, dubbed(voice="deep-documentary"))
    worker.held.add("preview")
    hasty = service.services.settings.model_copy(update={"operation_wait_seconds": 0.05})
    object.__setattr__(service.services, "settings", hasty)
    assert ask(account, ready, "audio-preview", 7).json()["minutes"]["reserved"] == 2
    worker.work()
    assert minutes(account) == (2, 2, 116)
    worker.end(worker.messages[-1])
    assert minutes(account) == (4, 0, 116)
    project = shown(account, ready["id"])
    assert (project["minutes"]["charged"], project["revision"]) == (4, 8)
    worker.held.clear()
    configure(account, ready, 8, dubbed())
    ask(account, ready, "export", 9)
    worker.work_all()
    assert shown(account, ready["id"])["phase"] == "completed"
    assert minutes(account) == (4, 0, 116)


def test_an_export_with_a_new_voiceover_is_paid_once_however_often_it_is_asked_for(
    account: Account, worker: RemixWorker, ready: dict[str, Any]
) -> None:
    configure(account, ready, 2, dubbed())
    preview(account, worker, ready, 3)
    configure(account, ready, 4, dubbed(language="fr"))
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda _: ask(account, ready, "export", 5), range(6)))
    assert {answer.status_code for answer in answers} == {202}
    assert minutes(account) == (2, 2, 116)
    worker.work_all()
    assert minutes(account) == (4, 0, 116)
    assert ask(account, ready, "export", 5).status_code == 202
    problem(ask(account, ready, "export", 4), 409, "project_final")


def test_a_failed_voiceover_gives_its_minutes_back(
    account: Account, worker: RemixWorker, ready: dict[str, Any]
) -> None:
    configure(account, ready, 2, dubbed())
    preview(account, worker, ready, 3)
    configure(account, ready, 4, dubbed(language="fr"))
    worker.failures["preview"] = ("speech_failed", False)
    told = problem(preview(account, worker, ready, 5), 503, "service_unavailable")
    assert "nothing was changed" in told["detail"]
    project = shown(account, ready["id"])
    assert (project["phase"], project["revision"], project["failure"]) == ("ready", 5, None)
    assert "failed" in project["progress"]["detail"]
    assert minutes(account) == (2, 0, 118)
    assert preview(account, worker, ready, 5).json()["revision"] == 6
    assert minutes(account) == (4, 0, 116)


def test_without_minutes_no_new_voiceover_is_begun(service: Service) -> None:
    account, worker = service.account(Plan.CREATOR), RemixWorker(service, seconds=600)
    project = ready_project(account, worker)
    configure(account, project, 2, dubbed())
    preview(account, worker, project, 3)
    for revision, language in ((4, "fr"), (6, "de"), (8, "es"), (10, "pt"), (12, "ru")):
        configure(account, project, revision, dubbed(language=language))
        assert preview(account, worker, project, revision + 1).status_code == 200
    assert minutes(account) == (60, 0, 0)
    configure(account, project, 14, dubbed(language="ja"))
    problem(ask(account, project, "audio-preview", 15), 403, "remix_quota_exceeded")
    problem(ask(account, project, "export", 15), 403, "remix_quota_exceeded")
    after = shown(account, project["id"])
    assert (after["phase"], after["revision"]) == ("ready", 15)
    assert minutes(account) == (60, 0, 0)


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("provider_unconfigured", (503, "service_unavailable", "language model")),
        ("storage_failed", (503, "service_unavailable", "nothing was changed")),
        ("script_empty", (400, "invalid_request", "It failed with script_empty.")),
    ],
)
def test_a_failed_operation_says_whose_turn_it_is(
    account: Account, worker: RemixWorker, ready: dict[str, Any], code: str, told: tuple[int, str, str]
) -> None:
    worker.failures["draft"] = (code, False)
    with worker.at_work():
        answer = ask(account, ready, "voiceover-draft", 2)
    problem(answer, *told[:2])
    assert told[2] in answer.json()["detail"]
    assert shown(account, ready["id"])["revision"] == 2
    with worker.at_work():
        assert ask(account, ready, "voiceover-draft", 2).json()["revision"] == 3


def test_a_preview_without_a_voice_says_so(
    account: Account, worker: RemixWorker, ready: dict[str, Any]
) -> None:
    configure(account, ready, 2, dubbed())
    worker.failures["preview"] = ("voice_unavailable", False)
    with worker.at_work():
        answer = ask(account, ready, "audio-preview", 3)
    problem(answer, 503, "service_unavailable")
    assert "No voice for this language" in answer.json()["detail"]
    assert minutes(account) == (2, 0, 118)


def test_what_is_missing_is_told_before_anything_begins(
    account: Account, worker: RemixWorker, service: Service
) -> None:
    worker.transcript = False
    project = ready_project(account, worker)
    problem(ask(account, project, "voiceover-draft", 2), 400, "invalid_request")
    problem(ask(account, project, "translate-captions", 2, targetLanguage="es"), 400, "invalid_request")
    configure(account, project, 2, dubbed())
    problem(ask(account, project, "audio-preview", 3), 400, "invalid_request")
    problem(ask(account, project, "export", 3), 400, "invalid_request")
    assert len(inputs_of(service, project["id"])) == 2
    configure(account, project, 3, SETTINGS)
    assert ask(account, project, "export", 4).status_code == 202


def test_one_heavy_operation_of_an_account_at_a_time(
    account: Account, service: Service, worker: RemixWorker
) -> None:
    projects = [ready_project(account, worker) for _ in range(3)]
    other = ready_project(service.account(), worker)
    before = len(worker.messages)
    worker.held.add("export")
    for project in projects:
        assert ask(account, project, "export", 2).json()["phase"] == "export_queued"
    worker.work()
    begun = worker.messages[before:]
    assert len(begun) == 1
    assert [shown(account, project["id"])["phase"] for project in projects] == [
        "exporting", "export_queued", "export_queued"
    ]  # fmt: skip
    # a probe is not a heavy operation, and other accounts have their own turns
    worker.held.add("analyse")
    upload = uploaded(account)
    with worker.at_work():
        from tests.api.remix_harness import complete  # noqa: PLC0415 - only here

        assert complete(account, upload).json()["phase"] == "analysis_queued"
    account.request("POST", f"/remix/projects/{projects[1]['id']}/cancel")
    worker.end(begun[0])
    worker.work()
    assert [shown(account, project["id"])["phase"] for project in projects] == [
        "completed", "cancelled", "exporting"
    ]  # fmt: skip
    worker.end(worker.messages[-1])
    worker.work()
    assert project_of(account, upload)["phase"] == "analysing"
    assert other["phase"] == "ready"


def test_phases_follow_the_worker(
    account: Account, service: Service, worker: RemixWorker, ready: dict[str, Any]
) -> None:
    worker.held.add("export")
    ask(account, ready, "export", 2)
    worker.work()
    job = str(worker.messages[-1].job_id)
    seen = []
    for sequence, stage in enumerate(("reframe", "render", "publish_video"), start=2):
        answer = service.event(
            job, 1, kind="progressed", sequence=sequence, percent=20 * sequence, stage=stage, detail="On."
        )
        assert answer.json()["accepted"]
        project = shown(account, ready["id"])
        seen.append((project["phase"], project["progress"]["percent"], project["progress"]["detail"]))
        assert account.video(ready["id"])["progress"]["stage"] == project["phase"]
    assert seen == [("exporting", 40, "On."), ("exporting", 60, "On."), ("publishing", 80, "On.")]
    worker.end(worker.messages[-1])
    done = shown(account, ready["id"])
    assert done["phase"] == "completed"
    assert "retry-after" not in account.get(f"/remix/projects/{ready['id']}").headers
    assert account.get(f"/videos/{ready['id']}/download").content != ANY_MP4


def test_a_silent_worker_loses_the_operation_and_minutes_stay_right(
    account: Account, service: Service, worker: RemixWorker, ready: dict[str, Any]
) -> None:
    worker.held.add("export")
    ask(account, ready, "export", 2)
    worker.work()
    for _ in range(7):  # an attempt, and the pause before the next
        service.services.reaper.listening.begin_again()
        service.clock.advance(minutes=20)
        service.services.reaper.run_once()
        worker.work()
    after = shown(account, ready["id"])
    assert (after["phase"], after["revision"]) == ("ready", 2)
    assert minutes(account) == (2, 0, 118)
    worker.held.clear()
    assert ask(account, ready, "export", 2).status_code == 202
    worker.work_all()
    assert shown(account, ready["id"])["phase"] == "completed"


def test_capabilities_tell_what_holds(account: Account) -> None:
    remix = account.get("/capabilities").json()["remix"]
    assert remix == {
        "mime_types": ["video/mp4", "video/quicktime", "video/webm"],
        "max_bytes": 314_572_800,
        "chunk_bytes": 8_388_608,
        "max_minutes": 10,
        "aspects": ["source", "9:16", "4:5", "1:1", "16:9"],
        "framings": ["auto", "center", "manual", "fit"],
        "voiceover_modes": ["off", "replace", "mix"],
        "translate_languages": [language.value for language in Language],
        "transcribe_languages": [],
        "upload_hours": 24,
    }


def test_a_model_that_lies_beside_the_service_counts_as_one_that_is_named(tmp_path: Path) -> None:
    settings = make_settings(tmp_path, "", models=tmp_path)
    assert settings.transcribes == []
    (tmp_path / "whisper" / "small").mkdir(parents=True)
    (tmp_path / "whisper" / "small" / "model.bin").touch()
    assert settings.transcribes == list(Language)
