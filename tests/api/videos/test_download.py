from __future__ import annotations

import hashlib
import random
from email.utils import parsedate_to_datetime
from urllib.parse import unquote

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.files.filename import disposition
from tests.api.harness import MP4, Account, problem

SIZE = len(MP4)
ETAG = f'"{hashlib.sha256(MP4).hexdigest()}"'


@pytest.fixture
def video(caller: Account) -> str:
    video_id = caller.new_video()
    caller.service.finish(video_id)
    return f"/videos/{video_id}/download"


def test_the_whole_file(caller: Account, video: str) -> None:
    answer = caller.get(video)
    assert answer.status_code == 200
    assert answer.content == MP4
    assert answer.headers["content-type"] == "video/mp4"
    assert answer.headers["content-length"] == str(SIZE)
    assert answer.headers["etag"] == ETAG
    assert answer.headers["accept-ranges"] == "bytes"
    assert answer.headers["cache-control"] == "private, no-store"
    assert answer.headers["content-disposition"].startswith("attachment; filename=")
    assert parsedate_to_datetime(answer.headers["last-modified"]) == caller.service.clock.now().replace(
        microsecond=0
    )
    assert "ratelimit-limit" in answer.headers


def test_head_says_the_same_without_a_byte(caller: Account, video: str) -> None:
    for extra in ({}, {"Range": "bytes=0-1"}, {"If-None-Match": ETAG}):
        head = caller.request("HEAD", video, headers=extra)
        assert head.status_code == 200
        assert head.content == b""
        full = caller.get(video).headers
        for name in full.keys() - {"x-request-id", "ratelimit-remaining", "date"}:
            assert head.headers[name] == full[name], name


@pytest.mark.parametrize(
    ("asked", "start", "stop"),
    [
        ("bytes=0-0", 0, 1),
        ("bytes=0-99", 0, 100),
        ("bytes=100-", 100, SIZE),
        ("bytes=-1", SIZE - 1, SIZE),
        (f"bytes=-{SIZE * 10}", 0, SIZE),
        (f"bytes=5-{SIZE * 10}", 5, SIZE),
        ("bytes=0-" + "9" * 30, 0, SIZE),
        ("bytes=-" + "9" * 30, 0, SIZE),
        ("bytes=5-" + "9" * 31, 5, SIZE),
        ("bytes=-" + "9" * 31, 0, SIZE),
        ("bytes=" + "0" * 40 + "7-" + "0" * 40 + "9", 7, 10),
        ("bytes=5-" + "9" * 5000, 5, SIZE),
        ("BYTES=1-2", 1, 3),
        (f"bytes={SIZE - 1}-", SIZE - 1, SIZE),
        ("bytes=0000000-1", 0, 2),
    ],
)
def test_ranges_that_can_be_served(caller: Account, video: str, asked: str, start: int, stop: int) -> None:
    answer = caller.get(video, Range=asked)
    assert answer.status_code == 206
    assert answer.content == MP4[start:stop]
    assert answer.headers["content-range"] == f"bytes {start}-{stop - 1}/{SIZE}"
    assert answer.headers["content-length"] == str(stop - start)
    assert answer.headers["etag"] == ETAG
    assert answer.headers["cache-control"] == "private, no-store"


@pytest.mark.parametrize(
    "asked",
    [
        f"bytes={SIZE}-",
        "bytes=-0",
        "bytes=5-4",
        "bytes=a-b",
        "bytes=1_0-2_0",
        "bytes=+1-2",
        "bytes=0-0,2-2",
        "",
        "bytes",
        "bytes=",
        "bytes=-",
        "bytes= 0-1",
        "bytes=0 -1",
        "bytes=0-1 ,",
        "items=0-1",
        "bytes=0x1-2",
        "bytes=--1",
        "bytes=1--2",
        "bytes=0-1;",
        "bytes=\xb2-3",
        "bytes=" + "9" * 40 + "-",
        "bytes=" + "9" * 40 + "-" + "9" * 41,
        "bytes=" + "9" * 5000 + "-",
        "bytes:0-1",
        "0-1",
        "bytes=" + ",".join("0-1" for _ in range(900)),
    ],
)
def test_ranges_that_cannot(caller: Account, video: str, asked: str) -> None:
    headers = httpx2.Headers([(b"Range", asked.encode("latin-1"))])
    answer = caller.service.client.get(
        f"/api/v1{video}", headers=[*headers.raw, *httpx2.Headers(caller.headers).raw]
    )
    problem(answer, 416, "invalid_range")
    assert answer.headers["content-range"] == f"bytes */{SIZE}"
    assert "ratelimit-limit" in answer.headers


def test_two_range_headers_are_two_ranges(caller: Account, video: str) -> None:
    pairs = [("Range", "bytes=0-1"), ("Range", "bytes=0-1"), *caller.headers.items()]
    problem(caller.service.client.get(f"/api/v1{video}", headers=pairs), 416, "invalid_range")


@pytest.mark.parametrize(
    ("tags", "status"),
    [
        (ETAG, 304),
        (f"W/{ETAG}", 304),
        (f'"x", {ETAG}', 304),
        (f'{ETAG},"x"', 304),
        ("*", 304),
        ('"x"', 200),
        ("garbage", 200),
        (ETAG.strip('"'), 200),
        (f"{ETAG} {ETAG}", 200),
        ("", 200),
    ],
)
def test_if_none_match(caller: Account, video: str, tags: str, status: int) -> None:
    answer = caller.get(video, **{"If-None-Match": tags})
    assert answer.status_code == status
    if status == 304:
        assert answer.content == b""
        assert answer.headers["etag"] == ETAG
        assert answer.headers["cache-control"] == "private, no-store"
        assert "ratelimit-limit" in answer.headers


def test_if_none_match_comes_before_range(caller: Account, video: str) -> None:
    assert caller.get(video, **{"If-None-Match": ETAG, "Range": "bytes=0-1"}).status_code == 304
    assert caller.get(video, **{"If-None-Match": '"x"', "Range": "bytes=0-1"}).status_code == 206


def test_if_range(caller: Account, video: str) -> None:
    date = caller.get(video).headers["last-modified"]
    for guard, status in (
        (ETAG, 206),
        (date, 206),
        (f"W/{ETAG}", 200),
        ('"x"', 200),
        ("Tue, 10 Mar 2020 12:00:00 GMT", 200),
        ("", 200),
    ):
        answer = caller.get(video, **{"If-Range": guard, "Range": "bytes=0-1"})
        assert answer.status_code == status, guard
    assert caller.get(video, **{"If-Range": '"x"', "Range": "nonsense"}).status_code == 200


def test_random_spans_reassemble_the_file(caller: Account, video: str) -> None:
    chance = random.Random(7)  # noqa: S311 - repeatable
    for _ in range(64):
        start = chance.randrange(SIZE)
        last = chance.randrange(start, SIZE + 50)
        answer = caller.get(video, Range=f"bytes={start}-{last}")
        assert answer.content == MP4[start : last + 1]


def test_a_video_that_is_not_ready(caller: Account) -> None:
    video_id = caller.new_video()
    problem(caller.get(f"/videos/{video_id}/download"), 409, "video_not_ready")
    caller.service.claim(video_id)
    problem(caller.get(f"/videos/{video_id}/download", Range="junk"), 409, "video_not_ready")
    caller.service.fail(video_id)
    problem(caller.get(f"/videos/{video_id}/download"), 409, "video_not_ready")
    head = caller.request("HEAD", f"/videos/{video_id}/download")
    assert (head.status_code, head.content) == (409, b"")
    assert head.headers["content-type"] == "application/problem+json"


def test_an_expired_video_is_not_found_from_the_very_instant(caller: Account, video: str) -> None:
    caller.service.clock.advance(days=7, microseconds=-1)
    assert caller.get(video).status_code == 200
    caller.service.clock.advance(microseconds=1)
    problem(caller.get(video), 404, "video_not_found")
    problem(caller.get(video, **{"If-None-Match": ETAG}), 404, "video_not_found")


def test_storage_that_is_away_is_a_503_before_any_header(caller: Account, video: str) -> None:
    caller.service.store.broken = True
    answer = caller.get(video)
    problem(answer, 503, "service_unavailable")
    assert answer.headers["retry-after"] == "5"


@pytest.mark.parametrize("left", [b"", MP4[:100]], ids=["lost", "cut"])
def test_head_of_an_object_that_is_lost_or_cut_answers_503(caller: Account, video: str, left: bytes) -> None:
    key = next(iter(caller.service.store.keys("videos/")))
    caller.service.store.delete(key)
    if left:
        caller.service.store.put_bytes(key, left)
    else:
        problem(caller.get(video), 503, "service_unavailable")
    head = caller.request("HEAD", video)
    assert (head.status_code, head.content) == (503, b"")
    assert head.headers["content-type"] == "application/problem+json"
    assert head.headers["retry-after"] == "5"


def test_an_object_that_is_shorter_than_recorded_breaks_the_connection(caller: Account, video: str) -> None:
    key = next(iter(caller.service.store.keys("videos/")))
    caller.service.store.delete(key)
    caller.service.store.put_bytes(key, MP4[:100])
    with pytest.raises(Exception, match="shorter"):
        caller.get(video)


@pytest.mark.parametrize(
    ("topic", "ascii_name", "true_name"),
    [
        ("The Tunguska event", "The Tunguska event.mp4", "The Tunguska event.mp4"),
        ("Äpfel & Öl", "Apfel & Ol.mp4", "Äpfel & Öl.mp4"),
        ("通古斯大爆炸", "fallback.mp4", "通古斯大爆炸.mp4"),
        ("../../etc/passwd", "etc passwd.mp4", "etc passwd.mp4"),
        ('a"; filename="evil.exe', "a ; filename= evil.exe.mp4", "a ; filename= evil.exe.mp4"),
        ("x\r\nSet-Cookie: a=b", "x Set-Cookie a=b.mp4", "x Set-Cookie a=b.mp4"),
        ("\u202egpj.exe", "gpj.exe.mp4", "gpj.exe.mp4"),
        ("CON", "CON video.mp4", "CON video.mp4"),
        ("???", "fallback.mp4", "fallback.mp4"),
        ("A＂; b", "A ; b.mp4", "A＂; b.mp4"),  # NFKD makes an ASCII quote of a full-width one
        ("什么是黑洞？", "fallback.mp4", "什么是黑洞？.mp4"),
        ("24／7", "24 7.mp4", "24／7.mp4"),
        ("ＣＯＮ", "CON video.mp4", "ＣＯＮ.mp4"),
        ("-->", "fallback.mp4", "--.mp4"),
    ],
)
def test_file_names(topic: str, ascii_name: str, true_name: str) -> None:
    value = disposition(topic, fallback="fallback", suffix=".mp4")
    assert f'filename="{ascii_name}"' in value
    assert unquote(value.partition("UTF-8''")[2]) == true_name


@given(
    topic=st.text(
        st.characters(codec="utf-8") | st.sampled_from("＂／＼：％？＜＞｜＊"), min_size=1, max_size=500
    )
)
def test_no_topic_can_break_out_of_the_header(topic: str) -> None:
    value = disposition(topic, fallback="video", suffix=".mp4")
    assert value.isascii()
    assert value.isprintable()
    assert value.count('"') == 2
    assert len(unquote(value.partition("UTF-8''")[2]).encode()) <= 140
    assert "/" not in unquote(value)[len("attachment") :]
