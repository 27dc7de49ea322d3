from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from api.problems import KINDS
from api.videos import service
from renderer.logs import configure_logs
from tests.api.harness import Account, Service, fresh_key, problem

VIDEOS = "/api/v1/videos"


def post(caller: Account, content: bytes | Iterator[bytes], **headers: str) -> Any:
    given = {"Content-Type": "application/json", "Idempotency-Key": fresh_key()}
    return caller.service.client.post(
        VIDEOS,
        content=content,
        headers=caller.headers | given | {k.replace("_", "-"): v for k, v in headers.items()},
    )


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/nope",
        "/api/v1",
        "/api/v1/",
        "/api/v1/videos/",
        "/api/v1/videos/x/y/z",
        "/nope",
        "/internal/v1/x",
    ],
)
def test_unknown_routes(caller: Account, path: str) -> None:
    answer = caller.service.client.get(path, headers=caller.headers)
    problem(answer, 404, "not_found")
    assert ("ratelimit-limit" in answer.headers) == path.startswith("/api/v1")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("DELETE", "/videos", "GET"),
        ("PUT", "/videos", "GET"),
        ("HEAD", "/usage", "GET"),
        ("OPTIONS", "/videos", "GET"),
        ("POST", "/usage", "GET"),
        ("PATCH", "/videos/7/download", "GET"),
        ("BREW", "/videos", "GET"),
    ],
)
def test_wrong_methods(caller: Account, method: str, path: str, allowed: str) -> None:
    answer = caller.request(method, path)
    assert answer.status_code == 405
    assert allowed in answer.headers["allow"]
    assert "ratelimit-limit" in answer.headers
    if method == "HEAD":
        assert answer.content == b""
    else:
        problem(answer, 405, "method_not_allowed")


def test_allow_names_every_method_of_the_address(caller: Account) -> None:
    names = caller.request("PUT", "/videos").headers["allow"]
    assert {name.strip() for name in names.split(",")} == {"GET", "POST"}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"x"',
        b"\xff\xfe",
        b'{"topic": "\xff"}',
        b'\xef\xbb\xbf{"topic": "x"}',
        '{"topic": "x"}'.encode("utf-16"),
        '{"topic": "x"}'.encode("utf-32"),
        b'{"topic": NaN}',
        b'{"topic": Infinity}',
        b'{"topic": "x", "topic": "y"}',
        b'{"topic": "x", "captions": {"style": "ice", "style": "fire"}}',
        b'{"topic": "\\ud800"}',
        b'{"\\udfff": "x"}',
        b"[" * 30000,
        b'{"a":' * 6000,
        b'{"topic": ' + b"9" * 5000 + b"}",
        b'{"topic": "x"} {}',
        b"{'topic': 'x'}",
        b'{"topic": "a\nb"}',
        b"\0",
        b'{"topic": 1e999}',
    ],
)
def test_bodies_that_are_no_order(caller: Account, body: bytes) -> None:
    problem(post(caller, body), 400, "invalid_request")
    assert caller.usage()["outstanding_jobs"]["current"] == 0


def test_a_refusal_repeats_nothing_that_was_sent(caller: Account) -> None:
    answer = post(caller, b'{"topic": "x", "voice": "<script>alert(1)</script>", "<b>": 1}')
    assert "script" not in answer.text
    assert "<b>" not in answer.text


@pytest.mark.parametrize(
    "kind",
    [
        "",
        "text/plain",
        "application/problem+json",
        "application/jsonp",
        "application/json, text/plain",
        "application/x-www-form-urlencoded",
        "application/json; charset=utf-16",
        "*/*",
    ],
)
def test_wrong_content_types(caller: Account, kind: str) -> None:
    problem(post(caller, b'{"topic": "x"}', Content_Type=kind), 415, "unsupported_media_type")


def test_a_missing_content_type_and_a_compressed_body(caller: Account) -> None:
    headers = caller.headers | {"Idempotency-Key": fresh_key()}
    answer = caller.service.client.post(VIDEOS, content=b'{"topic": "x"}', headers=headers)
    problem(answer, 415, "unsupported_media_type")
    problem(post(caller, b"{}", Content_Encoding="gzip"), 415, "unsupported_media_type")


@pytest.mark.parametrize(
    "kind", ["application/json; charset=utf-8", "APPLICATION/JSON", 'application/json;charset="UTF-8"']
)
def test_right_content_types(caller: Account, kind: str) -> None:
    assert post(caller, b'{"topic": "x"}', Content_Type=kind).status_code == 202


def test_the_body_limit_is_exact(caller: Account) -> None:
    frame = b'{"topic": "x"%s}'
    fits = frame % (b" " * (32768 - len(frame) + 2))
    assert len(fits) == 32768
    assert post(caller, fits).status_code == 202
    problem(post(caller, fits + b" "), 413, "payload_too_large")


def test_a_body_of_undeclared_length_is_refused_while_it_arrives(caller: Account) -> None:
    taken = 0

    def endless() -> Iterator[bytes]:
        nonlocal taken
        for _ in range(40):
            taken += 1
            yield b" " * 1024

    problem(post(caller, endless()), 413, "payload_too_large")


@pytest.mark.parametrize(
    ("query", "code"),
    [
        (f"limit={each}", "invalid_request")
        for each in (
            "0",
            "101",
            "-1",
            "+5",
            "1_0",
            "%205",
            "5%20",
            "05",
            "1.0",
            "abc",
            "",
            "٥",
            "1e1",
            "0x10",
            "999999999999999999999",
        )
    ]
    + [
        ("status=done", "invalid_request"),
        ("status=", "invalid_request"),
        ("status=Queued", "invalid_request"),
        ("limit=1&limit=2", "invalid_request"),
        ("colour=red", "invalid_request"),
        ("cursor=", "invalid_cursor"),
        ("cursor=abc", "invalid_cursor"),
        ("cursor=" + "a" * 2049, "invalid_cursor"),
        ("cursor=%00", "invalid_cursor"),
    ],
)
def test_queries_out_of_form(caller: Account, query: str, code: str) -> None:
    problem(caller.get(f"/videos?{query}"), 400, code)


def test_the_last_resort_tells_nothing(caller: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    secret = "SELECT secret FROM /srv/place"

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError(secret)

    monkeypatch.setattr("api.accounts.routes.usage", broken)
    body = problem(caller.get("/usage"), 500, "internal_error")
    assert "secret" not in json.dumps(body)
    assert "ratelimit-limit" in caller.get("/usage").headers


def test_a_database_that_is_away_is_a_503(caller: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    host = "no route to host db-7"

    def away(*_: object, **__: object) -> None:
        raise OperationalError("", {}, ConnectionError(host))

    monkeypatch.setattr("api.accounts.routes.usage", away)
    answer = caller.get("/usage")
    assert "db-7" not in answer.text
    problem(answer, 503, "service_unavailable")
    assert answer.headers["retry-after"] == "5"


def test_every_request_has_an_id_of_ours(caller: Account) -> None:
    answer = caller.get("/usage", **{"X-Request-Id": "mine"})
    assert answer.headers["x-request-id"] != "mine"
    assert caller.get("/usage").headers["x-request-id"] != answer.headers["x-request-id"]


@pytest.mark.parametrize("code", sorted(KINDS))
def test_every_kind_of_problem_has_its_page(light: Service, code: str) -> None:
    page = light.client.get(f"/problems/{code.replace('_', '-')}")
    assert page.status_code == 200
    assert KINDS[code].title in page.text
    assert f"<code>{code}</code>" in page.text
    assert page.headers["content-type"].startswith("text/html")


def test_a_slow_body_times_out() -> None:
    import asyncio  # noqa: PLC0415 - only here

    from starlette.requests import Request  # noqa: PLC0415 - only here

    from api.http.request_body import BodyLimits, read_json  # noqa: PLC0415 - only here
    from api.problems import ApiProblem  # noqa: PLC0415 - only here

    async def drip() -> dict[str, Any]:
        await asyncio.sleep(0.02)
        return {"type": "http.request", "body": b" ", "more_body": True}

    scope = {
        "type": "http",
        "method": "POST",
        "path": "/",
        "headers": [(b"content-type", b"application/json")],
    }
    began = time.monotonic()
    with pytest.raises(ApiProblem) as caught:
        asyncio.run(read_json(Request(scope, drip), BodyLimits(size=100_000, seconds=0.1)))
    assert caught.value.code == "invalid_request"
    assert caught.value.headers == {"connection": "close"}
    assert time.monotonic() - began < 5


def test_an_error_that_quotes_the_order_is_logged_without_it(
    caller: Account, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exceptions of libraries quote their input; the search of the logs after every test would find it."""
    topic = "What my neighbour buried"

    def quote(*_: object, **__: object) -> None:
        quoted = f"{topic} {caller.key}"
        raise ValueError(quoted)

    monkeypatch.setattr(service, "create", quote)
    configure_logs("debug")
    problem(caller.create({"topic": topic}), 500, "internal_error")
    (line,) = [json.loads(line) for line in capsys.readouterr().err.splitlines() if '"unhandled"' in line]
    assert line["exception"][0]["type"] == "builtins.ValueError"
    assert topic not in json.dumps(line)
    assert caller.key not in json.dumps(line)
