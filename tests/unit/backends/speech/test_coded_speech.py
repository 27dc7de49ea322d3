"""Speech endpoints that answer with MP3, Opus, AAC or FLAC: real bytes over HTTP, decoded in a child."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest
from msgspec.structs import replace

from renderer.backends.speech.endpoint.coded_sound import coded_kind, no_decoder
from renderer.backends.speech.endpoint.openai_speech import OpenAISpeech
from renderer.contract.vocabulary import Language, Voice
from renderer.errors import ClipwrightError
from renderer.media.sources.sound_answer import decode_sound
from renderer.text.lines import build_line
from tests.support.providers import moods
from tests.support.providers.clients import http, policy
from tests.support.providers.server import VOICE_RATE, ProviderServer, coded_sound, spoken_wav

KINDS = ("mp3", "opus", "aac", "flac")
LINE = build_line("The octopus has three hearts.", id="l1", language=Language.EN)


@pytest.fixture
def server() -> Iterator[ProviderServer]:
    with ProviderServer() as running:
        yield running


def engine(server: ProviderServer, kind: str) -> OpenAISpeech:
    return OpenAISpeech(
        client=http(server), model="test-voice", policy=policy(), format=kind, decode=decode_sound
    )


@pytest.mark.parametrize("kind", KINDS)
def test_coded_speech_sounds_like_the_same_speech_as_wav(server: ProviderServer, kind: str) -> None:
    plain = engine(server, "wav").speak(LINE, language=Language.EN, voice=Voice.WARM_STORYTELLER)
    coded = engine(server, kind).speak(LINE, language=Language.EN, voice=Voice.WARM_STORYTELLER)
    assert server.seen[-1].json["response_format"] == kind
    assert len(coded.samples) / coded.rate == pytest.approx(len(plain.samples) / plain.rate, abs=0.06)
    middle = coded.samples[coded.rate // 2 : coded.rate]
    assert np.abs(np.fft.rfft(middle)).argmax() * 2 == pytest.approx(200, abs=2)
    loudness = np.sqrt((coded.samples**2).mean() / (plain.samples**2).mean())
    assert loudness == pytest.approx(1, abs=0.06)


def test_what_the_server_sends_counts_not_what_it_was_asked_for(server: ProviderServer) -> None:
    mp3 = coded_sound(spoken_wav("one two three four"), "mp3")
    server.moods.append(moods.dripping("audio/wav", pause=0, count=1, piece=mp3))
    speech = engine(server, "wav").speak(LINE, language=Language.EN, voice=Voice.WARM_STORYTELLER)
    assert len(speech.samples) > speech.rate / 2


def test_a_server_without_decoder_says_what_came(server: ProviderServer) -> None:
    deaf = replace(engine(server, "flac"), decode=no_decoder)
    with pytest.raises(ClipwrightError, match="flac, which nothing here decodes") as caught:
        deaf.speak(LINE, language=Language.EN, voice=Voice.WARM_STORYTELLER)
    assert caught.value.code == "provider_reply"


@pytest.mark.parametrize("kind", KINDS)
def test_damaged_sound_is_a_bad_reply_not_a_crash(kind: str) -> None:
    whole = coded_sound(spoken_wav("one two three"), kind)
    rng = random.Random(5)  # noqa: S311  # test data
    for body in (whole[:60], whole[:9] + rng.randbytes(3000)):
        try:
            samples, rate = decode_sound(body, kind=kind, longest_seconds=10)
        except ValueError as error:
            assert kind.upper() in str(error)  # noqa: PT017  # either end is right
        else:
            assert np.isfinite(samples).all()
            assert len(samples) < 11 * rate


def test_endless_sound_is_cut() -> None:
    flac = coded_sound(spoken_wav("x" * 4000), "flac")
    samples, rate = decode_sound(flac, kind="flac", longest_seconds=5)
    assert rate == VOICE_RATE
    assert len(samples) == 6 * rate


def test_kinds_are_told_by_their_first_bytes() -> None:
    wav = spoken_wav("one two three")
    assert {kind: coded_kind(coded_sound(wav, kind)) for kind in KINDS} == {kind: kind for kind in KINDS}
    assert [coded_kind(other) for other in (wav, b"", b"\xff", b"{}", b"OggS" + bytes(80))] == [""] * 5
