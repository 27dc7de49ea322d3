"""One suite for every provider adapter: each way in which a server can misbehave, for each adapter.

An outage is waited out and the work is done; any other fault ends in one sentence that names the provider and
what to check. No sentence, log or note contains a key.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
import structlog
from pydantic import SecretStr

from renderer.backends.imagery.base import PictureShape
from renderer.backends.imagery.openai_images import OpenAIImages
from renderer.backends.imagery.pexels import Pexels
from renderer.backends.imagery.pixabay import Pixabay
from renderer.backends.imagery.stock import CallRate, StockClient
from renderer.backends.speech.endpoint.openai_speech import OpenAISpeech
from renderer.backends.translation.base import SourceLine
from renderer.backends.translation.chat import ChatTranslator
from renderer.backends.writing.base import Brief
from renderer.backends.writing.chat import ChatWriter
from renderer.clock import FakeClock
from renderer.contract.vocabulary import Language, VideoMode, Voice
from renderer.errors import ClipwrightError
from renderer.net.http import HttpClient
from renderer.net.policy import Policy
from renderer.net.response_cache import NoResponseCache
from renderer.text.lines import build_line
from tests.support.providers import moods
from tests.support.providers.clients import BOUNDS, SECRET, chat, endpoint, http, policy
from tests.support.providers.moods import Mood
from tests.support.providers.scripts import SENTENCES, script
from tests.support.providers.server import ProviderServer, candidate, photo

UPRIGHT = PictureShape(width=1080, height=1920)
BRIEF = Brief(
    topic="The sea",
    mode=VideoMode.CLEAN_EDUCATIONAL,
    language=Language.EN,
    voice=Voice.WARM_CALM,
    seconds=42.0,
    seed=1,
)


def answered(request: dict[str, Any]) -> str:
    if "lines" in request["messages"][1]["content"]:
        return f'{{"lines": ["{SENTENCES[Language.DE]}"]}}'
    return script(lines=8)


@pytest.fixture
def server() -> Iterator[ProviderServer]:
    with ProviderServer(chat=answered) as running:
        running.stock = [photo(running, number, "the sea") for number in (1, 2)]
        yield running


def written(server: ProviderServer, rules: Policy) -> object:
    return ChatWriter(chat=chat(server, rules=rules)).write(BRIEF)


def translated(server: ProviderServer, rules: Policy) -> object:
    lines = [SourceLine(text="The sea.", characters=200)]
    return ChatTranslator(chat=chat(server, rules=rules)).translate(
        lines, source=Language.EN, target=Language.DE
    )


def spoken(server: ProviderServer, rules: Policy) -> object:
    engine = OpenAISpeech(client=http(server), model="test-voice", policy=rules)
    line = build_line("The sea is old.", id="l1", language=Language.EN)
    return engine.speak(line, language=Language.EN, voice=Voice.WARM_CALM).samples.size


def made(server: ProviderServer, rules: Policy) -> object:
    source = OpenAIImages(client=http(server), model="test-image", policy=rules, cache=NoResponseCache())
    return source.fetch(source.search("the sea", language=Language.EN, shape=UPRIGHT)[0])


def stock(server: ProviderServer, rules: Policy) -> StockClient:
    return StockClient(
        client=HttpClient(endpoint=endpoint(server), bounds=BOUNDS),
        policy=rules,
        cache=NoResponseCache(),
        pace=CallRate(count=1000, seconds=1, waiting=FakeClock()),
    )


def found_by_pexels(server: ProviderServer, rules: Policy) -> object:
    return Pexels(stock=stock(server, rules)).search("sea", language=Language.EN, shape=UPRIGHT)


def found_by_pixabay(server: ProviderServer, rules: Policy) -> object:
    source = Pixabay(stock=stock(server, rules), key=SecretStr(SECRET))
    return source.search("sea", language=Language.EN, shape=UPRIGHT)


def fetched(server: ProviderServer, rules: Policy) -> object:
    wanted = candidate(f"{server.url}/files/1.png")
    return Pexels(stock=stock(server, rules)).fetch(wanted)


@dataclass(frozen=True, kw_only=True)
class Adapter:
    work: Callable[[ProviderServer, Policy], object]
    kind: str


ADAPTERS = {
    "writing": Adapter(work=written, kind="text/event-stream"),
    "translation": Adapter(work=translated, kind="text/event-stream"),
    "speech": Adapter(work=spoken, kind="audio/wav"),
    "images": Adapter(work=made, kind="application/json"),
    "pexels": Adapter(work=found_by_pexels, kind="application/json"),
    "pixabay": Adapter(work=found_by_pixabay, kind="application/json"),
    "stock file": Adapter(work=fetched, kind="image/png"),
}

OUTAGES: dict[str, tuple[Callable[[str], Mood], float]] = {
    "busy, with a time": (lambda _kind: moods.busy("7"), 7.0),
    "busy, without one": (lambda _kind: moods.status(429), 0.5),
    "overloaded": (lambda _kind: moods.status(529), 0.5),
    "500": (lambda _kind: moods.status(500), 0.5),
    "502 with a page": (lambda _kind: moods.status(502, b"<html>Bad gateway", Content_Type="text/html"), 0.5),
    "503, with a time": (lambda _kind: moods.status(503, Retry_After="4"), 4.0),
    "a hang-up": (lambda _kind: moods.hung_up(), 0.5),
    "a body cut off": (moods.truncated, 0.5),
    "silence": (lambda _kind: moods.silent(0.9), 0.5),
}

FAULTS: dict[str, tuple[Callable[[str], Mood], str, str]] = {
    "wrong key": (lambda _kind: moods.status(401), "provider_key", "check CLIPWRIGHT_TEST_KEY"),
    "forbidden": (lambda _kind: moods.status(403), "provider_key", "check CLIPWRIGHT_TEST_KEY"),
    "no such model": (
        lambda _kind: moods.status(404),
        "provider_refused",
        "look at CLIPWRIGHT_TEST_BASE_URL",
    ),
    "bad request": (lambda _kind: moods.status(422), "provider_refused", "status 422"),
    "40 MB": (lambda kind: moods.huge(kind, 40), "provider_reply", "larger than 2 MB"),
    "endless drip": (
        lambda kind: moods.dripping(kind, pause=0.2, count=40, piece=b": \n\n"),
        "provider_reply",
        "longer than 3 s",
    ),
}

PRIVATE = ("http://10.0.0.1/v1", "http://169.254.169.254/latest", "http://[::1]:9/x", "http://localhost:9/x")


def failed(server: ProviderServer, adapter: Adapter, rules: Policy | None = None) -> ClipwrightError:
    with pytest.raises(ClipwrightError) as caught:
        adapter.work(server, rules or policy())
    return caught.value


def judge(error: ClipwrightError, logs: str) -> None:
    """The error is one clear sentence; neither it, its causes nor the logs contain a secret."""
    assert error.sentence.startswith(("The test server ", "The address "))
    assert error.sentence.endswith(".")
    assert len(error.sentence) < 200
    behind: BaseException | None = error
    while behind:
        assert SECRET not in f"{behind} {behind!r}"
        behind = behind.__cause__
    assert SECRET not in logs


@pytest.mark.parametrize("name", ADAPTERS)
@pytest.mark.parametrize("outage", OUTAGES)
def test_every_adapter_waits_out_an_outage(server: ProviderServer, name: str, outage: str) -> None:
    adapter, (mood, wait) = ADAPTERS[name], OUTAGES[outage]
    server.moods.append(mood(adapter.kind))
    clock = FakeClock()
    assert adapter.work(server, policy(clock=clock))
    assert len(server.seen) == 2
    assert clock.elapsed >= wait


@pytest.mark.parametrize("name", ADAPTERS)
@pytest.mark.parametrize("fault", FAULTS)
def test_every_adapter_names_a_fault_that_waiting_cannot_mend(
    server: ProviderServer, name: str, fault: str, caplog: pytest.LogCaptureFixture
) -> None:
    adapter, (mood, code, words) = ADAPTERS[name], FAULTS[fault]
    server.moods.append(mood(adapter.kind))
    with caplog.at_level(logging.DEBUG), structlog.testing.capture_logs() as logs:
        error = failed(server, adapter)
    assert (error.code, words in error.sentence) == (code, True), error.sentence
    assert len(server.seen) == 1
    judge(error, caplog.text + str(logs))


@pytest.mark.parametrize("name", ADAPTERS)
def test_no_adapter_follows_a_redirect_to_a_private_address(server: ProviderServer, name: str) -> None:
    for target in PRIVATE:
        server.moods.append(moods.redirected(target, 307))
        error = failed(server, ADAPTERS[name])
        assert error.code in {"address_refused", "provider_refused"}
        assert not error.spec.retryable
        judge(error, "")
    assert len(server.seen) == len(PRIVATE)


@pytest.mark.parametrize("name", [name for name in ADAPTERS if name != "stock file"])
def test_every_adapter_calls_a_web_page_what_it_is(server: ProviderServer, name: str) -> None:
    server.moods.append(moods.web_page())
    error = failed(server, ADAPTERS[name])
    assert error.code == "provider_reply"
    assert "text/html" in error.sentence
    judge(error, "")


@pytest.mark.parametrize("name", ["images", "pexels", "pixabay"])
def test_json_that_is_cut_off_is_called_that(server: ProviderServer, name: str) -> None:
    server.moods.append(moods.cut_json())
    error = failed(server, ADAPTERS[name])
    assert (error.code, "cut off" in error.sentence) == ("provider_reply", True)
    judge(error, "")


@pytest.mark.parametrize("name", ADAPTERS)
def test_an_outage_that_lasts_ends_in_the_last_failure_and_then_in_rest(
    server: ProviderServer, name: str
) -> None:
    server.moods.extend([moods.status(500)] * 50)
    rules = policy()
    error = failed(server, ADAPTERS[name], rules)
    assert error.sentence == "The test server failed: status 500."
    assert len(server.seen) == 3
    failed(server, ADAPTERS[name], rules)
    error = failed(server, ADAPTERS[name], rules)
    assert error.code == "provider_resting"
    assert len(server.seen) == 5
    judge(error, "")
