from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from renderer.backends.providers.chat import ChatMessage, Question
from renderer.clock import FakeClock
from renderer.errors import ClipwrightError
from renderer.net.addresses import allowed_address, is_public
from renderer.net.exchange import Exchange
from renderer.net.idempotency import Purchases
from renderer.net.policy import Breakers, Policy, RetryPolicy
from renderer.net.replies import LONGEST_WAIT, retry_after
from tests.support.providers import moods
from tests.support.providers.clients import SECRET, chat, endpoint, http, policy
from tests.support.providers.moods import Mood
from tests.support.providers.server import ProviderServer


@pytest.fixture
def server() -> Iterator[ProviderServer]:
    with ProviderServer() as running:
        yield running


def failure(action: Callable[[], object]) -> ClipwrightError:
    with pytest.raises(ClipwrightError) as caught:
        action()
    return caught.value


BAD: list[tuple[str, Mood, str, str]] = [
    ("a server error", moods.status(500), "provider_failed", "status 500"),
    ("busy", moods.busy("7"), "provider_busy", "7 s"),
    ("a wrong key", moods.status(401), "provider_key", "CLIPWRIGHT_TEST_KEY"),
    ("a missing model", moods.status(404), "provider_refused", "CLIPWRIGHT_TEST_BASE_URL"),
    ("a bad request", moods.status(422), "provider_refused", "422"),
    ("a web page", moods.web_page(), "provider_reply", "text/html"),
    ("cut JSON", moods.cut_json(), "provider_reply", "cut off"),
    ("a body that breaks off", moods.truncated(), "provider_failed", "broke off"),
    ("a hang-up", moods.hung_up(), "provider_failed", "broke off"),
    ("silence", moods.silent(1.2), "provider_failed", "in time"),
    ("40 MB of JSON", moods.huge("application/json", 40), "provider_reply", "2 MB"),
    (
        "an endless drip",
        moods.dripping("application/json", pause=0.1, count=60),
        "provider_reply",
        "longer than 3 s",
    ),
    (
        "headers without end",
        moods.dripping_headers(pause=0.1, count=60),
        "provider_reply",
        "longer than 3 s",
    ),
    (
        "hints without end",
        moods.dripping_headers(pause=0.1, count=60, first=b"", piece=b"HTTP/1.1 103 Early Hints\r\n\r\n"),
        "provider_reply",
        "longer than 3 s",
    ),
    ("compression", moods.compressed("gzip"), "provider_failed", "compressed"),
    ("a second coding", moods.compressed("identity", "gzip"), "provider_failed", "compressed"),
    ("two codings in one", moods.compressed("identity, gzip"), "provider_failed", "compressed"),
    ("a circle", moods.redirected("/v1/search"), "provider_failed", "redirects"),
]


@pytest.mark.parametrize(("mood", "code", "words"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_bad_answers_become_one_clear_sentence(
    server: ProviderServer, mood: Mood, code: str, words: str
) -> None:
    server.moods.append(mood)
    client = http(server)
    error = failure(lambda: client.get("/search").json("The test server"))
    assert error.code == code
    assert words in error.sentence
    assert error.sentence.startswith("The test server")
    assert SECRET not in error.sentence


@pytest.mark.parametrize(
    "target",
    [
        "http://127.0.0.1:1/x",
        "http://localhost:1/x",
        "http://10.0.0.8/x",
        "http://192.168.1.1/x",
        "http://169.254.169.254/latest/meta-data",
        "http://[::1]:1/x",
        "http://[::ffff:127.0.0.1]:1/x",
        "http://0.0.0.0:1/x",
    ],
)
def test_redirects_to_private_addresses_are_refused(server: ProviderServer, target: str) -> None:
    server.moods.append(moods.redirected(target))
    error = failure(lambda: http(server).get("/search"))
    assert error.code == "address_refused"
    assert len(server.seen) == 1


@pytest.mark.parametrize("target", ["file:///etc/passwd", "ftp://example.org/", ""])
def test_redirects_to_other_schemes_are_refused(server: ProviderServer, target: str) -> None:
    server.moods.append(moods.redirected(target))
    assert failure(lambda: http(server).get("/search")).code == "provider_failed"


def test_a_redirect_on_the_own_server_is_followed_and_a_303_becomes_get(server: ProviderServer) -> None:
    server.moods.append(moods.redirected("/v1/search", 303))
    assert http(server).post("/images/generations", {}).json("x") == {"photos": [], "hits": []}
    assert [one.method for one in server.seen] == ["POST", "GET"]


def test_the_key_goes_to_the_configured_origin_only(server: ProviderServer) -> None:
    client = http(server)
    client.get("/search")
    assert server.seen[0].headers["authorization"] == f"Bearer {SECRET}"
    exchange = Exchange(endpoint=client.endpoint, bounds=client.bounds)
    assert exchange._headers_for("http://other.example/x", "GET") == {"User-Agent": "clipwright"}


def test_the_key_is_in_no_log(server: ProviderServer, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        http(server).get("/search", query={"key": SECRET})
    assert server.seen[0].query["key"] == SECRET
    assert SECRET not in caplog.text
    assert SECRET not in repr(endpoint(server))


@pytest.mark.parametrize(
    "base", ["", "localhost:8000", "ftp://x/", "http://", "http://user:pass@x/", "http://x:99999"]
)
def test_an_address_that_is_none_names_its_setting(server: ProviderServer, base: str) -> None:
    error = failure(lambda: endpoint(server, base=base or "nothing").origin)
    assert error.code == "provider_unconfigured"
    assert "CLIPWRIGHT_TEST_BASE_URL" in error.sentence
    assert "pass" not in error.sentence


def test_a_host_that_does_not_exist_is_a_failure_of_the_provider(server: ProviderServer) -> None:
    error = failure(lambda: http(server).get("http://does-not-exist.invalid/"))
    assert error.code == "provider_failed"
    assert "reached" in error.sentence


def test_public_addresses_are_told_from_others() -> None:
    assert is_public("93.184.216.34")
    assert is_public("2606:2800:220:1:248:1893:25c8:1946")
    assert is_public("::ffff:93.184.216.34")
    assert is_public("64:ff9b::5db8:d822")
    for private in (
        "2002:7f00:1::1",  # 6to4 of 127.0.0.1
        "2002:c0a8:101::1",
        "2002:5db8:d822::1",
        "64:ff9b:1::5db8:d822",  # NAT64 of local use
        "64:ff9b:1:ffff:ffff:ffff:7f00:1",
        "::127.0.0.1",  # IPv4-compatible
        "::93.184.216.34",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::ffff:0:10.0.0.1",  # IPv4-translated, RFC 2765
        "fec0::1",  # site-local
        "feff::1",
        "2001:0:4136:e378:8000:63bf:3fff:fdd2",  # Teredo
        "2001:db8::1",
        "3fff::1",
        "192.0.2.1",
        "198.51.100.7",
        "203.0.113.9",
        "192.88.99.1",
        "240.0.0.1",
        "255.255.255.255",
        "169.254.169.254",
        "5f00::1",
        "::1",
        "::",
        "10.1.1.1",
        "100.64.0.1",
        "fe80::1%eth0",
        "fc00::1",
        "64:ff9b::7f00:1",
        "224.0.0.1",
        "no",
    ):
        assert not is_public(private)


def test_one_private_address_among_several_spoils_a_name() -> None:
    found = ("93.184.216.34", "10.0.0.1")
    with pytest.raises(ClipwrightError):
        allowed_address("mixed.example", 443, trusted=frozenset(), found=found)
    trusted = frozenset({("mixed.example", 443)})
    assert allowed_address("Mixed.example", 443, trusted=trusted, found=found) == found[0]


def test_a_name_with_several_addresses_is_reached_at_any_of_them(
    server: ProviderServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as `localhost` for a server that listens on IPv4 only, where IPv6 comes first."""
    monkeypatch.setattr("renderer.net.transport.resolve", lambda *_: ("::1", "127.0.0.2", "127.0.0.1"))
    server.moods.append(moods.status(200, b'{"found": 1}'))
    assert http(server).get("/search").json("The test server") == {"found": 1}


def test_a_name_with_no_address_that_answers_is_not_reached(
    server: ProviderServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("renderer.net.transport.resolve", lambda *_: ("::1", "127.0.0.2"))
    error = failure(lambda: http(server).get("/search"))
    assert "cannot be reached" in error.sentence


@given(st.text(max_size=40))
def test_retry_after_is_always_a_bearable_number(text: str) -> None:
    assert 0 <= retry_after({"retry-after": text}) <= LONGEST_WAIT


def test_retry_after_reads_seconds_and_dates() -> None:
    assert retry_after({"retry-after": "12"}) == 12
    assert retry_after({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}) == 0
    assert retry_after({"retry-after": "nan"}) == 0
    assert retry_after({}) == 0


class Flaky:
    """Fails `times` times with `code`, then succeeds."""

    def __init__(self, times: int, code: str = "provider_failed", **facts: object) -> None:
        self.left, self.calls, self.code, self.facts = times, 0, code, facts

    def __call__(self) -> str:
        self.calls += 1
        if self.left:
            self.left -= 1
            raise ClipwrightError(self.code, provider="p", reason="r", **self.facts)
        return "done"


def test_an_outage_is_tried_again_with_growing_jittered_pauses() -> None:
    clock = FakeClock()
    action = Flaky(2)
    assert policy(clock=clock).call("p", action) == "done"
    assert action.calls == 3
    assert 0.5 + 1.0 <= clock.elapsed <= 1.0 + 2.0


def test_what_the_server_asks_to_wait_is_waited() -> None:
    clock = FakeClock()
    policy(clock=clock).call("p", Flaky(1, "provider_busy", seconds=17, status=429))
    assert 17 <= clock.elapsed < 18


def test_a_server_that_asks_for_too_long_a_wait_is_given_up_at_once() -> None:
    clock = FakeClock()
    action = Flaky(9, "provider_busy", seconds=600, status=429)
    assert failure(lambda: policy(clock=clock).call("p", action)).code == "provider_busy"
    assert (action.calls, clock.elapsed) == (1, 0.0)


@pytest.mark.parametrize("code", ["provider_key", "provider_refused", "provider_reply"])
def test_what_waiting_cannot_mend_is_not_tried_again(code: str) -> None:
    action = Flaky(9, code, status=400, setting="s")
    assert failure(lambda: policy().call("p", action)).code == code
    assert action.calls == 1


def test_the_breaker_leaves_a_provider_alone_and_lets_one_call_try_later() -> None:
    clock = FakeClock()
    rules = policy(tries=1, clock=clock)
    down = Flaky(99)
    for _ in range(5):
        failure(lambda: rules.call("p", down))
    assert failure(lambda: rules.call("p", down)).code == "provider_resting"
    assert down.calls == 5
    assert rules.call("other", Flaky(0)) == "done"
    clock.elapsed += 61
    failure(lambda: rules.call("p", down))
    assert down.calls == 6
    assert failure(lambda: rules.call("p", down)).code == "provider_resting"
    clock.elapsed += 61
    assert rules.call("p", Flaky(0)) == "done"
    assert rules.call("p", Flaky(0)) == "done"


def test_a_budget_of_calls_counts_every_try() -> None:
    error = failure(lambda: policy(calls=2).call("p", Flaky(9)))
    assert error.code == "budget_spent"
    assert "CLIPWRIGHT_BUDGET_CALLS" in error.sentence


def test_a_budget_of_money_is_never_exceeded() -> None:
    rules = policy(money=Decimal("1.00"))
    for _ in range(3):
        rules.call("p", Flaky(0), cost=Decimal("0.30"))
    error = failure(lambda: rules.call("p", Flaky(0), cost=Decimal("0.30")))
    assert error.code == "budget_spent"
    assert "CLIPWRIGHT_BUDGET_MONEY" in error.sentence
    assert rules.budget.money == Decimal("0.90")


def test_a_budget_of_seconds_counts_waiting() -> None:
    clock = FakeClock()
    rules = policy(clock=clock)

    def slow() -> None:
        clock.elapsed += 600

    rules.call("p", slow)
    rules.call("p", slow)
    assert failure(lambda: rules.call("p", slow)).code == "budget_spent"


def test_the_same_seed_gives_the_same_pauses() -> None:
    def pauses() -> float:
        clock = FakeClock()
        failure(
            lambda: Policy(waiting=clock, tries=RetryPolicy(count=4), breakers=Breakers()).call("p", Flaky(9))
        )
        return clock.elapsed

    assert pauses() == pauses()


def test_a_slow_but_steady_answer_is_read_to_its_end(server: ProviderServer) -> None:
    server.moods.append(moods.dripping("application/json", pause=0.2, count=5, piece=b"1"))
    began = time.monotonic()
    assert http(server).get("/search").json("x") == 11111
    assert time.monotonic() - began < 3


def test_what_one_job_sends_again_names_the_same_purchase(server: ProviderServer) -> None:
    def sent(job: str, document: object) -> str:
        replace(http(server), purchases=Purchases(job)).post("/images/generations", document)
        return server.seen[-1].headers.get("idempotency-key", "")

    first = sent("a", {"prompt": "x"})
    assert len(first) == 64
    assert sent("a", {"prompt": "x"}) == first
    assert sent("a", {"prompt": "y"}) != first
    assert sent("b", {"prompt": "x"}) != first
    assert sent("", {"prompt": "x"}) == ""


def test_a_chat_question_that_a_job_asks_again_names_the_same_purchase(server: ProviderServer) -> None:
    server.chat = lambda _request: "yes"
    question = Question(messages=(ChatMessage(role="user", content="Well?"),), schema_name="x", schema={})
    for job in ("a", "a", "b"):
        assert replace(chat(server), purchases=Purchases(job)).ask(question) == "yes"
    keys = [one.headers["idempotency-key"] for one in server.seen]
    assert keys[0] == keys[1] != keys[2]
