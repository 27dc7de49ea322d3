from __future__ import annotations

import os
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest
from click.testing import CliRunner
from pydantic import SecretStr

from renderer.backends.alignment.fallback import AlignerFallback
from renderer.backends.imagery.base import NoPictures, PictureRequest, PictureShape
from renderer.backends.imagery.fallback import PictureFallback
from renderer.backends.speech.choice import chosen_engine
from renderer.backends.speech.embedded.engine import EmbeddedEngine
from renderer.backends.speech.fallback import SpeechFallback
from renderer.backends.speech.line_cache import CachedSpeech
from renderer.backends.speech.speaking_rate import RateMeasuringSpeech
from renderer.backends.translation.base import NoTranslator
from renderer.backends.translation.chat import ChatTranslator
from renderer.backends.writing.base import Brief
from renderer.backends.writing.chat import ChatWriter
from renderer.backends.writing.composed import ComposedWriter
from renderer.backends.writing.fallback import WriterFallback
from renderer.backends.writing.paced import PacedWriter
from renderer.backends.writing.template import TemplateWriter
from renderer.cli.models import models
from renderer.contract.vocabulary import Language, VideoMode, Voice
from renderer.errors import ClipwrightError
from renderer.text.lines import build_line
from renderer.worker.composition import engines as parts
from renderer.worker.composition import job_resources, perception, providers
from renderer.worker.composition.deep_checks import DEEP_CHECKS, probe_engines
from renderer.worker.composition.engine_settings import EngineSettings
from renderer.worker.composition.job_resources import Engines, engines_for_job
from tests.support.providers import moods
from tests.support.providers.clients import SECRET
from tests.support.providers.scripts import script
from tests.support.providers.server import ProviderServer, photo
from tests.support.speaking.voice_fixtures import build_kokoro, build_piper
from tests.support.whisper_fixture import build_whisper

BRIEF = Brief(
    topic="The sea",
    mode=VideoMode.CLEAN_EDUCATIONAL,
    language=Language.EN,
    voice=Voice.WARM_CALM,
    seconds=42.0,
    seed=1,
)


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    job_resources._breakers.cache_clear()
    providers._pace.cache_clear()
    for name in [name for name in os.environ if name.startswith("CLIPWRIGHT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("CLIPWRIGHT_MODELS", str(tmp_path / "no models"))


@pytest.fixture
def server() -> Iterator[ProviderServer]:
    with ProviderServer(chat=lambda _request: script()) as running:
        running.stock = [photo(running, 1, "the sea")]
        yield running


def everything(server: ProviderServer, **changes: object) -> EngineSettings:
    given: dict[str, object] = {
        "chat_base_url": server.url,
        "chat_model": "m",
        "chat_key": SecretStr(SECRET),
        "speech_base_url": server.url,
        "speech_key": SecretStr(SECRET),
        "image_base_url": server.url,
        "image_key": SecretStr(SECRET),
        "pexels_base_url": server.url,
        "pexels_key": SecretStr(SECRET),
        "pixabay_base_url": server.url,
        "pixabay_key": SecretStr(SECRET),
        "provider_tries": 1,
        "provider_idle_seconds": 2.0,
    }
    return EngineSettings(**(given | changes))  # type: ignore[arg-type]  # checked by pydantic


def job(settings: EngineSettings, folder: Path) -> Engines:
    return engines_for_job(settings, workspace=folder)


def test_without_settings_everything_is_embedded(tmp_path: Path) -> None:
    engines = job(EngineSettings(), tmp_path)
    writer = parts.writer(engines)
    assert isinstance(writer, ComposedWriter)
    assert writer.knowledge.name == "lexicon"
    assert isinstance(writer.otherwise, TemplateWriter)
    assert isinstance(parts.speech(engines), EmbeddedEngine)
    assert isinstance(parts.translator(engines), NoTranslator)
    assert isinstance(parts.pictures(engines), NoPictures)
    assert isinstance(perception.aligner(engines), AlignerFallback)
    with pytest.raises(ClipwrightError, match="CLIPWRIGHT_WHISPER_MODEL"):
        perception.transcriber(engines)


def test_what_is_set_up_is_used_with_the_embedded_engine_behind_it(
    server: ProviderServer, tmp_path: Path
) -> None:
    engines = job(everything(server), tmp_path)
    writer, speech, pictures = parts.writer(engines), parts.speech(engines), parts.pictures(engines)
    assert isinstance(writer, PacedWriter)
    assert isinstance(writer.writer, WriterFallback)
    assert isinstance(speech, SpeechFallback)
    assert isinstance(pictures, PictureFallback)
    assert isinstance(parts.translator(engines), ChatTranslator)
    assert [one.name for one in writer.writer.writers] == ["m", "knowledge"]
    assert [one.name for one in speech.engines] == ["gpt-4o-mini-tts", "embedded"]
    assert [one.name for one in pictures.sources] == ["pexels", "pixabay", "gpt-image-1"]
    assert SECRET not in writer.fingerprint + speech.fingerprint + pictures.fingerprint + repr(
        engines.settings
    )


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CLIPWRIGHT_WRITERS", "template")
    monkeypatch.setenv("CLIPWRIGHT_SPEAKERS", "kokoro, piper,embedded")
    monkeypatch.setenv("CLIPWRIGHT_BUDGET_MONEY", "1.25")
    monkeypatch.setenv("CLIPWRIGHT_CHAT_KEY", SECRET)
    settings = EngineSettings()
    speech = parts.speech(job(settings, tmp_path))
    assert isinstance(speech, SpeechFallback)
    assert [one.name for one in speech.engines] == ["kokoro", "piper", "embedded"]
    assert isinstance(speech.engines[0], CachedSpeech), "its pace is in its table"
    assert isinstance(speech.engines[1], RateMeasuringSpeech)
    assert isinstance(speech.engines[1].engine, CachedSpeech)
    assert settings.budget_money == Decimal("1.25")
    assert SECRET not in repr(settings)


@pytest.mark.parametrize(
    ("changes", "port", "words"),
    [
        ({"writers": "chat", "chat_base_url": ""}, "writer", "CLIPWRIGHT_CHAT_BASE_URL"),
        ({"chat_model": ""}, "writer", "CLIPWRIGHT_CHAT_MODEL"),
        (
            {"writers": "gpt"},
            "writer",
            "'gpt' does not exist; choose one of: chat, encyclopaedia, wikipedia, summaries, lexicon",
        ),
        (
            {"writers": " "},
            "writer",
            "choose one of: chat, encyclopaedia, wikipedia, summaries, lexicon, template",
        ),
        ({"speakers": ","}, "speech", "choose one of: openai, hibari, kokoro, piper, embedded"),
        ({"speakers": "openai", "speech_base_url": ""}, "speech", "CLIPWRIGHT_SPEECH_BASE_URL"),
        ({"pictures": "library"}, "pictures", "CLIPWRIGHT_PICTURE_LIBRARY"),
        ({"pictures": "pexels", "pexels_key": SecretStr("")}, "pictures", "CLIPWRIGHT_PEXELS_KEY"),
        ({"pictures": "pixabay", "pixabay_key": SecretStr("")}, "pictures", "CLIPWRIGHT_PIXABAY_KEY"),
        ({"pictures": "openai", "image_base_url": ""}, "pictures", "CLIPWRIGHT_IMAGE_BASE_URL"),
    ],
)
def test_what_is_missing_is_named_with_its_setting(
    server: ProviderServer, tmp_path: Path, changes: dict[str, object], port: str, words: str
) -> None:
    with pytest.raises(ClipwrightError) as caught:
        getattr(parts, port)(job(everything(server, **changes), tmp_path))
    assert words in caught.value.sentence


def test_with_everything_failing_and_fallback_all_is_made_and_said(
    server: ProviderServer, tmp_path: Path
) -> None:
    server.moods.extend([moods.status(500)] * 100)
    engines = job(everything(server), tmp_path)
    draft = parts.writer(engines).write(BRIEF)
    lines = [build_line("The sea is old.", id="l1", language=Language.EN)]
    chosen = chosen_engine(parts.speech(engines), lines, language=Language.EN, voice=Voice.WARM_CALM)
    request = PictureRequest(scene="s1", phrases=("sea",), text="")
    found = parts.pictures(engines).find(
        [request],
        language=Language.EN,
        shape=PictureShape(width=1080, height=1920),
        folder=tmp_path / "found",
    )
    assert draft.source == "lexicon"
    assert chosen.engine.name == "embedded"
    assert found.pictures == ()
    notes = [*draft.notes, *chosen.notes, *found.notes]
    assert [note.partition(":")[0] for note in notes] == ["script", *["speech"] * 2, *["pictures"] * 4]
    assert "robotic" in chosen.notes[-1]
    assert "painted" in notes[-1]
    assert all(SECRET not in note for note in notes)


def test_with_everything_failing_and_no_fallback_the_job_fails_clearly(
    server: ProviderServer, tmp_path: Path
) -> None:
    server.moods.extend([moods.status(500)] * 100)
    engines = job(everything(server, fallback=False), tmp_path)
    with pytest.raises(ClipwrightError, match="The chat endpoint failed: status 500"):
        parts.writer(engines).write(BRIEF)
    line = build_line("The sea is old.", id="l1", language=Language.EN)
    with pytest.raises(ClipwrightError, match="The speech endpoint failed: status 500"):
        chosen_engine(parts.speech(engines), [line], language=Language.EN, voice=Voice.WARM_CALM)


def test_breakers_are_shared_by_the_jobs_of_a_process_and_budgets_are_not(
    server: ProviderServer, tmp_path: Path
) -> None:
    settings = everything(server, breaker_failures=2, budget_calls=50)
    server.moods.extend([moods.status(500)] * 100)
    for _ in range(4):
        writer = ChatWriter(chat=providers.chat(job(settings, tmp_path)))
        with pytest.raises(ClipwrightError):
            writer.write(BRIEF)
    assert len(server.seen) == 2
    first, second = job(settings, tmp_path), job(settings, tmp_path)
    assert first.budget is not second.budget
    assert first.policy.breakers is second.policy.breakers


def test_deep_checks_prove_every_provider_by_a_real_call(server: ProviderServer, tmp_path: Path) -> None:
    build_piper(tmp_path / "piper", "en_US-lessac-medium")
    build_whisper(tmp_path / "whisper" / "tiny", ["Hello"])
    settings = everything(server, models=tmp_path, speakers="openai,piper,embedded", whisper_model="tiny")
    said = {name: check(probe_engines(settings)) for name, check in DEEP_CHECKS.items()}
    assert "answered" in said["chat"]
    assert said["speech"].count("spoke") == 3
    assert "piper spoke" in said["speech"]
    assert "loads and runs" in said["whisper"]
    assert "pexels: 1 found, png" in said["pictures"]
    assert "kept" in said["paid answers"]
    assert len(server.paid()) == 3


def test_deep_checks_name_what_is_broken(server: ProviderServer) -> None:
    server.moods.extend([moods.status(401)] * 10)
    settings = everything(server)
    for name in ("chat", "speech", "pictures"):
        with pytest.raises(ClipwrightError) as caught:
            DEEP_CHECKS[name](probe_engines(settings))
        assert caught.value.code == "provider_key"
        assert SECRET not in caught.value.sentence


def test_deep_checks_of_nothing_say_what_stands_in() -> None:
    engines = probe_engines(EngineSettings())
    assert "template writer" in DEEP_CHECKS["chat"](engines)
    assert "embedded spoke" in DEEP_CHECKS["speech"](engines)
    assert "DTW" in DEEP_CHECKS["whisper"](engines)
    assert "painters" in DEEP_CHECKS["pictures"](engines)


def ran(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(models, list(arguments))
    if isinstance(result.exception, ClipwrightError):
        return 2, result.exception.sentence
    return result.exit_code, result.output


def test_models_are_added_listed_and_checked(tmp_path: Path) -> None:
    source, folder = tmp_path / "in", str(tmp_path / "models")
    voice = build_piper(source, "en_US-lessac-medium")
    build_kokoro(source / "kokoro")
    build_whisper(source / "tiny", ["Hello"])
    assert ran("list", "--models", folder)[1].startswith("No models.")
    for engine, place in (("piper", voice), ("kokoro", source / "kokoro"), ("whisper", source / "tiny")):
        code, text = ran("add", engine, str(place), "--models", folder)
        assert (code, text.startswith(f"added {engine}/")) == (0, True), text
    listed = ran("list", "--models", folder)[1]
    assert "warm-storyteller/en" in listed
    assert len([row for row in listed.splitlines() if not row.startswith("pack")]) == 3
    code, text = ran("check", "--models", folder)
    assert code == 0
    assert text.count("ok ") == 3
    assert sorted(path.name for path in Path(folder).iterdir()) == ["kokoro", "piper", "whisper"]


def test_a_broken_model_is_not_let_in_and_is_named_when_it_breaks_later(tmp_path: Path) -> None:
    voice = build_piper(tmp_path / "in", "en_US-lessac-medium")
    folder = tmp_path / "models"
    assert ran("add", "piper", str(voice), "--models", str(folder))[0] == 0
    broken = build_piper(tmp_path / "bad", "en_US-ryan-high")
    broken.write_bytes(b"<html>" * 100)
    code, text = ran("add", "piper", str(broken), "--models", str(folder))
    assert code == 2
    assert "en_US-ryan-high" in text
    assert not (folder / "piper" / broken.name).exists()
    (folder / "piper" / voice.name).write_bytes(b"broken")
    code, text = ran("check", "--models", str(folder))
    assert code == 1
    assert "FAIL" in text


@pytest.mark.parametrize(
    ("engine", "words"), [("espeak", "choose one of: piper, kokoro, whisper"), ("whisper", "model.bin")]
)
def test_what_is_no_model_is_refused(tmp_path: Path, engine: str, words: str) -> None:
    (tmp_path / "x").mkdir()
    assert words in ran("add", engine, str(tmp_path / "x"), "--models", str(tmp_path / "models"))[1]
