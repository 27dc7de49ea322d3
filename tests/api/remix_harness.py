"""Shared by the tests of Remix: uploads in one line, and a worker that makes real documents."""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from uuid import UUID

from api.jobs.object_keys import attempt_prefix
from api.remix.projects.settings import default_settings
from renderer.contract.orders import ORDER
from renderer.contract.remix.analysis import SourceAnalysis, SourceMeasures
from renderer.contract.remix.spoken_lines import SpokenVoiceover
from renderer.contract.remix.timed_text import CueList, VoiceoverScript
from tests.api.harness import Account, Service

if TYPE_CHECKING:
    import httpx2

CHUNK = 8 << 20
SETTINGS: dict[str, Any] = default_settings().model_dump(mode="json")
TRANSCRIPT = [
    {"start_ms": 120, "end_ms": 2310, "text": "This bridge was built in eleven days.", "speaker": None}
]
CUES = [
    {"start_ms": 120, "end_ms": 1240, "text": "This bridge was built"},
    {"start_ms": 1240, "end_ms": 2310, "text": "in eleven days."},
]
JPEG = b"\xff\xd8\xff" + bytes(range(200)) * 20
M4A = b"\x00\x00\x00\x20ftypM4A " + bytes(range(256)) * 30
MP4 = b"\x00\x00\x00\x20ftypisom" + bytes(range(256)) * 90


def content_of(size: int) -> bytes:
    """Bytes without repetition."""
    return b"".join(number.to_bytes(4, "big") for number in range(size // 4 + 1))[:size]


def wanted(size: int = 1000, **changes: Any) -> dict[str, Any]:
    return {"file_name": "clip.mp4", "mime_type": "video/mp4", "byte_length": size} | changes


def open_upload(account: Account, size: int = 1000, **changes: Any) -> dict[str, Any]:
    answer = account.request("POST", "/remix/uploads", json=wanted(size, **changes))
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def put(account: Account, upload_id: str, content: bytes, *, offset: int, **headers: str) -> httpx2.Response:
    given = {"Content-Type": "application/octet-stream", "Upload-Offset": str(offset)} | headers
    return account.request("PUT", f"/remix/uploads/{upload_id}", headers=given, content=content)


def head(account: Account, upload_id: str) -> httpx2.Response:
    return account.request("HEAD", f"/remix/uploads/{upload_id}")


def offset_of(account: Account, upload_id: str) -> int:
    return int(head(account, upload_id).headers["upload-offset"])


def send_all(account: Account, upload: dict[str, Any], content: bytes) -> None:
    for at in range(0, len(content), CHUNK):
        answer = put(account, upload["upload_id"], content[at : at + CHUNK], offset=at)
        assert answer.status_code == 204, answer.text


def uploaded(account: Account, content: bytes = b"x" * 1000, **changes: Any) -> dict[str, Any]:
    """Start an upload and send all its bytes."""
    upload = open_upload(account, len(content), **changes)
    send_all(account, upload, content)
    return upload


def complete(account: Account, upload: dict[str, Any], body: Any = None) -> httpx2.Response:
    more = {} if body is None else {"json": body}
    return account.request("POST", f"/remix/uploads/{upload['upload_id']}/complete", **more)


def project_of(account: Account, upload: dict[str, Any]) -> dict[str, Any]:
    return shown(account, upload["video_id"])


def shown(account: Account, project_id: str) -> dict[str, Any]:
    answer = account.get(f"/remix/projects/{project_id}")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def minutes(account: Account) -> tuple[int, int, int]:
    """Minutes of the Remix meter: used, reserved, remaining."""
    meter = account.usage()["meters"]["remix"]
    return meter["used"], meter["reserved"], meter["remaining"]


@dataclass
class RemixWorker:
    """Takes what the dispatcher publishes and ends each operation as configured."""

    service: Service
    seconds: float = 73.4
    transcript: bool = True
    failures: dict[str, tuple[str, bool]] = field(default_factory=dict)
    """By operation: a code and whether another try may help; each failure is used once."""
    spoken: int = 0
    held: set[str] = field(default_factory=set)
    """Operations that are claimed and not ended."""
    messages: list[Any] = field(default_factory=list)

    def work(self) -> int:
        """Publish what is due and do it; returns the number of messages."""
        before = len(self.service.job_queue.messages)
        self.service.services.dispatcher.run_once()
        fresh = self.service.job_queue.messages[before:]
        self.messages += fresh
        for message in fresh:
            self.do(message)
        return len(fresh)

    def work_all(self) -> None:
        while self.work():
            pass

    def do(self, message: Any) -> None:
        if message.order.workflow != "remix":
            return
        self.service.clock.advance(milliseconds=1)
        operation = message.order.operation
        if not self.service.claim(str(message.job_id), message.attempt)["accepted"]:
            return
        if operation in self.held:
            return
        self.end(message)

    def end(self, message: Any, sequence: int = 50) -> dict[str, Any]:
        operation = message.order.operation
        job, attempt = str(message.job_id), message.attempt
        if operation in self.failures:
            code, retryable = self.failures.pop(operation)
            answer = self.service.event(
                job, attempt, kind="failed", sequence=sequence, code=code,
                sentence=f"It failed with {code}.", retryable=retryable,
            )  # fmt: skip
        else:
            result = getattr(self, f"_{operation}")(message)
            answer = self.service.event(job, attempt, kind="completed", sequence=sequence, result=result)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def stored(self, message: Any, name: str, content: bytes, media_type: str) -> dict[str, Any]:
        key = f"{attempt_prefix(message.job_id, message.attempt)}{name}"
        kept = self.service.store.put_bytes(key, content)
        return {"key": key, "size": kept.size, "sha256": kept.sha256, "media_type": media_type}

    def document(self, message: Any, name: str, document: Any) -> dict[str, Any]:
        return self.stored(message, name, document.model_dump_json().encode(), "application/json")

    def _probe(self, message: Any) -> dict[str, Any]:
        file = self.document(message, "source.json", self.measures())
        return {"kind": "analysis", "file": file, "duration_seconds": self.seconds}

    def measures(self) -> SourceMeasures:
        return SourceMeasures(
            duration_seconds=self.seconds, width=1920, height=1080, frame_rate=29.97, has_audio=True
        )

    def _analyse(self, message: Any) -> dict[str, Any]:
        heard: dict[str, Any] = {
            "engine": "faster-whisper small",
            "language": "en",
            "transcript": TRANSCRIPT,
            "captions": {"language": "en", "cues": CUES},
            "speech": [{"start_ms": 0, "end_ms": 61_200}],
        }
        document = SourceAnalysis.model_validate(
            {
                "source": self.measures().model_dump(),
                "loudness_lufs": -18.3,
                "shots": [
                    {"start_ms": 0, "end_ms": 2000, "path": [{"at_ms": 0, "x": 0.5, "y": 0.5}]},
                    {"start_ms": 2000, "end_ms": 4000, "path": [{"at_ms": 0, "x": 0.4, "y": 0.5}]},
                ],
            }
            | (heard if self.transcript else {})
        )
        return {
            "kind": "analysis",
            "file": self.document(message, "analysis.json", document),
            "sidecars": {"thumbnail.jpg": self.stored(message, "thumbnail.jpg", JPEG, "image/jpeg")},
            "duration_seconds": self.seconds,
        }

    def _translate(self, message: Any) -> dict[str, Any]:
        cues = self.read(message, "cues", CueList)
        target = message.order.target_language
        translated = CueList.model_validate(
            {
                "language": target,
                "cues": [cue.model_dump() | {"text": f"[{target}] {cue.text}"} for cue in cues.cues],
            }
        )
        return {
            "kind": "analysis",
            "file": self.document(message, "cues.json", translated),
            "duration_seconds": self.seconds,
        }

    def _draft(self, message: Any) -> dict[str, Any]:
        analysis = self.read(message, "analysis", SourceAnalysis)
        lines = [
            {"start_ms": each.start_ms, "end_ms": each.end_ms, "text": each.text}
            for each in analysis.transcript
        ]
        script = VoiceoverScript.model_validate({"lines": lines, "drafted_by": "transcript"})
        return {
            "kind": "analysis",
            "file": self.document(message, "script.json", script),
            "duration_seconds": self.seconds,
        }

    def _preview(self, message: Any) -> dict[str, Any]:
        mix = M4A + json.dumps(message.order.model_dump(mode="json"), sort_keys=True).encode()
        return {
            "kind": "sound",
            "file": self.stored(message, "mix.m4a", mix, "audio/mp4"),
            "sidecars": self.voiced(message),
            "duration_seconds": self.seconds,
        }

    def voiced(self, message: Any) -> dict[str, Any]:
        """The voiceover, where the settings ask for one."""
        voiceover = message.order.settings.voiceover
        if voiceover.mode == "off":
            return {}
        has_script = "voiceover_script" in message.inputs
        lines = (
            self.read(message, "voiceover_script", VoiceoverScript).lines
            if has_script
            else self.read(message, "cues", CueList).cues
        )
        self.spoken += 1
        text = "|".join(line.text for line in lines) + voiceover.voice + voiceover.language
        document = SpokenVoiceover.model_validate(
            {
                "engine": "kokoro",
                "fingerprint": hashlib.sha256(text.encode()).hexdigest(),
                "duration_seconds": 5.5,
                "lines": [line.model_dump() | {"fit": {"rate": 1.1}} for line in lines],
            }
        )
        return {
            "voiceover.m4a": self.stored(message, "voiceover.m4a", M4A + text.encode(), "audio/mp4"),
            "voiceover.json": self.document(message, "voiceover.json", document),
        }

    def _export(self, message: Any) -> dict[str, Any]:
        return {
            "kind": "video",
            "file": self.stored(message, "video.mp4", MP4, "video/mp4"),
            "sidecars": self.voiced(message),
            "duration_seconds": self.seconds,
            "width": 1080,
            "height": 1920,
        }

    def read(self, message: Any, name: str, model: Any) -> Any:
        found = message.inputs[name]
        content = b"".join(self.service.store.read(found.key, start=0, stop=found.size))
        return model.model_validate_json(content)

    @contextmanager
    def at_work(self) -> Iterator[RemixWorker]:
        """Run the worker beside the test, for requests that wait for it."""
        stop = threading.Event()

        def run() -> None:
            while not stop.is_set():
                self.work()
                time.sleep(0.01)

        thread = threading.Thread(target=run)
        thread.start()
        try:
            yield self
        finally:
            stop.set()
            thread.join()


def ready_project(account: Account, worker: RemixWorker, **changes: Any) -> dict[str, Any]:
    """A project that is ready for its owner's changes."""
    upload = uploaded(account, **changes)
    with worker.at_work():
        answer = complete(account, upload)
        assert answer.status_code == 202, answer.text
    worker.work_all()
    project = project_of(account, upload)
    assert project["phase"] == "ready", project
    return project


def inputs_of(service: Service, project_id: str) -> list[dict[str, Any]]:
    """Orders and inputs of all operations of a project, oldest first."""
    import sqlalchemy as sa  # noqa: PLC0415 - only here

    from api.db.tables import jobs  # noqa: PLC0415 - only here

    query = (
        sa.select(jobs.c.id, jobs.c.order, jobs.c.inputs, jobs.c.units, jobs.c.allowance, jobs.c.status)
        .where(jobs.c.project_id == UUID(project_id), jobs.c.role == "operation")
        .order_by(jobs.c.created_at)
    )
    with service.services.database.read() as connection:
        rows = [dict(row) for row in connection.execute(query).mappings()]
    for row in rows:
        ORDER.validate_python(row["order"])
    return rows
