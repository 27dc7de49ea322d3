"""Creates whose process is killed (SIGKILL) at a seeded moment, then repeated; prints the answers.

Every request has a process of its own, forked from this one before it has opened any connection.
"""

from __future__ import annotations

import json
import logging
import os
import random
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import sqlalchemy as sa
import structlog
from starlette.testclient import TestClient

from tests.api.harness import Service, make_service, make_settings

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection
    from starlette.types import Message, Receive, Scope, Send

ROUNDS: Final = 12


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def before_the_commit(_: Service) -> None:
    def on_commit(_connection: Connection) -> None:
        die()

    sa.event.listen(sa.Engine, "commit", on_commit)


def after_the_commit(made: Service) -> None:
    write = made.services.database.write

    @contextmanager
    def deadly() -> Iterator[Connection]:
        with write() as connection:
            yield connection
        die()

    object.__setattr__(made.services.database, "write", deadly)


def before_the_answer(made: Service) -> None:
    _die_at(made, "http.response.start")


def within_the_answer(made: Service) -> None:
    _die_at(made, "http.response.body")


def _die_at(made: Service, kind: str) -> None:
    app = made.client.app

    async def deadly(scope: Scope, receive: Receive, send: Send) -> None:
        async def watched(message: Message) -> None:
            if message["type"] == kind:
                die()
            await send(message)

        await app(scope, receive, watched)

    made.client = TestClient(deadly)


MOMENTS: Final = (before_the_commit, after_the_commit, before_the_answer, within_the_answer)


def ordered(made: Service, key: str, idempotency_key: str) -> dict[str, Any]:
    answer = made.client.post(
        "/api/v1/videos",
        json={"topic": "Bees"},
        headers={"Authorization": f"Bearer {key}", "Idempotency-Key": idempotency_key},
    )
    replayed = "idempotent-replayed" in answer.headers
    return {"status": answer.status_code, "replayed": replayed, "body": answer.text}


def killed(moment: Callable[[Service], None], made: Service, *keys: str) -> dict[str, Any]:
    moment(made)
    return ordered(made, *keys)


def in_a_process(work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """The result of the work, or the signal that ended its process."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writer, json.dumps(work()).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        told = pipe.read()
    _, status = os.waitpid(child, 0)
    return dict(json.loads(told)) if told else {"signal": os.WTERMSIG(status)}


def main(url: str, folder: str, seed: str, *keys: str) -> None:
    chance = random.Random(seed)  # noqa: S311 - repeatable
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    made = make_service(make_settings(Path(folder), url))
    for number, key in enumerate(keys):
        moment, name = chance.choice(MOMENTS), f"killed-create-{number:06d}"
        first, again = partial(killed, moment, made, key, name), partial(ordered, made, key, name)
        answers = [in_a_process(work) for work in (first, again, again)]
        print(json.dumps({"moment": moment.__name__, "answers": answers}))  # noqa: T201 - the test reads it


if __name__ == "__main__":
    main(*sys.argv[1:])
