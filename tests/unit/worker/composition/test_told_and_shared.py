"""Stand-ins as the doctor reports them, what machines share, and which models are installed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from renderer.backends.speech.neural import piper
from renderer.backends.speech.voice_map import load_table
from renderer.backends.storage.memory import MemoryStore
from renderer.contract.vocabulary import Language
from renderer.errors import ClipwrightError
from renderer.net.response_cache import ResponseCache
from renderer.runtime.retry import Retry
from renderer.runtime.shared_cache import NoSharedCache
from renderer.worker.composition import job_resources, model_folder
from renderer.worker.composition.engine_settings import EngineSettings
from renderer.worker.composition.job_resources import engines_for_job
from renderer.worker.composition.model_folder import ENGINES, SENTENCES, add_model, models_in
from renderer.worker.composition.shared_cache import open_shared_cache, shared_answers
from renderer.worker.job.shared_answers import SharedAnswers
from renderer.worker.job.sharing_beside import SharingBeside
from renderer.worker.settings import WorkerSettings
from renderer.worker.stand_ins import StandIns, stand_ins

SERVER = "http://127.0.0.1:9/v1"
CHAT = {"chat_base_url": SERVER, "chat_model": "big-model", "chat_key": SecretStr("k")}
SPEECH = {"speech_base_url": SERVER, "speech_key": SecretStr("k")}
STOCK = {"pexels_base_url": SERVER, "pexels_key": SecretStr("k")}


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    job_resources._breakers.cache_clear()
    for name in [name for name in os.environ if name.startswith("CLIPWRIGHT_")]:
        monkeypatch.delenv(name)


def told(tmp_path: Path, **changes: Any) -> StandIns:
    settings = EngineSettings(models=tmp_path / "none", **({"offline": True} | changes))
    return stand_ins(engines_for_job(settings, workspace=tmp_path))


def test_without_settings_what_is_bundled_does_it(tmp_path: Path) -> None:
    assert told(tmp_path) == StandIns(
        writing="jobs use lexicon; template stands in",
        speech="jobs use embedded and nothing else",
        pictures="painters paint everything",
    )


def test_wikipedia_stands_before_the_lexicon_where_it_may_be_asked(tmp_path: Path) -> None:
    assert told(tmp_path, offline=False).writing == (
        "jobs use wikipedia where it answers; lexicon, then template stands in"
    )


def test_what_is_set_up_comes_first(tmp_path: Path) -> None:
    found = told(tmp_path, **CHAT, **SPEECH, **STOCK)
    assert found.writing == "jobs use big-model; lexicon, then template stands in"
    assert found.speech == "jobs use gpt-4o-mini-tts; embedded stands in"
    assert found.pictures == "jobs ask pexels; painters stand in"


def test_without_fallback_nobody_may_stand_in(tmp_path: Path) -> None:
    found = told(tmp_path, fallback=False, **CHAT, **SPEECH, **STOCK)
    assert found.writing == "jobs use big-model; nobody may stand in"
    assert found.speech == "jobs use gpt-4o-mini-tts; nobody may stand in"
    assert found.pictures == "jobs ask pexels; painters may not stand in"


@pytest.mark.parametrize(
    ("writers", "sentence"),
    [
        ("template", "jobs use template and nothing else"),
        ("lexicon", "jobs use lexicon; nothing stands in"),
        ("lexicon, template", "jobs use lexicon; template stands in"),
    ],
)
def test_the_writers_that_were_named_are_told_and_no_other(
    tmp_path: Path, writers: str, sentence: str
) -> None:
    assert told(tmp_path, writers=writers).writing == sentence


@pytest.mark.parametrize(
    ("writers", "code"), [("chat", "provider_unconfigured"), ("wikipedia", "provider_unconfigured"),
                          ("encyclopaedia", "provider_unconfigured"), ("poet", "unknown_choice")]
)  # fmt: skip
def test_what_cannot_be_is_told_by_its_code(tmp_path: Path, writers: str, code: str) -> None:
    with pytest.raises(ClipwrightError) as caught:
        told(tmp_path, writers=writers)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("changes", "is_shared"),
    [({}, False), ({"s3_bucket": "b"}, True), ({"s3_bucket": "b", "share_results": False}, False)],
)
def test_results_and_paid_answers_are_shared_through_a_bucket_alone(
    tmp_path: Path, changes: dict[str, Any], *, is_shared: bool
) -> None:
    settings, store, retry = WorkerSettings(workspace=tmp_path, **changes), MemoryStore(), Retry()
    with open_shared_cache(settings, store, retry) as cache:
        assert isinstance(cache, SharingBeside if is_shared else NoSharedCache)
    answers = shared_answers(settings, store, retry)
    assert set(answers) == ({ResponseCache} if is_shared else set())
    if is_shared:
        first, second = (answers[ResponseCache]() for _ in range(2))
        assert isinstance(first, SharedAnswers)
        first.put("k" * 64, b"paid")
        assert second.get("k" * 64) == b"paid"
        assert list(store.keys("work/")), "another machine finds it in the bucket"


def touched(path: Path, size: int = 10) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(bytes(size))
    return path


def test_what_looks_like_a_model_is_listed_by_engine_and_name(tmp_path: Path) -> None:
    assert models_in(tmp_path) == []
    for name, size in (
        ("piper/zz.onnx", 7), ("piper/aa.onnx", 5), ("piper/aa.onnx.json", 3), ("piper/notes.txt", 9),
        ("whisper/small/model.bin", 100), ("whisper/small/config.json", 11), ("whisper/empty/config.json", 1),
        ("hibari/voice.onnx", 4),
    ):  # fmt: skip
        touched(tmp_path / name, size)
    found = models_in(tmp_path)
    assert [(one.engine, one.name, one.size) for one in found] == [
        ("hibari", "voice", 4), ("piper", "aa", 8), ("piper", "zz", 7), ("whisper", "small", 111)
    ]  # fmt: skip
    assert found[-1].serves == ("alignment", "transcription")
    assert found[1].serves == (), "no voice id speaks through a model of that name"


def test_a_known_piper_voice_says_whom_it_serves(tmp_path: Path) -> None:
    voice, table = next(iter(load_table(piper.TABLE).items()))
    language, one = next(iter(table.items()))
    touched(tmp_path / f"piper/{one.voice}.onnx")
    (found,) = models_in(tmp_path)
    assert f"{voice.value}/{language}" in found.serves


@pytest.mark.parametrize(
    ("engine", "name", "code"),
    [
        ("flute", "x.onnx", "unknown_choice"),
        ("piper", "x.onnx", "model_invalid"),
        ("whisper", "x", "model_invalid"),
    ],
)
def test_what_is_no_model_is_not_added_and_leaves_nothing(
    tmp_path: Path, engine: str, name: str, code: str
) -> None:
    touched(tmp_path / "from/x.onnx")
    (tmp_path / "from/x").mkdir()
    with pytest.raises(ClipwrightError) as caught:
        add_model(engine, tmp_path / "from" / name, tmp_path / "models")
    assert caught.value.code == code
    assert not list((tmp_path / "models").glob("**/*"))


def test_a_model_that_cannot_be_used_is_taken_away_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = touched(tmp_path / "from/aa.onnx")
    touched(tmp_path / "from/aa.onnx.json")
    with pytest.raises(ClipwrightError, match="no voice id uses it"):
        add_model("piper", source, tmp_path / "models")
    assert not list((tmp_path / "models").glob("**/*"))
    monkeypatch.setattr(model_folder, "check_model", lambda *_: "spoke")
    added = add_model("piper", source, tmp_path / "models")
    assert (added.engine, added.name, added.size) == ("piper", "aa", 20)
    assert sorted(path.name for path in (tmp_path / "models/piper").iterdir()) == ["aa.onnx", "aa.onnx.json"]


def test_every_language_has_a_sentence_to_prove_a_voice_with() -> None:
    assert set(SENTENCES) == set(Language)
    assert len(set(SENTENCES.values())) == len(Language)
    assert set(ENGINES) == {"piper", "kokoro", "whisper"}
