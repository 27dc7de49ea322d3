"""Resumable uploads: the offset stays right whatever happens to a chunk."""

from __future__ import annotations

import base64
import hashlib
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from email.utils import parsedate_to_datetime
from typing import Any
from uuid import uuid4

import pytest

from renderer.contract.vocabulary import Plan
from tests.api.harness import Account, Service, problem
from tests.api.remix_harness import (
    CHUNK,
    RemixWorker,
    complete,
    content_of,
    head,
    minutes,
    offset_of,
    open_upload,
    project_of,
    put,
    ready_project,
    send_all,
    uploaded,
    wanted,
)


def digest_of(content: bytes) -> str:
    return f"sha-256=:{base64.b64encode(hashlib.sha256(content).digest()).decode()}:"


def test_a_new_upload_is_the_resource_of_the_contract(account: Account, service: Service) -> None:
    answer = account.request("POST", "/remix/uploads", json=wanted(12_345_678))
    assert answer.status_code == 201
    body = answer.json()
    link = f"http://testserver/api/v1/remix/uploads/{body['upload_id']}"
    assert body == {
        "object": "remix_upload",
        "upload_id": body["upload_id"],
        "video_id": body["video_id"],
        "chunk_bytes": CHUNK,
        "offset": 0,
        "byte_length": 12_345_678,
        "expires_at": body["expires_at"],
        "links": {
            "self": link,
            "complete": f"{link}/complete",
            "project": f"http://testserver/api/v1/remix/projects/{body['video_id']}",
        },
    }
    assert answer.headers["location"] == link
    found = head(account, body["upload_id"])
    assert (found.status_code, found.content) == (200, b"")
    assert (found.headers["upload-offset"], found.headers["upload-length"]) == ("0", "12345678")
    expires = parsedate_to_datetime(found.headers["upload-expires"])
    assert expires == (service.clock.now() + timedelta(hours=24)).replace(microsecond=0)
    assert found.headers["cache-control"] == "no-store"
    project = project_of(account, body)
    assert (project["status"], project["phase"], project["revision"]) == ("queued", "uploading", 1)
    assert project["media"]["source"] is None
    assert account.video(body["video_id"])["progress"]["stage"] == "uploading"


def test_chunks_in_order_make_the_file(account: Account, service: Service) -> None:
    content = content_of(2 * CHUNK + 12_345)
    upload = open_upload(account, len(content))
    for at in range(0, len(content), CHUNK):
        answer = put(account, upload["upload_id"], content[at : at + CHUNK], offset=at)
        assert (answer.status_code, answer.content) == (204, b"")
        done = min(at + CHUNK, len(content))
        assert int(answer.headers["upload-offset"]) == offset_of(account, upload["upload_id"]) == done
    worker = RemixWorker(service)
    with worker.at_work():
        assert complete(account, upload).status_code == 202
    media = account.get(f"/remix/projects/{upload['video_id']}/media/source")
    assert media.content == content
    assert media.headers["etag"] == f'"{hashlib.sha256(content).hexdigest()}"'
    part = account.get(f"/remix/projects/{upload['video_id']}/media/source", Range="bytes=8388600-8388615")
    assert (part.status_code, part.content) == (206, content[8388600:8388616])
    problem(put(account, upload["upload_id"], b"x", offset=len(content)), 404, "video_not_found")


def test_a_hundred_writers_of_one_chunk_append_once(account: Account) -> None:
    content = content_of(50_000)
    upload = open_upload(account, len(content))

    def send(_: int) -> int:
        return put(account, upload["upload_id"], content, offset=0).status_code

    with ThreadPoolExecutor(20) as pool:
        statuses = list(pool.map(send, range(100)))
    assert statuses.count(204) == 1
    assert set(statuses) == {204, 409}
    assert offset_of(account, upload["upload_id"]) == len(content)


def test_writers_of_other_bytes_do_not_mix(account: Account, service: Service) -> None:
    upload = open_upload(account, 30_000)
    contents = [bytes([number]) * 30_000 for number in range(16)]

    def send(content: bytes) -> bool:
        return put(account, upload["upload_id"], content, offset=0).status_code == 204

    with ThreadPoolExecutor(16) as pool:
        won = list(pool.map(send, contents))
    assert won.count(True) == 1
    with RemixWorker(service).at_work():
        complete(account, upload)
    stored = account.get(f"/remix/projects/{upload['video_id']}/media/source").content
    assert stored == contents[won.index(True)]


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        ({"Upload-Offset": "1"}, 409, "offset_mismatch"),
        ({"Upload-Offset": "-1"}, 400, "invalid_request"),
        ({"Upload-Offset": ""}, 400, "invalid_request"),
        ({"Upload-Offset": "+0"}, 400, "invalid_request"),
        ({"Upload-Offset": " 0x0"}, 400, "invalid_request"),
        ({"Upload-Offset": "00"}, 400, "invalid_request"),
        ({"Upload-Offset": "0.0"}, 400, "invalid_request"),
        ({"Upload-Offset": "1e3"}, 400, "invalid_request"),
        ({"Upload-Offset": "9" * 30}, 400, "invalid_request"),
        ({"Upload-Offset": "999999999999"}, 409, "offset_mismatch"),
        ({"Content-Type": "application/json"}, 415, "unsupported_media_type"),
        ({"Content-Type": "video/mp4"}, 415, "unsupported_media_type"),
        ({"Content-Type": ""}, 415, "unsupported_media_type"),
        ({"Content-Encoding": "gzip"}, 415, "unsupported_media_type"),
        ({"Content-Digest": "sha-256=:AAAA:"}, 400, "invalid_request"),
        ({"Content-Digest": "sha-256=nonsense"}, 400, "invalid_request"),
        ({"Content-Digest": ""}, 400, "invalid_request"),
        ({"Content-Digest": digest_of(b"other")}, 400, "invalid_chunk"),
    ],
)
def test_wrong_headers_move_nothing(caller: Account, headers: dict[str, str], status: int, code: str) -> None:
    upload = open_upload(caller, 1000)
    answer = put(caller, upload["upload_id"], b"x" * 1000, offset=0, **headers)
    problem(answer, status, code)
    if code == "offset_mismatch":
        assert answer.headers["upload-offset"] == "0"
    assert offset_of(caller, upload["upload_id"]) == 0
    assert put(caller, upload["upload_id"], b"x" * 1000, offset=0).status_code == 204


@pytest.mark.parametrize("size", [0, 1, 999, 1001, 2000])
def test_a_chunk_of_the_wrong_size_moves_nothing(caller: Account, size: int) -> None:
    upload = open_upload(caller, 1000)
    problem(put(caller, upload["upload_id"], b"x" * size, offset=0), 400, "invalid_chunk")
    assert offset_of(caller, upload["upload_id"]) == 0


def test_a_large_upload_takes_whole_chunks_only(caller: Account) -> None:
    upload = open_upload(caller, CHUNK + 5)
    for size in (CHUNK - 1, CHUNK + 1, CHUNK + 5, 5):
        problem(put(caller, upload["upload_id"], b"x" * size, offset=0), 400, "invalid_chunk")
    assert put(caller, upload["upload_id"], b"x" * CHUNK, offset=0).status_code == 204
    problem(put(caller, upload["upload_id"], b"x" * CHUNK, offset=CHUNK), 400, "invalid_chunk")
    assert put(caller, upload["upload_id"], b"x" * 5, offset=CHUNK).status_code == 204


def test_nothing_follows_the_last_chunk(caller: Account) -> None:
    upload = open_upload(caller, 1000)
    assert put(caller, upload["upload_id"], b"x" * 1000, offset=0).status_code == 204
    for size in (0, 1):
        problem(put(caller, upload["upload_id"], b"x" * size, offset=1000), 400, "invalid_chunk")
    assert offset_of(caller, upload["upload_id"]) == 1000


def test_a_chunk_of_unknown_length_is_refused(caller: Account) -> None:
    upload = open_upload(caller, 1000)
    answer = caller.request(
        "PUT",
        f"/remix/uploads/{upload['upload_id']}",
        headers={"Content-Type": "application/octet-stream", "Upload-Offset": "0"},
        content=iter([b"x" * 1000]),
    )
    problem(answer, 400, "invalid_chunk")


def test_digests_are_checked_where_they_are_given(caller: Account) -> None:
    upload, content = open_upload(caller, 1000), content_of(1000)
    other = "unixsum=:AAAA:, "
    good = put(
        caller, upload["upload_id"], content, offset=0, **{"Content-Digest": other + digest_of(content)}
    )
    assert good.status_code == 204


@pytest.mark.parametrize(
    "changes",
    [
        {"file_name": ""},
        {"file_name": "  "},
        {"file_name": "../../etc/passwd"},
        {"file_name": "a/b.mp4"},
        {"file_name": "a\\b.mp4"},
        {"file_name": "a\0b.mp4"},
        {"file_name": "a\nb.mp4"},
        {"file_name": "a\u202e4pm.exe"},
        {"file_name": "x" * 256},
        {"file_name": None},
        {"file_name": 7},
        {"mime_type": "video/x-matroska"},
        {"mime_type": "VIDEO/MP4"},
        {"mime_type": None},
        {"byte_length": 0},
        {"byte_length": -1},
        {"byte_length": 314_572_801},
        {"byte_length": "1000"},
        {"byte_length": 1000.5},
        {"byte_length": True},
        {"byte_length": None},
        {"checksum": "x"},
    ],
)
def test_bad_creates_leave_nothing(caller: Account, changes: dict[str, Any]) -> None:
    answer = caller.request("POST", "/remix/uploads", json=wanted(1000) | changes)
    problem(answer, 400, "invalid_request")
    assert caller.get("/videos").json()["data"] == []


JOINED = (
    "👨\u200d👩\u200d👧.mp4",
    "می\u200cخواهم.mp4",
    "क्\u200dष.mov",
    "\U0001f3f4\U000e0067\U000e007f.mp4",
    "\uf8ff.mp4",
)


def test_names_in_any_script_are_shown_back(caller: Account) -> None:
    for name in ("ürlaub 2024.mp4", "橋.mov", "-rf.mp4", "con", "a;b&c.mp4", ".hidden", *JOINED):
        upload = open_upload(caller, 10, file_name=name)
        assert project_of(caller, upload)["source"]["file_name"] == name
        caller.request("DELETE", f"/remix/uploads/{upload['upload_id']}")


def test_an_abandoned_upload_is_gone(account: Account, service: Service) -> None:
    upload = open_upload(account, CHUNK + 1)
    put(account, upload["upload_id"], b"x" * CHUNK, offset=0)
    answer = account.request("DELETE", f"/remix/uploads/{upload['upload_id']}")
    assert (answer.status_code, answer.headers["upload-offset"]) == (204, str(CHUNK))
    for method in ("HEAD", "DELETE"):
        assert account.request(method, f"/remix/uploads/{upload['upload_id']}").status_code == 404
    problem(put(account, upload["upload_id"], b"x", offset=CHUNK), 404, "video_not_found")
    problem(complete(account, upload), 404, "video_not_found")
    assert service.services.staging.parts == {}  # type: ignore[attr-defined]  # the fake's
    assert project_of(account, upload)["phase"] == "cancelled"


def test_an_upload_ends_after_a_day_and_leaves_nothing(account: Account, service: Service) -> None:
    uploads = [open_upload(account, CHUNK + 1) for _ in range(3)]
    for upload in uploads:
        put(account, upload["upload_id"], b"x" * CHUNK, offset=0)
    service.clock.advance(hours=23, minutes=59)
    assert service.services.project_sweeper.run_once() == 0
    assert offset_of(account, uploads[0]["upload_id"]) == CHUNK
    service.clock.advance(minutes=1)
    assert head(account, uploads[0]["upload_id"]).status_code == 404
    problem(put(account, uploads[0]["upload_id"], b"x", offset=CHUNK), 404, "video_not_found")
    assert service.services.project_sweeper.run_once() == 3
    assert service.services.staging.parts == {}  # type: ignore[attr-defined]  # the fake's
    assert {project_of(account, upload)["phase"] for upload in uploads} == {"expired"}
    assert minutes(account) == (0, 0, 120)


def test_missing_foreign_and_malformed_uploads_look_alike(account: Account, service: Service) -> None:
    upload = open_upload(account, 10)
    other = service.account()
    for name in (upload["upload_id"], str(uuid4()), "nonsense", upload["video_id"]):
        assert head(other, name).status_code == 404
        problem(put(other, name, b"x" * 10, offset=0), 404, "video_not_found")
        assert other.request("DELETE", f"/remix/uploads/{name}").status_code == 404
        problem(other.request("POST", f"/remix/uploads/{name}/complete"), 404, "video_not_found")
    assert offset_of(account, upload["upload_id"]) == 0


def test_five_projects_at_once_and_no_more(account: Account) -> None:
    uploads = [open_upload(account) for _ in range(5)]
    problem(account.request("POST", "/remix/uploads", json=wanted()), 409, "too_many_outstanding_jobs")
    account.request("POST", f"/remix/projects/{uploads[0]['video_id']}/cancel")
    assert account.request("POST", "/remix/uploads", json=wanted()).status_code == 201


def test_without_minutes_no_upload_is_opened(account: Account, service: Service) -> None:
    worker = RemixWorker(service, seconds=600.0)
    for _ in range(12):
        project = ready_project(account, worker)
        account.request("POST", f"/remix/projects/{project['id']}/cancel")
    assert minutes(account) == (120, 0, 0)
    problem(account.request("POST", "/remix/uploads", json=wanted()), 403, "remix_quota_exceeded")


def test_plans_without_access_open_none(service: Service) -> None:
    answer = service.account(Plan.BASIC).request("POST", "/remix/uploads", json=wanted())
    problem(answer, 403, "api_access_required")


def test_a_store_that_is_away_moves_nothing(account: Account, service: Service) -> None:
    upload = open_upload(account, 1000)
    service.store.broken = True
    problem(put(account, upload["upload_id"], b"x" * 1000, offset=0), 503, "service_unavailable")
    problem(account.request("POST", "/remix/uploads", json=wanted()), 503, "service_unavailable")
    service.store.broken = False
    assert offset_of(account, upload["upload_id"]) == 0
    send_all(account, upload, b"y" * 1000)
    service.store.broken = True
    problem(complete(account, upload), 503, "service_unavailable")
    service.store.broken = False
    with RemixWorker(service).at_work():
        assert complete(account, upload).status_code == 202


def test_nothing_is_completed_too_early(account: Account) -> None:
    upload = open_upload(account, CHUNK + 1)
    problem(complete(account, upload), 409, "upload_incomplete")
    put(account, upload["upload_id"], b"x" * CHUNK, offset=0)
    problem(complete(account, upload), 409, "upload_incomplete")
    assert project_of(account, upload)["phase"] == "uploading"
    assert uploaded(account)["offset"] == 0
