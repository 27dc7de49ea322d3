from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from renderer.backends.speech.base import Samples
from renderer.backends.speech.embedded.espeak import EspeakEngine
from renderer.backends.transcription.base import RATE, ArraySource, Transcriber, Transcript
from renderer.backends.transcription.fake import FakeTranscriber
from renderer.backends.transcription.silence import WINDOW_SECONDS, passages, speech_ranges
from renderer.backends.transcription.whisper import WhisperTranscriber, device_for
from renderer.contract.vocabulary import Language, Voice
from renderer.errors import ClipwrightError
from renderer.text.lines import build_line
from tests.support.whisper_fixture import build_whisper

WORDS = ["The", "octopus", "has", "three", "hearts."]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_whisper(tmp_path_factory.mktemp("whisper") / "fixture", WORDS, language="pt")


@pytest.fixture(scope="module")
def speech() -> Samples:
    line = build_line("The octopus has three hearts.", id="l", language=Language.EN)
    said = EspeakEngine().speak(line, language=Language.EN, voice=Voice.WARM_STORYTELLER)
    import soxr  # noqa: PLC0415  heavy

    samples: Samples = np.asarray(soxr.resample(said.samples, said.rate, RATE), np.float32)
    return samples


class Heard:
    def __init__(self) -> None:
        self.steps: list[tuple[float, str]] = []

    def __call__(self, fraction: float, detail: str) -> None:
        self.steps.append((fraction, detail))


def transcribed(transcriber: Transcriber, samples: Samples, language: Language | None = None) -> Transcript:
    return transcriber.transcribe(ArraySource(samples), advance=Heard(), language=language)


@pytest.mark.parametrize("which", ["fake", "whisper"])
def test_every_transcriber_keeps_the_port(which: str, model: Path, speech: Samples) -> None:
    transcriber: Transcriber = FakeTranscriber() if which == "fake" else WhisperTranscriber(folder=model)
    heard = Heard()
    result = transcriber.transcribe(ArraySource(speech), advance=heard, language=Language.EN)
    assert result == transcribed(transcriber, speech, Language.EN)
    assert result.language == "en"
    assert result.duration == Fraction(len(speech), RATE)
    edges = [edge for word in result.words() for edge in (word.span.start, word.span.end)]
    assert edges
    assert edges == sorted(edges)
    assert 0 <= edges[0] <= edges[-1] <= result.duration
    assert all(0 <= word.confidence <= 1 and word.text for word in result.words())
    assert heard.steps[-1][0] == 1.0


def test_whisper_runs_through_detection_vad_and_word_times(model: Path, speech: Samples) -> None:
    silence = np.zeros(RATE, np.float32)
    result = transcribed(WhisperTranscriber(folder=model), np.concatenate((silence, speech, silence)))
    assert (result.language, result.certainty > 0.9) == ("pt", True)
    assert [word.text for word in result.words()] == WORDS
    starts = [float(word.span.start) for word in result.words()]
    # the fixture hears word n at 0.2 s + n x 0.4 s of its input, and the speech begins after one second
    # (the library shortens the first word where it seems too long)
    steps = np.diff(starts)[1:]
    assert 0.8 < starts[0] < 1.5
    assert np.all(np.abs(steps - 0.4) < 0.1)


def test_silence_gives_an_empty_transcript(model: Path) -> None:
    result = transcribed(WhisperTranscriber(folder=model), np.zeros(3 * RATE, np.float32))
    assert result.segments == ()


def test_ten_minutes_are_read_in_bounded_pieces(speech: Samples) -> None:
    class Long:
        largest = 0

        @property
        def samples(self) -> int:
            return 600 * RATE

        def read(self, start: int, count: int) -> Samples:
            self.largest = max(self.largest, count)
            count = min(count, self.samples - start)
            out = np.zeros(count, np.float32)
            period = 7 * RATE  # speech, then silence up to seven seconds
            for begin in range(-(start % period), count, period):
                piece = speech[max(0, -begin) : max(0, min(len(speech), count - begin))]
                out[max(0, begin) : max(0, begin) + len(piece)] = piece
            return out

    source = Long()
    found = list(passages(source))
    assert source.largest == WINDOW_SECONDS * RATE
    assert all(len(part.samples) <= WINDOW_SECONDS * RATE for part in found)
    assert sum(len(part.speech) for part in found) >= 85
    for part in found[:-1]:
        tail = part.samples[-RATE // 50 :]
        assert np.abs(tail).max() < 0.02, "a cut in the middle of speech"
    assert all(first.start + len(first.samples) <= second.start for first, second in pairwise(found))


def test_speech_without_a_pause_is_cut_at_its_quietest(
    speech: Samples, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("renderer.backends.transcription.silence.WINDOW_SECONDS", 15)
    voiced = speech[RATE // 5 : -RATE // 5]
    endless = np.tile(voiced, 40)
    monkeypatch.setattr(
        "renderer.backends.transcription.silence.speech_ranges", lambda samples: ((0, len(samples)),)
    )
    found = list(passages(ArraySource(endless)))
    assert sum(len(part.samples) for part in found) == len(endless)
    assert all(len(part.samples) > 4 * RATE for part in found[:-1])


def test_silero_finds_the_speech(speech: Samples) -> None:
    silence = np.zeros(2 * RATE, np.float32)
    ((first, last),) = speech_ranges(np.concatenate((silence, speech, silence)))
    assert 1.5 * RATE < first < 2.3 * RATE
    assert abs(last - (2 * RATE + len(speech))) < 0.5 * RATE


@pytest.mark.parametrize("name", ["model.bin", "config.json", "tokenizer.json"])
def test_a_missing_file_of_a_model_is_named(model: Path, tmp_path: Path, speech: Samples, name: str) -> None:
    copy = tmp_path / "broken"
    copy.mkdir()
    for path in model.iterdir():
        if path.name != name:
            (copy / path.name).write_bytes(path.read_bytes())
    with pytest.raises(ClipwrightError, match=name) as caught:
        transcribed(WhisperTranscriber(folder=copy), speech)
    assert caught.value.code == "model_invalid"


@pytest.mark.parametrize("name", ["model.bin", "tokenizer.json"])
def test_a_damaged_file_of_a_model_is_one_clear_sentence(
    model: Path, tmp_path: Path, speech: Samples, name: str
) -> None:
    copy = tmp_path / f"damaged-{name}"
    copy.mkdir()
    for path in model.iterdir():
        body = path.read_bytes()
        (copy / path.name).write_bytes(body[: len(body) // 2] if path.name == name else body)
    with pytest.raises(ClipwrightError) as caught:
        transcribed(WhisperTranscriber(folder=copy), speech)
    assert caught.value.code == "model_invalid"
    assert copy.name in caught.value.sentence
    assert str(tmp_path) not in caught.value.sentence


def test_a_model_that_hears_other_bands_than_it_would_be_given_is_refused(
    model: Path, tmp_path: Path, speech: Samples
) -> None:
    copy = tmp_path / "large"
    copy.mkdir()
    for path in model.iterdir():
        (copy / path.name).write_bytes(path.read_bytes())
    (copy / "preprocessor_config.json").write_text('{"feature_size": 128}')
    with pytest.raises(ClipwrightError, match=r"hears 80 bands, and preprocessor_config\.json") as caught:
        transcribed(WhisperTranscriber(folder=copy), speech)
    assert caught.value.code == "model_invalid"


def test_the_device_is_the_processor_where_there_is_no_gpu() -> None:
    assert device_for("cpu") == ("cpu", "int8")
    assert device_for("cuda") == ("cuda", "float16")
    assert device_for("auto") in {("cpu", "int8"), ("cuda", "float16")}
