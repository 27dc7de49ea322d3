"""Reports in one line: what a worker says of a job, and how it claims a job."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from api.http.auth import Caller
from api.jobs.object_keys import output_key
from api.jobs.repository import Job
from api.worker_events.service import Reports
from renderer.contract.event import JOB_EVENT, EventReply
from tests.api.harness import MP4, Service
from tests.api.rows import a_job, kept

LEASE = timedelta(seconds=45)
HELD = EventReply(accepted=True, lease_seconds=45)
DONE = EventReply(accepted=True, lease_seconds=0)


def said(
    reports: Reports, job: Job, kind: str, sequence: int, *, attempt: int = 1, **more: Any
) -> EventReply:
    event = JOB_EVENT.validate_python({"kind": kind, "sequence": sequence} | more)
    return reports.report(event, job_id=job.id, attempt=attempt)


def claimed(light: Service, owner: Caller, reports: Reports) -> Job:
    job = a_job(owner)
    kept(light, job)
    assert said(reports, job, "claimed", 1, worker="w-1") == HELD
    return job


def progressed(reports: Reports, job: Job, sequence: int, percent: int, **more: Any) -> EventReply:
    given: dict[str, Any] = {"percent": percent, "stage": "render_film", "detail": "Rendering."}
    return said(reports, job, "progressed", sequence, **given | more)


def result(light: Service, job: Job, *, attempt: int = 1, **changes: Any) -> dict[str, Any]:
    stored = light.store.put_bytes(output_key(job.id, attempt), MP4)
    file = {"key": stored.key, "size": stored.size, "sha256": stored.sha256, "media_type": "video/mp4"}
    facts = {"kind": "video", "duration_seconds": 31.5, "width": 1080, "height": 1920}
    return facts | {"file": file | changes}


FAILURE: dict[str, Any] = {"code": "encoder_failed", "sentence": "The encoder stopped."}
