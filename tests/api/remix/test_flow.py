"""A source from its first byte to the finished video, over HTTP, with a worker that makes real documents."""

from __future__ import annotations

import pytest

from tests.api.harness import Account, Service, problem
from tests.api.remix_harness import (
    CUES,
    JPEG,
    MP4,
    SETTINGS,
    TRANSCRIPT,
    RemixWorker,
    complete,
    inputs_of,
    minutes,
    project_of,
    ready_project,
    shown,
    uploaded,
)

DUBBED = SETTINGS | {"voiceover": SETTINGS["voiceover"] | {"mode": "mix", "language": "es"}}


@pytest.fixture
def worker(service: Service) -> RemixWorker:
    return RemixWorker(service)


def test_an_upload_becomes_an_analysed_project(account: Account, worker: RemixWorker) -> None:
    upload = uploaded(account, b"source bytes" * 50)
    with worker.at_work():
        answer = complete(account, upload)
    assert answer.status_code == 202, answer.text
    body = answer.json()
    assert answer.headers["location"] == body["links"]["self"]
    assert body["minutes"] == {
        "source": 2, "charged": 2, "limit": 120, "used": 2, "reserved": 0, "remaining": 118
    }  # fmt: skip
    worker.work_all()
    project = project_of(account, upload)
    assert (project["status"], project["phase"], project["revision"]) == ("processing", "ready", 2)
    assert project["source"] == {
        "file_name": "clip.mp4", "mime_type": "video/mp4", "byte_length": 600, "duration_seconds": 73.4,
        "width": 1920, "height": 1080, "frame_rate": 29.97, "has_audio": True, "minutes": 2,
    }  # fmt: skip
    assert project["analysis"] == {
        "state": "done", "language": "en", "transcript": TRANSCRIPT, "words": 7, "speech_seconds": 61.2,
        "loudness_lufs": -18.3, "shots": 2, "engine": "faster-whisper small",
    }  # fmt: skip
    assert project["settings"] == SETTINGS
    assert project["captions"] == {"origin": "analysed", "language": "en", "cues": CUES}
    assert project["voiceover"] == {
        "state": "none", "fingerprint": None, "duration_seconds": None, "lines": []
    }  # fmt: skip
    assert project["progress"] == {"percent": 100, "stage": "ready", "detail": "Waiting for you."}
    link = f"http://testserver/api/v1/remix/projects/{upload['video_id']}"
    assert project["media"] == {
        "source": f"{link}/media/source", "thumbnail": f"{link}/media/thumbnail",
        "voiceover": None, "mix": None,
    }  # fmt: skip
    assert project["output"] is project["failure"] is None
    assert account.get(f"/remix/projects/{upload['video_id']}").headers["retry-after"] == "30"
    assert account.get(f"/videos/{upload['video_id']}").headers["retry-after"] == "30"
    assert account.get(link.removeprefix("http://testserver/api/v1") + "/media/source").content == (
        b"source bytes" * 50
    )
    assert account.get(f"/remix/projects/{upload['video_id']}/media/thumbnail").content == JPEG
    assert minutes(account) == (2, 0, 118)


def test_all_operations_one_after_the_other(account: Account, worker: RemixWorker, service: Service) -> None:
    project = ready_project(account, worker)
    path = f"/remix/projects/{project['id']}"
    with worker.at_work():
        answer = account.request(
            "POST", f"{path}/translate-captions", json={"revision": 2, "targetLanguage": "es"}
        )
    problem(answer, 503, "service_unavailable")
    changed = account.request("PATCH", path, json={"revision": 2, "settings": DUBBED})
    assert (changed.status_code, changed.json()["revision"]) == (200, 3)
    with worker.at_work():
        drafted = account.request("POST", f"{path}/voiceover-draft", json={"revision": 3})
    assert drafted.status_code == 200, drafted.text
    assert drafted.json()["revision"] == 4
    script = drafted.json()["settings"]["voiceover"]["script"]
    assert [line["text"] for line in script] == [TRANSCRIPT[0]["text"]]
    with worker.at_work():
        previewed = account.request("POST", f"{path}/audio-preview", json={"revision": 4})
    assert previewed.status_code == 200, previewed.text
    body = previewed.json()
    assert (body["phase"], body["revision"]) == ("ready", 5)
    assert body["voiceover"]["state"] == "ready"
    assert body["voiceover"]["lines"][0]["rate"] == 1.1
    assert body["media"]["mix"]
    assert body["media"]["voiceover"]
    assert minutes(account) == (2, 0, 118)
    exported = account.request("POST", f"{path}/export", json={"revision": 5})
    assert exported.status_code == 202, exported.text
    assert exported.json()["phase"] == "export_queued"
    worker.work_all()
    done = shown(account, project["id"])
    assert (done["status"], done["phase"]) == ("completed", "completed")
    assert done["output"] == {"duration_seconds": 73.4, "width": 1080, "height": 1920}
    assert account.get(f"/videos/{project['id']}/download").content == MP4
    video = account.video(project["id"])
    assert (video["workflow"], video["status"], video["output"]) == (
        "remix", "completed", {"duration_seconds": 73.4}
    )  # fmt: skip
    assert "settings" not in video
    assert minutes(account) == (2, 0, 118)
    operations = [row["order"]["operation"] for row in inputs_of(service, project["id"])]
    assert operations == ["probe", "analyse", "draft", "preview", "export"]
    assert set(inputs_of(service, project["id"])[-1]["inputs"]) == {
        "source", "analysis", "cues", "voiceover_script"
    }  # fmt: skip
    problem(account.request("PATCH", path, json={"revision": 5, "settings": DUBBED}), 409, "project_final")
    assert account.request("POST", f"{path}/export", json={"revision": 5}).status_code == 202
