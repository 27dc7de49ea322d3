"""Generated bad requests to every Remix operation: documented refusals, nothing changed, nothing charged."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from tests.api.harness import Account, Service, make_service, make_settings
from tests.api.http.bad_answers import answer, documented_statuses, judge, over_the_wire
from tests.api.http.bad_remix_requests import OPERATIONS, RemixWorld, bad_remix_requests
from tests.api.remix_harness import RemixWorker, minutes, offset_of, open_upload, ready_project, shown

IN_PROCESS, OVER_HTTP = 4_000, 150


@pytest.fixture
def light(tmp_path: Path, sqlite_url: str) -> Service:
    """A service on SQLite that can translate, so that a request is not refused for want of a translator."""
    return make_service(make_settings(tmp_path, sqlite_url, chat_base_url="http://chat.invalid"))


@pytest.fixture
def world(light: Service, caller: Account) -> RemixWorld:
    worker, stranger = RemixWorker(light), light.account()
    ready = ready_project(caller, worker)
    return RemixWorld(
        key=caller.key,
        upload=open_upload(caller, 1000)["upload_id"],
        length=1000,
        project=ready["id"],
        revision=ready["revision"],
        foreign_upload=open_upload(stranger, 1000)["upload_id"],
        foreign_project=ready_project(stranger, worker)["id"],
    )


def check_untouched(caller: Account, world: RemixWorld, before: dict[str, object]) -> None:
    assert shown(caller, world.project) == before
    assert offset_of(caller, world.upload) == 0
    assert minutes(caller) == (2, 0, 118)


def test_4_000_in_process(caller: Account, world: RemixWorld) -> None:
    before, documented = shown(caller, world.project), documented_statuses()
    seen: Counter[int] = Counter()
    operations: set[tuple[str, str]] = set()

    async def ask_all() -> None:
        for request in bad_remix_requests(IN_PROCESS, seed=21, world=world):
            status, body = await answer(caller.service.client.app, request)
            judge(request, status, body, documented)
            seen[status] += 1
            operations.add((request.method, request.operation))

    asyncio.run(ask_all())
    assert seen.total() == IN_PROCESS
    assert set(seen) == {400, 401, 404, 405, 409, 413, 415, 416}
    assert operations >= set(OPERATIONS)
    check_untouched(caller, world, before)


def test_150_over_http(listening: int, caller: Account, world: RemixWorld) -> None:
    before, documented = shown(caller, world.project), documented_statuses()
    for request in bad_remix_requests(OVER_HTTP, seed=22, world=world):
        status, body = over_the_wire(listening, request)
        judge(request, status, body, documented)
    check_untouched(caller, world, before)
