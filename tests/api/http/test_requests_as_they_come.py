"""What the middleware knows of a request, what it makes of any error, and the settings commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from api.http.admission import RequestContext, as_problem
from api.http.rate_limit import RateState
from api.options import settings_with
from api.problems import KINDS, ApiProblem, kebab
from api.settings import ServiceSettings
from api.worker_counts import WorkerCounts
from renderer.errors import ClipwrightError


def context(path: str, raw: bytes | None = None, **scope: Any) -> RequestContext:
    return RequestContext({"type": "http", "path": path, "raw_path": raw, **scope})


@pytest.mark.parametrize(
    ("path", "is_api"),
    [
        ("/api/v1", True), ("/api/v1/", True), ("/api/v1/videos", True), ("/api/v1/no/such", True),
        ("/api/v2/videos", False), ("/api/v1x", False), ("/api", False), ("/docs", False), ("/", False),
        ("/internal/v1/jobs", False), ("//api/v1/videos", False),
    ],
)  # fmt: skip
def test_the_contract_is_about_what_lies_under_its_prefix(path: str, *, is_api: bool) -> None:
    assert context(path).is_api is is_api


@pytest.mark.parametrize(
    ("raw", "hidden"),
    [
        (b"/api/v1/videos/x", False), (b"/api/v1/videos/a%2fb", True), (b"/api/v1/videos/a%2Fb", True),
        (b"/api/v1/videos/%252f", False), (b"/api/v1/videos/%2e%2e", False), (b"/%2F", True),
    ],
)  # fmt: skip
def test_a_slash_that_hides_in_a_segment_is_seen(raw: bytes, *, hidden: bool) -> None:
    assert context("/x", raw).has_hidden_slash is hidden


def test_a_path_is_shown_as_it_came_and_in_ascii() -> None:
    assert context("/videos/é", b"/videos/%C3%A9").path == "/videos/%C3%A9"
    assert context("/videos/é").path == "/videos/\\xc3\\xa9"
    assert context("/x", b"/\xff").path == "/\\xff"


@pytest.mark.parametrize(
    ("client", "address"), [(("192.0.2.1", 1234), "192.0.2.1"), (["::1", 5], "::1"), (None, "")]
)
def test_a_peer_may_have_no_address(client: Any, address: str) -> None:
    assert context("/", client=client).address == address


def test_every_request_has_an_id_of_its_own() -> None:
    assert len({context("/").request_id for _ in range(50)}) == 50


def test_the_headers_of_a_rate_go_out_even_with_the_refusal() -> None:
    made = context("/api/v1/usage")
    made.limit(RateState(limit=2, requests=2, reset=7))
    assert made.headers == [
        (b"ratelimit-limit", b"2"), (b"ratelimit-remaining", b"0"), (b"ratelimit-reset", b"7")
    ]  # fmt: skip
    refused = context("/api/v1/usage")
    with pytest.raises(ApiProblem) as caught:
        refused.limit(RateState(limit=2, requests=3, reset=7))
    assert (caught.value.headers, refused.headers) == ({"retry-after": "7"}, made.headers)


LOST = OperationalError("SELECT secret", {}, Exception("secret"))


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (LOST, "service_unavailable"),
        (InterfaceError("SELECT secret", {}, Exception("secret")), "service_unavailable"),
        (PoolTimeout("secret"), "service_unavailable"),
        (ClipwrightError("storage_failed", reason="secret"), "service_unavailable"),
        (ClipwrightError("invalid_option", field="secret", reason="secret"), "internal_error"),
        (KeyError("secret"), "internal_error"),
        (RecursionError("secret"), "internal_error"),
    ],
)
def test_any_error_becomes_a_problem_that_tells_nothing_of_it(error: Exception, code: str) -> None:
    problem = as_problem(error)
    assert problem.code == code
    assert "secret" not in problem.detail + str(problem)
    assert problem.headers == ({"retry-after": "5"} if code == "service_unavailable" else {})


def test_a_problem_stays_what_it_is() -> None:
    problem = ApiProblem("invalid_range", content_range="bytes */9", retry_after="1")
    assert as_problem(problem) is problem
    assert problem.headers == {"content-range": "bytes */9", "retry-after": "1"}
    with pytest.raises(KeyError):
        ApiProblem("no_such_kind")
    assert len({kebab(code) for code in KINDS}) == len(KINDS)


def test_what_follows_from_a_folder_follows_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = ServiceSettings(data_dir=tmp_path / "a", public_url="https://x.example/")
    moved = settings_with(first, data_dir=tmp_path / "b", rate_limit=7)
    assert moved.database_url == f"sqlite:///{tmp_path}/b/clipwright.db"
    assert moved.storage_root == tmp_path / "b/objects"
    assert (moved.rate_limit, moved.public_url, moved.problem_base) == (
        7, "https://x.example", "https://x.example/problems"
    )  # fmt: skip
    same = settings_with(first, data_dir=None, public_url="https://y.example")
    assert (same.data_dir, same.internal_url) == (tmp_path / "a", "https://y.example")
    monkeypatch.setenv("CLIPWRIGHT_DATABASE_URL", "sqlite:///given.db")
    given = settings_with(ServiceSettings(), data_dir=tmp_path / "c")
    assert (given.database_url, given.storage_root) == ("sqlite:///given.db", tmp_path / "c/objects")


@pytest.mark.parametrize("secret", ["short", "a" * 64, "ab" * 32])
def test_a_secret_that_can_be_guessed_is_refused_and_never_quoted(secret: str) -> None:
    with pytest.raises(ClipwrightError) as caught:
        ServiceSettings.model_validate({"secret_key": secret})
    assert caught.value.code == "invalid_option"
    assert secret not in caught.value.sentence


def test_counts_of_an_earlier_life_are_forgotten_and_nothing_else_in_the_folder(tmp_path: Path) -> None:
    counts = WorkerCounts(tmp_path / "metrics")
    assert list(counts.collect()) == []
    counts.begin()
    assert list(counts.collect()) == []
    (tmp_path / "metrics/counter_1.db").write_bytes(b"")
    (tmp_path / "metrics/notes.txt").write_text("kept")
    counts.begin()
    assert [path.name for path in (tmp_path / "metrics").iterdir()] == ["notes.txt"]
