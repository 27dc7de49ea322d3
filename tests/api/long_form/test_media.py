"""Captions and thumbnail of a film over HTTP: ranges, validators, owner, and the rules of the download."""

from __future__ import annotations

import hashlib

import pytest

from tests.api.harness import SIDECARS, Account, Service, problem

ASSETS = ("captions.srt", "captions.vtt", "thumbnail.jpg")


@pytest.fixture
def media(account: Account, service: Service) -> str:
    film = account.new_film(title="Rivers")
    service.finish_film(film)
    return f"/long-form/videos/{film}/media"


@pytest.mark.parametrize("asset", ASSETS)
def test_the_whole_file_and_its_headers(account: Account, media: str, asset: str) -> None:
    media_type, content = SIDECARS[asset]
    answer = account.get(f"{media}/{asset}")
    assert (answer.status_code, answer.content) == (200, content)
    assert answer.headers["content-type"].partition(";")[0] == media_type
    assert answer.headers["content-length"] == str(len(content))
    assert answer.headers["etag"] == f'"{hashlib.sha256(content).hexdigest()}"'
    assert answer.headers["accept-ranges"] == "bytes"
    assert answer.headers["cache-control"] == "private, no-store"
    suffix = asset.rpartition(".")[2]
    assert answer.headers["content-disposition"].startswith(f'attachment; filename="Rivers.{suffix}"')
    assert "last-modified" in answer.headers
    head = account.request("HEAD", f"{media}/{asset}")
    assert (head.status_code, head.content) == (200, b"")
    for name in answer.headers.keys() - {"x-request-id", "ratelimit-remaining", "date"}:
        assert head.headers[name] == answer.headers[name], name


@pytest.mark.parametrize("asset", ASSETS)
def test_one_range_validators_and_bad_ranges(account: Account, media: str, asset: str) -> None:
    content = SIDECARS[asset][1]
    path, size = f"{media}/{asset}", len(content)
    for asked, expected in (
        ("bytes=3-9", content[3:10]),
        ("bytes=-4", content[-4:]),
        ("bytes=7-", content[7:]),
    ):
        part = account.get(path, Range=asked)
        assert (part.status_code, part.content) == (206, expected)
        assert part.headers["content-range"].endswith(f"/{size}")
        assert part.headers["cache-control"] == "private, no-store"
    etag = account.get(path).headers["etag"]
    assert account.get(path, **{"If-None-Match": etag, "Range": "bytes=0-1"}).status_code == 304
    assert account.get(path, **{"If-Range": '"other"', "Range": "bytes=0-1"}).status_code == 200
    for asked in (f"bytes={size}-", "bytes=0-1,3-4", "bytes=5-4", "chars=0-1"):
        bad = account.get(path, Range=asked)
        problem(bad, 416, "invalid_range")
        assert bad.headers["content-range"] == f"bytes */{size}"


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_before_completion_for_others_and_for_other_names(
    account: Account, service: Service, method: str
) -> None:
    film = account.new_film()
    path = f"/long-form/videos/{film}/media/captions.srt"
    assert account.request(method, path).status_code == 409
    service.finish_film(film)
    assert account.request(method, path).status_code == 200
    assert service.account().request(method, path).status_code == 404
    assert service.client.request(method, f"/api/v1{path}").status_code == 401
    for name in ("manifest.json", "words.json", "video.mp4", "captions.SRT", "x", "%2e%2e"):
        assert account.request(method, f"/long-form/videos/{film}/media/{name}").status_code == 404


def test_a_file_that_storage_has_lost_is_unavailable(account: Account, service: Service, media: str) -> None:
    for key in list(service.store.keys("videos/")):
        service.store.delete(key)
    problem(account.get(f"{media}/captions.vtt"), 503, "service_unavailable")
    assert account.request("HEAD", f"{media}/captions.vtt").status_code == 503


def test_what_is_not_ready_is_a_problem(account: Account) -> None:
    film = account.new_film()
    problem(account.get(f"/long-form/videos/{film}/media/thumbnail.jpg"), 409, "video_not_ready")
    account.cancel(film)
    problem(account.get(f"/long-form/videos/{film}/media/thumbnail.jpg"), 409, "video_not_ready")
