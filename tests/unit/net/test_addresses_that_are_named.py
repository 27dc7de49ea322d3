"""Addresses in a server's reply: followed where they lead somewhere, else a clear failure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from pydantic import SecretStr

import renderer.net.exchange
from renderer.errors import ClipwrightError
from renderer.net.addresses import allowed_address, is_public
from renderer.net.endpoint import Endpoint
from renderer.net.exchange import MOST_REDIRECTS
from renderer.net.http import HttpClient

KEY = "sk-very-secret"
Answer = Callable[[httpx.Request], httpx.Response]


@pytest.fixture
def asking(monkeypatch: pytest.MonkeyPatch) -> Callable[[Answer], tuple[HttpClient, list[httpx.Request]]]:
    """A client whose requests a function answers, and the list of what it asked."""

    def made(answer: Answer) -> tuple[HttpClient, list[httpx.Request]]:
        seen: list[httpx.Request] = []

        def answered(request: httpx.Request) -> httpx.Response:
            seen.append(request)
            return answer(request)

        def transport(**_: Any) -> httpx.MockTransport:
            return httpx.MockTransport(answered)

        monkeypatch.setattr(renderer.net.exchange, "GuardedTransport", transport)
        endpoint = Endpoint(
            provider="Pictures", base="https://api.example/v1", setting="CLIPWRIGHT_X", key=SecretStr(KEY)
        )
        return HttpClient(endpoint=endpoint), seen

    return made


def moved(target: str, status: int = 302) -> Answer:
    """Redirects the first request and answers the next."""

    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path == "/v1/start":
            return httpx.Response(status, headers=[(b"location", target.encode())])
        return httpx.Response(200, json={"at": str(request.url)})

    return answer


Asking = Callable[[Answer], tuple[HttpClient, list[httpx.Request]]]


@pytest.mark.parametrize(
    ("target", "reached"),
    [
        ("/v2/x", "https://api.example/v2/x"),
        ("next?page=2", "https://api.example/v1/next?page=2"),
        ("//cdn.example/x", "https://cdn.example/x"),
        ("https://cdn.example:8443/ü", "https://cdn.example:8443/%C3%BC"),
        ("https://bücher.example/", "https://xn--bcher-kva.example/"),
    ],
)
def test_an_address_is_followed_and_the_key_stays_at_home(asking: Asking, target: str, reached: str) -> None:
    client, seen = asking(moved(target))
    assert client.get("start").json("Pictures") == {"at": reached}
    at_home = seen[1].url.host == "api.example"
    assert [("authorization" in request.headers) for request in seen] == [True, at_home]


@pytest.mark.parametrize(
    "target",
    [
        "",
        "https://x.example:99999/",
        "https://x.example:-1/",
        "https://x.example:abc/",
        "https://[::1/",
        "https://xn--/",
        "https://\x00/",
        "http://x.example/",
        "ftp://x.example/",
        "file:///etc/passwd",
        "javascript:alert(1)",
    ],
)
def test_an_address_that_is_none_is_a_failure_of_the_provider(asking: Asking, target: str) -> None:
    client, seen = asking(moved(target))
    with pytest.raises(ClipwrightError) as caught:
        client.get("start")
    assert caught.value.code == "provider_failed"
    assert caught.value.sentence.startswith("Pictures")
    assert len(seen) == 1
    for secret in (KEY, "passwd", "alert"):
        assert secret not in caught.value.sentence


@pytest.mark.parametrize("address", ["https://x.example:99999/a", "https://xn--/a", "https://x.example:-1/a"])
def test_an_address_of_a_reply_that_is_none_is_one_as_well(asking: Asking, address: str) -> None:
    client, seen = asking(moved("/"))
    with pytest.raises(ClipwrightError) as caught:
        client.get(address)
    assert (caught.value.code, seen) == ("provider_failed", [])


@pytest.mark.parametrize(("status", "method", "body"), [
    (301, "POST", b'{"a":1}'), (302, "POST", b'{"a":1}'), (303, "GET", b""), (307, "POST", b'{"a":1}'),
    (308, "POST", b'{"a":1}'),
])  # fmt: skip
def test_what_is_bought_elsewhere_is_asked_in_the_same_words(
    asking: Asking, status: int, method: str, body: bytes
) -> None:
    client, seen = asking(moved("/v1/other", status))
    client.post("start", {"a": 1})
    assert (seen[1].method, seen[1].content) == (method, body)


def test_a_query_is_asked_once_and_not_again_where_it_leads(asking: Asking) -> None:
    client, seen = asking(moved("/v1/other?own=1"))
    client.get("start", query={"q": "bees & birds"})
    assert [str(request.url.query, "ascii") for request in seen] == ["q=bees+%26+birds", "own=1"]


def test_circles_end(asking: Asking) -> None:
    count = iter(range(100))
    client, seen = asking(lambda _: httpx.Response(302, headers={"location": f"/v1/{next(count)}"}))
    with pytest.raises(ClipwrightError, match="circles"):
        client.get("start")
    assert len(seen) == MOST_REDIRECTS + 1


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("8.8.8.8", True), ("2001:4860:4860::8888", True), ("64:ff9b::808:808", True),
        ("::ffff:8.8.8.8", True), ("10.1.2.3", False), ("127.0.0.1", False), ("169.254.169.254", False),
        ("100.64.0.1", False), ("::1", False), ("fe80::1%eth0", False), ("fc00::1", False),
        ("64:ff9b::a00:1", False), ("::ffff:10.0.0.1", False), ("2002:a00:1::", False),
        ("2001:db8::1", False),
        ("224.0.0.1", False), ("255.255.255.255", False), ("0.0.0.0", False), ("192.88.99.1", False),  # noqa: S104 - not bound
        ("localhost", False), ("", False), ("8.8.8.8.8", False),
    ],
)  # fmt: skip
def test_public_addresses_are_those_of_the_internet(address: str, *, public: bool) -> None:
    assert is_public(address) is public


def test_only_the_operators_own_origin_may_be_private() -> None:
    trusted = frozenset({("models.lan", 8080)})
    assert allowed_address("Models.LAN", 8080, trusted=trusted, found=["10.0.0.1"]) == "10.0.0.1"
    for host, port in (("models.lan", 8081), ("other.lan", 8080)):
        with pytest.raises(ClipwrightError, match=host):
            allowed_address(host, port, trusted=trusted, found=["10.0.0.1"])
    with pytest.raises(ClipwrightError, match=r"x\.example"):
        allowed_address("x.example", 443, trusted=trusted, found=["8.8.8.8", "10.0.0.1"])
    with pytest.raises(ClipwrightError, match=r"x\.example"):
        allowed_address("x.example", 443, trusted=trusted, found=[])
