"""From outside: the real command and real sockets, with a worker child that follows a script."""

from __future__ import annotations

import json
import time
import urllib.request
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from tests.api.harness import SIDECARS, Account, Service, film_order, fresh_key
from tests.api.listeners import listen
from tests.api.served import Served, new_account, serving

BASE = "/api/v1/long-form/videos"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("films")
    with serving(folder, new_account(folder)) as running:
        yield running


def order(served: Served, **changes: Any) -> dict[str, Any]:
    status, headers, body = served.call(
        "POST", BASE, film_order(**changes), **{"Idempotency-Key": fresh_key() + "-films"}
    )
    assert status == 202, body
    assert headers["location"] == body["links"]["self"]
    return dict(body)


def fetched(served: Served, url: str, **headers: str) -> bytes:
    given = {"Authorization": f"Bearer {served.credentials.key}"} | headers
    asked = urllib.request.Request(url, headers=given)  # noqa: S310 - our own service
    with urllib.request.urlopen(asked, timeout=10) as answer:  # noqa: S310 - as above
        return bytes(answer.read())


def test_order_poll_and_read_every_file(served: Served) -> None:
    body = order(served)
    done = served.wait_for(body["links"]["self"], "completed", "failed")
    assert (done["status"], done["title"]) == ("completed", "Rivers")
    assert done["script"]["adaptation"] == "paced"
    assert [chapter["title"] for chapter in done["output"]["chapters"]] == ["Banks", "Mouths"]
    links = done["links"]
    for link, name in (
        ("captions_srt", "captions.srt"),
        ("captions_vtt", "captions.vtt"),
        ("thumbnail", "thumbnail.jpg"),
    ):
        content = SIDECARS[name][1]
        assert fetched(served, links[link]) == content
        assert fetched(served, links[link], Range="bytes=5-8") == content[5:9]
    assert len(fetched(served, links["download"])) == 4_000_000
    assert served.call("GET", links["video"])[2]["workflow"] == "long_form"


def test_a_running_film_is_cancelled_within_seconds(served: Served) -> None:
    body = order(served, title="slow")
    served.wait_for(body["links"]["self"], "processing")
    began = time.monotonic()
    status, headers, told = served.call("POST", body["links"]["cancel"])
    assert (status, told["phase"], headers.get("retry-after")) == (200, "cancelling", "5"), told
    assert served.call("GET", "/api/v1/usage")[2]["meters"]["long_form"]["reserved"] == 0
    served.wait_for(body["links"]["self"], "cancelled")
    assert time.monotonic() - began < 10
    again = order(served)
    assert served.wait_for(again["links"]["self"], "completed", "failed")["status"] == "completed"


def test_the_longest_escaped_script_over_a_socket(account: Account, service: Service) -> None:
    """On both databases, what is read back is what was written."""
    body = json.dumps(film_order(script="\U0001f30a水" * 30_000)).encode()
    assert len(body) > 500_000
    headers = account.headers | {"Content-Type": "application/json", "Idempotency-Key": fresh_key()}
    with listen(service) as port:
        url = f"http://127.0.0.1:{port}{BASE}"
        answers = [
            httpx2.post(url, content=body + b" " * (size - len(body)), headers=headers, timeout=20)
            for size in (768 * 1024, 768 * 1024 + 1)
        ]
    assert [answer.status_code for answer in answers] == [202, 413]
    assert answers[0].json()["script"]["characters"] == 60_000
    service.services.dispatcher.run_once()
    (message,) = service.job_queue.messages
    assert message.order.private_texts[1] == "\U0001f30a水" * 30_000
