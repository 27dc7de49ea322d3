"""A voice that no table lists is measured on the first lines it speaks; later scripts then fit."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from pydantic import SecretStr

from renderer.backends.speech.base import SpeechEngine
from renderer.backends.speech.endpoint.openai_speech import OpenAISpeech
from renderer.backends.speech.fallback import SpeechFallback
from renderer.backends.speech.line_cache import CachedSpeech
from renderer.backends.speech.neural.kokoro import KokoroEngine
from renderer.backends.speech.neural.piper import PiperEngine
from renderer.backends.speech.speaking_rate import MeasuredSpeakingRate, RateMeasuringSpeech
from renderer.backends.writing.base import Brief, ScriptWriter
from renderer.backends.writing.chat import ChatWriter
from renderer.backends.writing.paced import PacedWriter, _number
from renderer.contract.vocabulary import Language, VideoMode, Voice
from renderer.core.pauses import silences
from renderer.core.script import Line, spoken_text
from renderer.errors import ClipwrightError
from renderer.net.response_cache import FolderResponseCache
from renderer.text.lines import build_line
from renderer.voices.speaking_rate import BUNDLED, estimated_seconds
from renderer.worker.composition import engines as parts
from renderer.worker.composition.engine_settings import EngineSettings
from renderer.worker.composition.job_resources import engines_for_job
from tests.support.providers.clients import chat, http, policy
from tests.support.providers.scripts import SENTENCES, script
from tests.support.providers.server import ProviderServer
from tests.support.speaking.voice_fixtures import build_kokoro, build_piper

VOICE = Voice.WARM_STORYTELLER
FIRST = (
    "The octopus has three hearts, and two of them stop beating when it swims.",
    "That is why it prefers to crawl along the bottom of the sea.",
    "Its blue blood carries oxygen using copper instead of iron.",
    "It can squeeze through a hole no bigger than its eye.",
)
SECOND = (
    "Sharks were swimming in the sea long before the first trees grew on land.",
    "They have no bones at all, only soft and bending cartilage.",
)
LENGTH_SCALE = 0.7
"""Makes the stub voice speak ten characters a second, a third fewer than the bundled voices."""


@pytest.fixture
def server() -> Iterator[ProviderServer]:
    with ProviderServer(chat=lambda _request: script()) as running:
        yield running


def slow_piper(folder: Path) -> SpeechEngine:
    if not (folder / "piper").exists():
        path = build_piper(folder / "piper", "en_US-lessac-medium")
        settings = Path(f"{path}.json")
        config = json.loads(settings.read_text("utf-8"))
        config["inference"]["length_scale"] = LENGTH_SCALE
        settings.write_text(json.dumps(config), "utf-8")
    return PiperEngine(folder=folder / "piper")


def kokoro(folder: Path) -> SpeechEngine:
    if not (folder / "kokoro").exists():
        build_kokoro(folder / "kokoro")
    return KokoroEngine(folder=folder / "kokoro")


def lines_of(texts: Sequence[str]) -> list[Line]:
    return [build_line(text, id=f"l{at}", language=Language.EN) for at, text in enumerate(texts)]


def narrated(engine: SpeechEngine, texts: Sequence[str]) -> float:
    spoken = [engine.speak(line, language=Language.EN, voice=VOICE) for line in lines_of(texts)]
    return sum(len(speech.samples) / speech.rate for speech in spoken)


def timed(engine: SpeechEngine, folder: Path) -> RateMeasuringSpeech:
    kept = CachedSpeech(engine=engine, cache=FolderResponseCache(folder / "paid"))
    return RateMeasuringSpeech(engine=kept, notes=FolderResponseCache(folder / "measured"))


ENGINES: dict[str, Callable[[ProviderServer, Path], SpeechEngine]] = {
    "piper": lambda _server, folder: slow_piper(folder),
    "kokoro": lambda _server, folder: kokoro(folder),
    "openai": lambda server, _folder: OpenAISpeech(client=http(server), model="m", policy=policy()),
}


@pytest.mark.parametrize("name", ENGINES)
def test_the_second_narration_lasts_as_long_as_the_first_one_taught(
    name: str, server: ProviderServer, tmp_path: Path
) -> None:
    narrated(timed(ENGINES[name](server, tmp_path), tmp_path), FIRST)
    later = timed(ENGINES[name](server, tmp_path), tmp_path)
    real = narrated(later, SECOND)
    text = " ".join(map(spoken_text, lines_of(SECOND)))
    estimate = estimated_seconds(text, language=Language.EN, voice=VOICE, pace=later.pace)
    blind = estimated_seconds(text, language=Language.EN, voice=VOICE)
    assert estimate == pytest.approx(real, rel=0.1)
    assert abs(estimate - real) < 0.5 * abs(blind - real)


def test_a_few_words_are_no_measurement(tmp_path: Path) -> None:
    engine = timed(slow_piper(tmp_path), tmp_path)
    narrated(engine, FIRST[:1])
    assert not engine.pace.kept(language=Language.EN, voice=VOICE)
    narrated(engine, FIRST[:1])
    assert not engine.pace.kept(language=Language.EN, voice=VOICE), "the same line counted twice"
    narrated(engine, FIRST)
    assert engine.pace.kept(language=Language.EN, voice=VOICE)


def test_once_measured_a_pace_stays(tmp_path: Path) -> None:
    engine = timed(slow_piper(tmp_path), tmp_path)
    narrated(engine, FIRST)
    before = engine.pace.kept(language=Language.EN, voice=VOICE)
    narrated(timed(slow_piper(tmp_path), tmp_path), SECOND * 3)
    assert engine.pace.kept(language=Language.EN, voice=VOICE) == before


@pytest.mark.parametrize("seconds", [0.5, 1000.0])
def test_what_cannot_be_reading_is_no_measurement(tmp_path: Path, seconds: float) -> None:
    pace = MeasuredSpeakingRate(engine="e", notes=FolderResponseCache(tmp_path))
    pace.keep(characters=400, seconds=seconds, language=Language.EN, voice=VOICE)
    assert pace.characters_per_second(language=Language.EN, voice=VOICE) == BUNDLED.characters_per_second(
        language=Language.EN, voice=VOICE
    )


def test_voices_languages_and_engines_are_measured_apart(tmp_path: Path) -> None:
    pace = MeasuredSpeakingRate(engine="e", notes=FolderResponseCache(tmp_path))
    pace.keep(characters=400, seconds=40.0, language=Language.EN, voice=VOICE)
    assert pace.kept(language=Language.EN, voice=VOICE) == 10.0
    assert not pace.kept(language=Language.ES, voice=VOICE)
    assert not pace.kept(language=Language.EN, voice=Voice.WARM_CALM)
    assert not structs.replace(pace, engine="f").kept(language=Language.EN, voice=VOICE)


BRIEF = Brief(
    topic="The sea",
    mode=VideoMode.CLEAN_EDUCATIONAL,
    language=Language.EN,
    voice=VOICE,
    seconds=42.0,
    seed=1,
)


def paced(writer: ScriptWriter, engine: RateMeasuringSpeech) -> PacedWriter:
    return PacedWriter(writer=writer, pace=engine.pace, speaker=engine.fingerprint, notes=engine.notes)


def first_speaker(speech: SpeechEngine) -> SpeechEngine:
    return speech.engines[0] if isinstance(speech, SpeechFallback) else speech


def characters_asked(request: dict[str, Any]) -> int:
    system = request["messages"][0]["content"]
    return next(int(word) for word in system.split() if word.isdigit() and int(word) > 100)


def test_an_obedient_model_fills_the_wanted_time_once_the_voice_is_known(
    server: ProviderServer, tmp_path: Path
) -> None:
    server.chat = lambda request: script(lines=round(characters_asked(request) / len(SENTENCES[Language.EN])))
    engine = timed(slow_piper(tmp_path), tmp_path)
    lasted = []
    for number in range(2):
        writer = paced(ChatWriter(chat=chat(server)), engine)
        draft = writer.write(structs.replace(BRIEF, seed=number))
        texts = [sentence for scene in draft.scenes for sentence in scene.sentences]
        silent = sum(silences([(scene.role, scene.sentences) for scene in draft.scenes]))
        lasted.append(narrated(engine, texts) + float(silent))
    assert lasted[0] > 1.3 * BRIEF.seconds
    assert lasted[1] == pytest.approx(BRIEF.seconds, rel=0.12)
    assert len(server.seen) == 2, "no repair was needed"


def test_the_wiring_gives_the_writer_the_first_speakers_pace(server: ProviderServer, tmp_path: Path) -> None:
    settings = EngineSettings(
        speech_base_url=server.url, speech_key=SecretStr("k"), chat_base_url=server.url, chat_model="m"
    )
    job = engines_for_job(settings, workspace=tmp_path)
    writer = parts.writer(job)
    assert isinstance(writer, PacedWriter)
    before, pace = writer.fingerprint, writer.pace.characters_per_second(language=Language.EN, voice=VOICE)
    assert pace == BUNDLED.characters_per_second(language=Language.EN, voice=VOICE)
    narrated(parts.speech(job), FIRST)
    first = first_speaker(parts.speech(job))
    assert isinstance(first, RateMeasuringSpeech)
    measured = first.pace.kept(language=Language.EN, voice=VOICE)
    assert writer.pace.characters_per_second(language=Language.EN, voice=VOICE) == measured != pace
    assert writer.speaker.startswith(first.fingerprint)
    assert parts.writer(job).fingerprint == before


def test_a_job_that_goes_on_after_its_voice_was_measured_asks_for_the_same_script(
    server: ProviderServer, tmp_path: Path
) -> None:
    engine = timed(slow_piper(tmp_path), tmp_path)
    asked = []
    for _ in range(2):
        with suppress(ClipwrightError):  # once the voice is known, the script is too long for it
            paced(ChatWriter(chat=chat(server)), engine).write(BRIEF)
        asked.append(characters_asked(server.seen[-1].json))
        narrated(engine, FIRST)
    assert engine.pace.kept(language=Language.EN, voice=VOICE)
    assert asked[0] == asked[1]
    with suppress(ClipwrightError):
        paced(ChatWriter(chat=chat(server)), engine).write(structs.replace(BRIEF, topic="Another"))
    assert characters_asked(server.seen[-1].json) < 0.8 * asked[0]


@pytest.mark.parametrize("damage", [b"", b"x", b"nan", b"-5", b"inf"])
def test_a_damaged_note_is_measured_anew(damage: bytes) -> None:
    assert _number(damage) == 0.0


def test_bundled_voices_need_no_measuring(tmp_path: Path) -> None:
    writer = parts.writer(engines_for_job(EngineSettings(), workspace=tmp_path))
    assert not isinstance(writer, PacedWriter)
