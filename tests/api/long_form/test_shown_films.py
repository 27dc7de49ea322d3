"""A Long-form job as its owner sees it, by status and stage, from a row alone; what a create accepts."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from pydantic import ValidationError

from api.http.auth import Caller
from api.jobs.allowance import Tally
from api.jobs.phases import STAGES, LongFormPhase
from api.jobs.repository import Job
from api.jobs.standing import Standing
from api.long_form.assets import ASSETS
from api.long_form.presentation import long_form_video
from api.long_form.schemas import CreateLongFormVideo, LongFormVideo
from renderer.contract.orders.long_form import LongFormOrder
from renderer.contract.vocabulary import Plan, Workflow
from tests.api.harness import START
from tests.api.rows import ADDRESS, a_job

SCRIPT = "Rivers move their banks. " * 140
FILE = {"key": "videos/x/1/video.mp4", "size": 9, "sha256": "0" * 64, "media_type": "video/mp4"}
FACTS = {"script": {"kind": "script", "title": "Found", "adaptation": "condensed", "spoken_characters": 9000,
                    "estimated_seconds": 780.5}}  # fmt: skip
CHAPTERS = [{"title": "Banks", "start_seconds": 0.0}, {"title": "Mouths", "start_seconds": 301.5}]


@pytest.fixture
def owner() -> Caller:
    return Caller(account_id=UUID(int=1), plan=Plan.PRO, billing_anchor=START)


def film(owner: Caller, *, title: str = "", chapters: str = "cards", **changes: Any) -> Job:
    settings: dict[str, Any] = {"chapters": chapters}
    order = LongFormOrder.model_validate({"script": SCRIPT, "title": title, "settings": settings})
    given = {"workflow": "long_form", "order": order.model_dump(mode="json")}
    return a_job(owner, **given | changes)


def made(**sidecars: dict[str, Any]) -> dict[str, Any]:
    facts = {"kind": "video", "duration_seconds": 779.4, "width": 1920, "height": 1080, "chapters": CHAPTERS}
    return {"video": facts | {"file": FILE, "sidecars": sidecars, "description": "Rivers"}}


def seen(job: Job, *, position: int = 3, days: float = 0) -> LongFormVideo:
    standing = Standing(position=position, tally=Tally(), limit=8)
    return long_form_video(job, standing, origin=ADDRESS, now=START + timedelta(days=days))


def test_a_queued_film_has_a_place_and_nothing_yet(owner: Caller) -> None:
    job = film(owner)
    shown = seen(job).model_dump(exclude_unset=True)
    assert (shown["status"], shown["phase"], shown["queue"], shown["title"]) == (
        "queued", "queued", {"position": 3}, None
    )  # fmt: skip
    assert shown["script"] == {"characters": len(SCRIPT)}
    assert not {"output", "failure"} & set(shown)
    link = f"{ADDRESS}/api/v1/long-form/videos/{job.id}"
    assert (shown["links"]["self"], shown["links"]["cancel"]) == (link, f"{link}/cancel")
    assert {value for name, value in shown["links"].items() if name not in {"self", "video", "cancel"}} == {
        None
    }


@pytest.mark.parametrize(
    ("stage", "phase"), [*STAGES[Workflow.LONG_FORM.value].items(), ("starting", "adapting")]
)
def test_every_stage_of_a_worker_has_its_phase(owner: Caller, stage: str, phase: str) -> None:
    job = film(owner, status="processing", stage=stage, percent=40, detail="At work.")
    shown = seen(job)
    assert (shown.status, shown.phase, shown.progress.stage) == ("processing", phase, phase)
    assert (shown.progress.percent, shown.progress.detail) == (40, "At work.")
    stopping = seen(film(owner, status="processing", stage=stage, cancel_requested=True))
    assert (stopping.phase, stopping.progress.detail) == (LongFormPhase.CANCELLING, "Work is being stopped.")


def test_what_was_found_out_is_told_and_the_ordered_title_stays(owner: Caller) -> None:
    found = seen(film(owner, status="processing", facts=FACTS))
    assert found.title == "Found"
    assert found.script.model_dump() == {
        "characters": len(SCRIPT), "adaptation": "condensed", "spoken_characters": 9000,
        "estimated_seconds": 780.5,
    }  # fmt: skip
    assert seen(film(owner, title="Ordered", facts=FACTS)).title == "Ordered"


def test_links_are_those_of_the_files_that_were_made(owner: Caller) -> None:
    job = film(owner, status="completed", results=made(**{"captions.vtt": FILE, "manifest.json": FILE}))
    links = seen(job).links
    assert links.captions_vtt == f"{ADDRESS}/api/v1/long-form/videos/{job.id}/media/captions.vtt"
    assert (links.captions_srt, links.thumbnail) == (None, None)
    assert links.download == f"{ADDRESS}/api/v1/videos/{job.id}/download"
    assert {asset.link for asset in ASSETS.values()} < set(type(links).model_fields)


@pytest.mark.parametrize(("style", "shown"), [("cards", 2), ("quiet", 2), ("none", 0)])
def test_a_film_that_was_ordered_without_chapters_shows_none(owner: Caller, style: str, shown: int) -> None:
    output = seen(film(owner, chapters=style, status="completed", results=made())).output
    assert output is not None
    assert (len(output.chapters), output.description, output.width) == (shown, "Rivers", 1920)


def test_an_expired_film_has_neither_output_nor_links(owner: Caller) -> None:
    job = film(owner, status="completed", percent=100, results=made(**{"captions.srt": FILE}))
    assert seen(job, days=6.999).output is not None
    over = seen(job, days=7)
    assert (over.status, over.phase) == ("expired", "expired")
    shown = over.model_dump()
    assert (shown["output"], shown["links"]["download"]) == (None, None)
    assert (over.links.captions_srt, over.progress.detail) == (None, "The video is no longer kept.")


@pytest.mark.parametrize(
    ("code", "sentence", "told"),
    [
        ("script_too_short", "Add 6,400 characters.", ("script_too_short", "Add 6,400 characters.")),
        ("script_empty", "Nothing to say.", ("script_too_short", "Nothing to say.")),
        ("script_too_short", None, ("generation_failed", "Video generation failed.")),
        ("encoder_failed", "ffmpeg at /srv", ("generation_failed", "Video generation failed.")),
        (None, None, ("generation_failed", "Video generation failed.")),
    ],
)
def test_only_what_the_script_lacks_is_told(
    owner: Caller, code: str | None, sentence: str | None, told: tuple[str, str]
) -> None:
    failure = seen(film(owner, status="failed", failure_code=code, failure_sentence=sentence)).failure
    assert failure is not None
    assert (failure.code, failure.message) == told


ORDER = {"script": SCRIPT, "rights_attested": True}


@pytest.mark.parametrize(
    ("title", "kept"),
    [
        ("  Rivers ", "Rivers"),
        ("two\nlines\tof it", "two lines of it"),
        ("川の話", "川の話"),
        ("x" * 120, "x" * 120),
    ],
)
def test_a_title_is_one_line(title: str, kept: str) -> None:
    assert CreateLongFormVideo.model_validate(ORDER | {"title": title}).title == kept


@pytest.mark.parametrize(
    "changes",
    [
        {"title": ""}, {"title": " "}, {"title": "x" * 121}, {"title": None}, {"title": 5},
        {"rights_attested": False}, {"rights_attested": "true"}, {"rights_attested": 1},
        {"rights_attested": None},
        {"target_minutes": 10.99}, {"target_minutes": True}, {"captions": {"burn_in": 1}}, {"frame": {}},
        {"chapters": "many"}, {"media_dir": "/"}, {"seed": 5},
    ],
)  # fmt: skip
def test_what_is_no_order_of_a_film_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ValidationError) as caught:
        CreateLongFormVideo.model_validate(ORDER | changes)
    assert {str(error["loc"][0]) for error in caught.value.errors()} == set(changes)


def test_defaults_fill_what_is_left_out_and_whole_minutes_are_numbers() -> None:
    settings = CreateLongFormVideo.model_validate(ORDER | {"target_minutes": 12.0}).settings()
    assert (settings.target_minutes, settings.chapters, settings.captions.burn_in) == (12.0, "cards", False)
    assert LongFormOrder(script=SCRIPT, settings=settings).expected_seconds == 720
