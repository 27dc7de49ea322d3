"""What an owner sees of a project and may fetch from it, and what a voiceover and a mix are made of."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from api.files.serving import File
from api.jobs.allowance import SourceTally, Tally
from api.jobs.phases import RemixPhase
from api.jobs.standing import Standing
from api.problems import ApiProblem
from api.remix.projects import lifecycle
from api.remix.projects.fingerprints import digest_of, mix_digest, spoken_lines, voice_digest
from api.remix.projects.media import find_media
from api.remix.projects.presentation import remix_project
from api.remix.projects.repository import Project
from api.remix.projects.requests import polling
from api.remix.projects.schemas import RemixProject
from renderer.contract.vocabulary import Source
from tests.api.harness import START, Service
from tests.api.rows import ADDRESS, CUES, an_account, in_phase, job_of, project_of, ready, uploading

HALF_USED = Standing(
    position=0, tally=Tally(by_source={Source.API: SourceTally(used=50, reserved=7)}), limit=120
)
SCRIPT = [{"start_ms": 0, "end_ms": 900, "text": "A bridge."}]


def stored(name: str, media_type: str = "audio/mp4") -> dict[str, Any]:
    return {"key": f"remix/{name}", "size": 9, "sha256": "0" * 64, "media_type": media_type}


def seen(light: Service, project: Project, *, days: float = 0) -> RemixProject:
    job = job_of(light, project.id)
    return remix_project(project, job, HALF_USED, origin=ADDRESS, now=START + timedelta(days=days))


def voiced(project: Project, **changes: Any) -> Project:
    voiceover = project.settings["voiceover"] | {"mode": "mix"} | changes
    return replace(project, settings=project.settings | {"voiceover": voiceover})


def test_a_new_project_shows_what_is_known_of_it(light: Service) -> None:
    project = uploading(light, an_account(light), size=4711, name="नदी.mov")
    shown = seen(light, project)
    assert (shown.status, shown.phase, shown.progress.percent) == ("queued", "uploading", 0)
    assert (shown.source.file_name, shown.source.byte_length, shown.source.width) == ("नदी.mov", 4711, None)
    assert (shown.analysis.state, shown.analysis.engine, shown.captions.origin) == ("pending", "none", "none")
    assert set(shown.media.model_dump().values()) == {None}
    assert shown.minutes.model_dump() == {
        "source": None, "charged": 0, "limit": 120, "used": 50, "reserved": 7, "remaining": 63
    }  # fmt: skip
    link = f"{ADDRESS}/api/v1/remix/projects/{project.id}"
    assert shown.links.model_dump() == {
        "self": link,
        "video": f"{ADDRESS}/api/v1/videos/{project.id}",
        "export": f"{link}/export",
        "cancel": f"{link}/cancel",
        "download": None,
    }


def test_the_analysis_is_pending_running_done_or_failed(light: Service) -> None:
    project = uploading(light, an_account(light))
    states = {}
    for phase in (RemixPhase.PROBING, RemixPhase.ANALYSIS_QUEUED, RemixPhase.ANALYSING, RemixPhase.FAILED):
        states[phase.value] = seen(light, in_phase(light, project, phase)).analysis.state
    assert states == {
        "probing": "pending", "analysis_queued": "pending", "analysing": "running", "failed": "failed"
    }  # fmt: skip


def test_polls_are_far_apart_while_it_waits_for_its_owner_and_end_with_it(light: Service) -> None:
    project = uploading(light, an_account(light))
    pauses = {phase: polling(seen(light, in_phase(light, project, phase, files={})))
              for phase in RemixPhase if phase is not RemixPhase.COMPLETED}  # fmt: skip
    assert pauses[RemixPhase.READY] == {"Retry-After": "30"}
    for phase in (RemixPhase.FAILED, RemixPhase.CANCELLED, RemixPhase.EXPIRED):
        assert pauses.pop(phase) == {}
    pauses.pop(RemixPhase.READY)
    assert len(pauses) == 11
    assert set(map(str, pauses.values())) == {"{'Retry-After': '5'}"}


def test_files_have_addresses_until_the_moment_it_expires(light: Service) -> None:
    caller = an_account(light)
    files = {"mix": stored("mix"), "analysis": stored("analysis.json", "application/json")}
    project = ready(light, caller, source=stored("source", "video/quicktime"), files=files)
    media = seen(light, project).media
    link = f"{ADDRESS}/api/v1/remix/projects/{project.id}/media"
    assert (media.source, media.mix) == (f"{link}/source", f"{link}/mix")
    assert (media.thumbnail, media.voiceover) == (None, None)
    assert seen(light, project, days=6.99).status == "processing"
    found: dict[str, File] = {}
    for name in ("source", "mix"):
        found[name] = find_media(
            light.services, light.services.database, caller, project_id=project.id, name=name
        )
    assert found["source"].name == "attachment; filename=\"clip.mov\"; filename*=UTF-8''clip.mov"
    assert found["mix"].name.endswith("''clip%20mix.m4a")
    for name in ("thumbnail", "analysis", "../source", ""):
        with pytest.raises(ApiProblem, match="video_not_found"):
            find_media(light.services, light.services.database, caller, project_id=project.id, name=name)
    with pytest.raises(ApiProblem, match="video_not_found"):
        find_media(
            light.services, light.services.database, an_account(light), project_id=project.id, name="mix"
        )


def test_a_completed_project_is_expired_from_its_moment_on(light: Service) -> None:
    caller = an_account(light)
    project = ready(light, caller, source=stored("source", "video/mp4"))
    video = {"duration_seconds": 73.4, "width": 1080, "height": 1920}
    with light.services.database.write() as connection:
        lifecycle.complete(connection, project, video, now=START)
    done = project_of(light, project.id)
    before, after = seen(light, done, days=6.999), seen(light, done, days=7)
    assert (before.status, before.progress.percent) == ("completed", 100)
    assert before.output is not None
    assert before.output.model_dump() == video
    assert before.links.download == f"{ADDRESS}/api/v1/videos/{project.id}/download"
    assert (after.status, after.phase, after.output, after.links.download) == (
        "expired",
        "expired",
        None,
        None,
    )
    assert after.media.source is None
    light.clock.advance(days=7)
    with pytest.raises(ApiProblem, match="video_not_found"):
        find_media(light.services, light.services.database, caller, project_id=project.id, name="source")


def test_the_captions_are_spoken_where_there_is_no_script_and_nothing_where_nobody_speaks(
    light: Service,
) -> None:
    project = ready(light, an_account(light))
    assert (spoken_lines(project), voice_digest(project)) == ([], "")
    assert spoken_lines(voiced(project)) == CUES
    assert spoken_lines(voiced(project, script=SCRIPT)) == SCRIPT
    silent = replace(voiced(project), captions={"origin": "none", "language": None, "cues": []})
    assert (spoken_lines(silent), voice_digest(silent)) == ([], "")


def test_a_voiceover_is_paid_for_by_lines_voice_and_language_alone(light: Service) -> None:
    project = voiced(ready(light, an_account(light)))
    same: list[dict[str, Any]] = [{"mode": "replace"}, {"volume": 0.25}]
    other: list[dict[str, Any]] = [{"voice": "bold-anchor"}, {"language": "de"}, {"script": SCRIPT}]
    assert {voice_digest(voiced(project, **each)) for each in same} == {voice_digest(project)}
    different = {voice_digest(voiced(project, **each)) for each in other}
    assert len(different | {voice_digest(project)}) == 4


def test_a_mix_is_known_by_everything_that_is_heard_and_nothing_that_is_seen(light: Service) -> None:
    project = voiced(ready(light, an_account(light)))
    heard = [
        voiced(project, volume=0.25),
        voiced(project, mode="replace"),
        voiced(project, script=SCRIPT),
        replace(project, settings=project.settings | {"ducking": {"enabled": False, "depth_db": 12.0}}),
        replace(project, settings=project.settings | {"original_audio": {"enabled": False, "volume": 1.0}}),
    ]
    assert len({mix_digest(each) for each in [project, *heard]}) == 6
    shown = replace(project, settings=project.settings | {"aspect": "1:1"}, revision=9)
    assert mix_digest(shown) == mix_digest(project)
    off = voiced(project, mode="off")
    assert mix_digest(off) == mix_digest(replace(off, captions={"cues": []}))


def test_digests_do_not_know_the_order_of_keys_and_do_know_that_of_lists() -> None:
    assert digest_of({"a": 1, "b": [1, {"c": "ü"}]}) == digest_of({"b": [1, {"c": "ü"}], "a": 1})
    values: list[object] = [[1, 2], [2, 1], [12], "12", {"a": None}, {}, "ü", "u\u0308", 1.5]
    assert len({digest_of(each) for each in values}) == len(values)
