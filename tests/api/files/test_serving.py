"""A stored file as an answer: status, headers and bytes of GET and HEAD, with a store in memory."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, timezone

import anyio
import pytest
from starlette.datastructures import Headers
from starlette.responses import Response, StreamingResponse

from api.files.serving import File, describe, respond
from api.problems import ApiProblem
from renderer.backends.storage.memory import MemoryStore
from renderer.contract.results import ResultFile

CONTENT = bytes(range(256)) * 300
KEY = "videos/one/1/video.mp4"
MADE = datetime(2026, 3, 10, 13, 30, 15, 999_999, tzinfo=timezone(timedelta(hours=2)))
LAST_MODIFIED = "Tue, 10 Mar 2026 11:30:15 GMT"
ETAG = f'"{hashlib.sha256(CONTENT).hexdigest()}"'


@dataclass(frozen=True)
class Shelf:
    """Holds a store under the name that services use."""

    store: MemoryStore = field(default_factory=MemoryStore)


@pytest.fixture
def shelf() -> Shelf:
    made = Shelf()
    made.store.put_bytes(KEY, CONTENT)
    return made


@pytest.fixture
def file() -> File:
    digest = hashlib.sha256(CONTENT).hexdigest()
    stored = ResultFile(key=KEY, size=len(CONTENT), sha256=digest, media_type="video/mp4")
    return File(stored=stored, name='attachment; filename="a.mp4"', modified=MADE)


def body(answer: Response) -> bytes:
    async def collected() -> bytes:
        assert isinstance(answer, StreamingResponse)
        parts = [part async for part in answer.body_iterator]
        return b"".join(part if isinstance(part, bytes) else bytes(part) for part in parts)  # type: ignore[arg-type]  # never text here

    return anyio.run(collected)


def asked(shelf: Shelf, file: File, *headers: tuple[str, str]) -> Response:
    raw = [(name.lower().encode(), value.encode("latin-1")) for name, value in headers]
    return respond(shelf, file, headers=Headers(raw=raw))


def test_the_whole_file_has_every_header(shelf: Shelf, file: File) -> None:
    answer = asked(shelf, file)
    assert answer.status_code == 200
    assert dict(answer.headers) == {
        "content-length": str(len(CONTENT)),
        "etag": ETAG,
        "last-modified": LAST_MODIFIED,
        "accept-ranges": "bytes",
        "content-disposition": 'attachment; filename="a.mp4"',
        "cache-control": "private, no-store",
        "content-type": "video/mp4",
    }
    assert body(answer) == CONTENT


def test_a_range_over_a_border_of_chunks_is_that_slice(shelf: Shelf, file: File) -> None:
    answer = asked(shelf, file, ("Range", "bytes=65530-65545"))
    assert (answer.status_code, answer.headers["content-range"]) == (206, "bytes 65530-65545/76800")
    assert answer.headers["content-length"] == "16"
    assert body(answer) == CONTENT[65530:65546]


@pytest.mark.parametrize("guard", [ETAG, LAST_MODIFIED])
def test_a_range_of_the_same_file_is_honoured(shelf: Shelf, file: File, guard: str) -> None:
    answer = asked(shelf, file, ("Range", "bytes=0-9"), ("If-Range", guard))
    assert (answer.status_code, body(answer)) == (206, CONTENT[:10])


@pytest.mark.parametrize("guard", ['"other"', f"W/{ETAG}", "Tue, 10 Mar 2026 11:30:14 GMT"])
def test_a_range_of_another_file_gets_the_whole_even_when_it_is_none(
    shelf: Shelf, file: File, guard: str
) -> None:
    for asked_range in ("bytes=0-9", "bytes=nonsense"):
        answer = asked(shelf, file, ("Range", asked_range), ("If-Range", guard))
        assert (answer.status_code, body(answer)) == (200, CONTENT)


def test_who_has_it_gets_no_byte_whatever_range_is_asked_for(shelf: Shelf, file: File) -> None:
    shelf.store.broken = True
    answer = asked(shelf, file, ("If-None-Match", ETAG), ("Range", "bytes=900000-"))
    assert (answer.status_code, answer.body) == (304, b"")
    assert dict(answer.headers) == {
        "etag": ETAG,
        "last-modified": LAST_MODIFIED,
        "cache-control": "private, no-store",
    }


def test_a_range_behind_the_end_is_refused_before_the_store_is_asked(shelf: Shelf, file: File) -> None:
    shelf.store.broken = True
    with pytest.raises(ApiProblem, match="invalid_range"):
        asked(shelf, file, ("Range", f"bytes={len(CONTENT)}-"))


def test_head_says_what_get_says_without_a_byte(shelf: Shelf, file: File) -> None:
    told = describe(shelf, file)
    assert (told.status_code, told.body) == (200, b"")
    assert dict(told.headers) == dict(asked(shelf, file).headers)


@pytest.mark.parametrize("trouble", ["away", "gone"])
def test_a_store_that_has_it_not_is_an_honest_answer(shelf: Shelf, file: File, trouble: str) -> None:
    if trouble == "away":
        shelf.store.broken = True
    else:
        shelf.store.delete(KEY)
    actions: tuple[Callable[[], Response], ...] = (lambda: asked(shelf, file), lambda: describe(shelf, file))
    for action in actions:
        with pytest.raises(ApiProblem) as caught:
            action()
        assert (caught.value.code, caught.value.headers) == ("service_unavailable", {"retry-after": "5"})


def test_head_of_a_file_that_was_cut_is_no_success(shelf: Shelf, file: File) -> None:
    shelf.store.delete(KEY)
    shelf.store.put_bytes(KEY, CONTENT[:-1])
    with pytest.raises(ApiProblem, match="service_unavailable"):
        describe(shelf, file)


def test_dates_are_whole_seconds_of_greenwich() -> None:
    stored = ResultFile(key=KEY, size=1, sha256="0" * 64, media_type="video/mp4")
    eve = datetime(2025, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC)
    assert File(stored=stored, name="x", modified=eve).last_modified == "Wed, 31 Dec 2025 23:59:59 GMT"
