"""Answers that deviate from what was asked: understood where possible, else a failure of the provider."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from renderer.backends.imagery.base import PictureRequest, PictureShape
from renderer.backends.imagery.fallback import PictureFallback
from renderer.backends.imagery.openai_images import OpenAIImages
from renderer.backends.imagery.pexels import Pexels
from renderer.backends.imagery.stock import CallRate, StockClient
from renderer.backends.providers.chat import ChatMessage, Question
from renderer.backends.providers.chat_answer import MOST_CHARACTERS
from renderer.backends.speech.endpoint.openai_speech import OpenAISpeech
from renderer.clock import FakeClock
from renderer.contract.vocabulary import Language, Voice
from renderer.errors import ClipwrightError
from renderer.net.policy import Policy
from renderer.net.response_cache import NoResponseCache
from renderer.text.lines import build_line
from tests.support.providers import moods
from tests.support.providers.clients import chat, endpoint, http, policy
from tests.support.providers.moods import Mood
from tests.support.providers.server import ProviderServer, completion, photo

THRESHOLD = 5
SCENES = 16
UPRIGHT = PictureShape(width=1080, height=1920)
QUESTION = Question(messages=(ChatMessage(role="user", content="Say"),), schema_name="s", schema={})
NO_PICTURE = moods.status(200, b'{"data": []}')


@pytest.fixture
def server() -> Iterator[ProviderServer]:
    with ProviderServer(chat=lambda _request: '{"said": "Grüße, 世界"}') as running:
        yield running


def failure(server: ProviderServer) -> ClipwrightError:
    with pytest.raises(ClipwrightError) as caught:
        chat(server).ask(QUESTION)
    return caught.value


def test_a_chat_server_that_does_not_stream_is_understood(server: ProviderServer) -> None:
    server.streams = False
    assert chat(server).ask(QUESTION) == '{"said": "Grüße, 世界"}'
    assert server.seen[0].json["stream"] is True


def test_a_whole_answer_without_a_reason_for_its_end_has_ended(server: ProviderServer) -> None:
    body = json.dumps(completion("Done.", ending=None)).encode()
    server.moods.append(moods.status(200, body, Content_Type="application/json; charset=utf-8"))
    assert chat(server).ask(QUESTION) == "Done."


def events(*documents: str) -> Mood:
    """A whole event stream."""
    body = "".join(f"data: {document}\n\n" for document in (*documents, "[DONE]"))
    return moods.status(200, body.encode(), Content_Type="text/event-stream")


@pytest.mark.parametrize("last", ['{"delta": null, "finish_reason": "stop"}', '{"finish_reason": "stop"}'])
def test_the_last_chunk_may_come_without_text(server: ProviderServer, last: str) -> None:
    server.moods.append(
        events('{"choices": [{"delta": {"content": "Done."}}]}', f'{{"choices": [{last}]}}', "{}")
    )
    assert chat(server).ask(QUESTION) == "Done."


@pytest.mark.parametrize(
    "document",
    [
        "5",
        "null",
        "[1]",
        '{"choices": 5}',
        '{"choices": [5]}',
        '{"choices": {"a": 1}}',
        '{"choices": [{"delta": {"content": 5}, "finish_reason": "stop"}]}',
        '{"choices": [{"delta": {"content": ["a"]}, "finish_reason": "stop"}]}',
        '{"choices": [{"delta": {"content": "a", "refusal": 3}, "finish_reason": "stop"}]}',
        '{"choices": [{"delta": {"content": "a"}, "finish_reason": ["stop"]}]}',
        '{"choices": [{"delta": {"content": "\\ud800"}, "finish_reason": "stop"}]}',
        "[" * 100_000,
    ],
)
def test_chunks_of_another_shape_are_a_failure_of_the_provider(server: ProviderServer, document: str) -> None:
    """And no error of ours, with which no other provider would be asked."""
    server.moods.extend([events(document)] * 3)
    assert failure(server).code in {"provider_reply", "provider_failed"}


@pytest.mark.parametrize("base", ["http://a..b/v1", "http://xn--/v1"])
def test_a_base_address_that_is_not_valid_is_a_failure_of_the_provider(
    server: ProviderServer, base: str
) -> None:
    client = replace(chat(server), endpoint=endpoint(server, base=base))
    with pytest.raises(ClipwrightError) as caught:
        client.ask(QUESTION)
    assert caught.value.code == "provider_failed"
    assert "address that is not valid" in caught.value.sentence


@pytest.mark.parametrize(
    ("refusal", "ending", "code"),
    [("I will not", "stop", "provider_refused"), ("", "content_filter", "provider_refused"),
     ("", "length", "provider_reply")],
)  # fmt: skip
def test_refusals_and_cut_off_answers_are_told_apart_without_a_stream_too(
    server: ProviderServer, refusal: str, ending: str, code: str
) -> None:
    server.streams, server.refusal, server.finish = False, refusal, ending
    assert failure(server).code == code


OTHER_JSON = (
    b"",
    b"[]",
    b"{}",
    b'{"choices": []}',
    b'{"choices": [{"message": {"content": 5}}]}',
    b'{"choices": [{"me',
    b'{"error": {"message": "down"}}',
    json.dumps(completion(" ")).encode(),
    b"[" * 100_000,
    json.dumps(completion("x" * (MOST_CHARACTERS + 1))).encode(),
)


@pytest.mark.parametrize("number", range(len(OTHER_JSON)))
def test_other_json_is_an_unusable_answer(server: ProviderServer, number: int) -> None:
    server.moods.append(moods.status(200, OTHER_JSON[number]))
    assert failure(server).code == "provider_reply"


def images(server: ProviderServer, rules: Policy) -> PictureFallback:
    source = OpenAIImages(client=http(server), model="test-image", policy=rules, cache=NoResponseCache())
    return PictureFallback(sources=(source,))


def stock(server: ProviderServer, rules: Policy) -> PictureFallback:
    server.stock = [photo(server, number, "octopus reef") for number in range(SCENES)]
    pace = CallRate(count=1000, seconds=1, waiting=FakeClock())
    return PictureFallback(
        sources=(
            Pexels(stock=StockClient(client=http(server), policy=rules, cache=NoResponseCache(), pace=pace)),
        )
    )


@pytest.mark.parametrize("mood", [moods.web_page(), moods.cut_json(), NO_PICTURE])
def test_a_broken_image_server_is_left_alone_after_a_few_calls(
    server: ProviderServer, tmp_path: Path, mood: Mood
) -> None:
    server.moods.extend([mood] * 100)
    asked = [PictureRequest(scene=f"s{n}", phrases=(f"octopus {n}",), text="") for n in range(SCENES)]
    found = images(server, policy()).find(asked, language=Language.EN, shape=UPRIGHT, folder=tmp_path)
    assert not found.pictures
    assert len(server.paid()) == THRESHOLD
    assert any(f"failed {THRESHOLD} times in a row and is not asked again" in note for note in found.notes)


def test_pages_in_the_place_of_stock_pictures_trip_the_breaker(server: ProviderServer) -> None:
    rules = policy()
    (source,) = stock(server, rules).sources
    rows = source.search("octopus", language=Language.EN, shape=UPRIGHT)
    server.moods.extend([moods.web_page()] * 100)
    codes = []
    for row in rows[: THRESHOLD + 1]:
        with pytest.raises(ClipwrightError) as caught:
            source.fetch(row)
        codes.append(caught.value.code)
    assert codes == ["provider_reply"] * THRESHOLD + ["provider_resting"]


def test_sounds_that_are_none_trip_the_breaker(server: ProviderServer) -> None:
    engine = OpenAISpeech(client=http(server), model="m", policy=policy())
    line = build_line("One, two, three.", id="l1", language=Language.EN)
    server.moods.extend([moods.status(200, b"RIFF", Content_Type="audio/wav")] * 100)
    codes = []
    for _ in range(THRESHOLD + 1):
        with pytest.raises(ClipwrightError) as caught:
            engine.speak(line, language=Language.EN, voice=Voice.WARM_CALM)
        codes.append(caught.value.code)
    assert codes == ["provider_reply"] * THRESHOLD + ["provider_resting"]
    assert len(server.seen) == THRESHOLD


def test_refusals_and_bad_keys_are_answers_of_a_provider_that_works(server: ProviderServer) -> None:
    asked = chat(server, rules=policy())
    server.moods.extend([moods.declined(), moods.status(401)] * THRESHOLD)
    for _ in range(2 * THRESHOLD):
        with pytest.raises(ClipwrightError, match=r"declines|key") as caught:
            asked.ask(QUESTION)
        assert caught.value.code != "provider_resting"
    assert asked.ask(QUESTION)
