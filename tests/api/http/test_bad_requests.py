"""10,000 generated bad requests get only documented refusals, each a complete problem document."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from tests.api.harness import Account
from tests.api.http.bad_answers import Documented, answer, documented_statuses, judge, over_the_wire
from tests.api.http.bad_requests import World, bad_requests

IN_PROCESS, OVER_HTTP = 9_900, 100


@pytest.fixture
def world(caller: Account) -> World:
    finished = caller.new_video()
    caller.service.finish(finished)
    return World(key=caller.key, finished=finished, foreign=caller.service.account().new_video())


@pytest.fixture(scope="module")
def documented() -> Documented:
    return documented_statuses()


def test_9_900_in_process(caller: Account, world: World, documented: Documented) -> None:
    before = caller.usage()
    seen: Counter[int] = Counter()

    async def ask_all() -> None:
        for request in bad_requests(IN_PROCESS, seed=11, world=world):
            status, body = await answer(caller.service.client.app, request)
            judge(request, status, body, documented)
            seen[status] += 1

    asyncio.run(ask_all())
    assert seen.total() == IN_PROCESS
    assert set(seen) == {400, 401, 404, 405, 413, 415, 416}
    assert caller.usage()["videos"] == before["videos"]


def test_100_over_http(listening: int, world: World, documented: Documented) -> None:
    for request in bad_requests(OVER_HTTP, seed=12, world=world):
        status, body = over_the_wire(listening, request)
        judge(request, status, body, documented)
