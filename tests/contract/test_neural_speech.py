from __future__ import annotations

import io
import json
import struct
import wave
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.backends.providers.prices import Prices
from renderer.backends.speech.base import Samples, Speech, SpeechEngine, TokenSpan
from renderer.backends.speech.choice import chosen_engine
from renderer.backends.speech.embedded.engine import EmbeddedEngine
from renderer.backends.speech.endpoint.openai_speech import OpenAISpeech
from renderer.backends.speech.endpoint.wav_answer import read_wav
from renderer.backends.speech.fake import FakeSpeech
from renderer.backends.speech.fallback import SpeechFallback
from renderer.backends.speech.finishing import LEVEL_DBFS, finished
from renderer.backends.speech.line_cache import CachedSpeech, _decoded, _encoded
from renderer.backends.speech.neural.kokoro import KokoroEngine
from renderer.backends.speech.neural.kokoro_styles import BlendedVoice
from renderer.backends.speech.neural.phoneme_times import spans_of_words
from renderer.backends.speech.neural.piper import PiperEngine
from renderer.backends.speech.voice_map import NEURAL_FOLDER, NeuralVoice, load_rows, load_table
from renderer.contract.vocabulary import Language, Voice
from renderer.core.script import Line, Token
from renderer.errors import ClipwrightError
from renderer.media.sources.sound_answer import decode_sound
from renderer.net.bounds import Bounds
from renderer.net.response_cache import FolderResponseCache
from renderer.text.lines import build_line
from tests.support.providers import moods
from tests.support.providers.clients import SECRET, http, policy
from tests.support.providers.moods import Mood
from tests.support.providers.server import ProviderServer, spoken_wav
from tests.support.speaking.voice_fixtures import HOP, build_kokoro, build_piper

TEXT = "The octopus has three hearts."
NARRATOR = Voice.WARM_STORYTELLER


def line_of(text: str = TEXT, language: Language = Language.EN, name: str = "l1") -> Line:
    return build_line(text, id=name, language=language)


def speak(engine: SpeechEngine, line: Line, language: Language = Language.EN) -> Speech:
    return engine.speak(line, language=language, voice=NARRATOR)


def failure(engine: SpeechEngine, line: Line, language: Language = Language.EN) -> ClipwrightError:
    with pytest.raises(ClipwrightError) as caught:
        speak(engine, line, language)
    assert SECRET not in caught.value.sentence
    return caught.value


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("models")
    build_piper(folder / "piper", "en_US-lessac-medium")
    build_piper(folder / "piper", "es_ES-davefx-medium", espeak="es", speakers=2)
    build_kokoro(folder / "kokoro")
    return folder


@pytest.fixture
def server() -> Iterator[ProviderServer]:
    with ProviderServer() as running:
        yield running


def remote(server: ProviderServer, *, prices: Prices | None = None) -> OpenAISpeech:
    return OpenAISpeech(
        client=http(server),
        model="test-voice",
        policy=policy(),
        prices=prices or Prices(),
        decode=decode_sound,
    )


ENGINES = ("piper", "kokoro", "openai", "cached", "in order", "embedded", "fake")


def engine_named(name: str, models: Path, server: ProviderServer, tmp_path: Path) -> SpeechEngine:
    cache = FolderResponseCache(tmp_path)
    engines: dict[str, SpeechEngine] = {
        "piper": PiperEngine(folder=models / "piper"),
        "kokoro": KokoroEngine(folder=models / "kokoro"),
        "openai": remote(server),
        "cached": CachedSpeech(engine=remote(server), cache=cache),
        "in order": SpeechFallback(
            engines=(CachedSpeech(engine=remote(server), cache=cache), EmbeddedEngine()), fallback=True
        ),
        "embedded": EmbeddedEngine(),
        "fake": FakeSpeech(),
    }
    return engines[name]


@pytest.mark.parametrize("name", ENGINES)
def test_every_engine_keeps_the_port(name: str, models: Path, server: ProviderServer, tmp_path: Path) -> None:
    engine = engine_named(name, models, server, tmp_path)
    line = line_of()
    speech = speak(engine, line)
    again = speak(engine, line)
    assert np.array_equal(speech.samples, again.samples)
    assert speech.spans == again.spans
    assert speech.samples.dtype == np.float32
    assert speech.samples.ndim == 1
    assert 0 < float(np.abs(speech.samples).max()) <= 1
    assert len(speech.samples) > 0.5 * speech.rate
    assert [span.token for span in speech.spans] in ([], list(range(len(line.tokens))))
    edges = [edge for span in speech.spans for edge in (span.start, span.end)]
    assert edges == sorted(edges)
    assert all(0 <= edge <= len(speech.samples) for edge in edges)
    assert engine.name
    assert engine.engine_for(Language.EN)
    assert engine.fingerprint == engine_named(name, models, server, tmp_path).fingerprint


def test_pipers_word_times_are_the_models_own_durations(models: Path) -> None:
    speech = speak(PiperEngine(folder=models / "piper"), line_of())
    assert len(speech.spans) == 5
    lengths = np.array([span.end - span.start for span in speech.spans])
    assert np.all(lengths % HOP <= round(0.001 * speech.rate))
    assert speech.rate == 22_050
    assert all(span.confidence > 0.9 for span in speech.spans)


def test_piper_keeps_both_sentences_of_a_line_on_one_clock(models: Path) -> None:
    speech = speak(PiperEngine(folder=models / "piper"), line_of("It swims. It stops."))
    assert len(speech.spans) == 4
    gap = speech.spans[2].start - speech.spans[1].end
    assert gap > 0.1 * speech.rate


def test_a_voice_with_several_speakers_is_driven_right(models: Path) -> None:
    speech = speak(PiperEngine(folder=models / "piper"), line_of("El mar es azul.", Language.ES), Language.ES)
    assert len(speech.spans) == 4


def test_kokoros_word_times_come_from_its_durations(models: Path) -> None:
    speech = speak(KokoroEngine(folder=models / "kokoro"), line_of())
    assert len(speech.spans) == 5
    assert speech.rate == 24_000


def test_a_kokoro_export_without_durations_leaves_times_to_an_aligner(tmp_path: Path) -> None:
    build_kokoro(tmp_path, durations=False)
    assert speak(KokoroEngine(folder=tmp_path), line_of()).spans == ()


def test_a_neural_voice_for_another_language_is_refused(models: Path) -> None:
    error = failure(PiperEngine(folder=models / "piper"), line_of("海は古い。", Language.JA), Language.JA)
    assert error.code == "voice_unavailable"
    assert "ja" in error.sentence
    error = failure(KokoroEngine(folder=models / "kokoro"), line_of("البحر", Language.AR), Language.AR)
    assert error.code == "voice_unavailable"


def test_a_voice_file_of_another_language_under_the_right_name_is_refused(tmp_path: Path) -> None:
    build_piper(tmp_path, "en_US-lessac-medium", espeak="de")
    error = failure(PiperEngine(folder=tmp_path), line_of())
    assert error.code == "model_invalid"
    assert "'de', not 'en'" in error.sentence


@pytest.mark.parametrize("damage", ["missing", "empty", "cut", "text", "no json", "bad json"])
def test_a_broken_voice_file_is_one_clear_sentence(tmp_path: Path, damage: str) -> None:
    path = build_piper(tmp_path, "en_US-lessac-medium")
    settings = Path(f"{path}.json")
    changes: dict[str, Callable[[], object]] = {
        "missing": path.unlink,
        "empty": lambda: path.write_bytes(b""),
        "cut": lambda: path.write_bytes(path.read_bytes()[:300]),
        "text": lambda: path.write_bytes(b"<html>not found</html>" * 50),
        "no json": settings.unlink,
        "bad json": lambda: settings.write_text("{"),
    }
    changes[damage]()
    error = failure(PiperEngine(folder=tmp_path), line_of())
    assert error.code == "model_invalid"
    assert "en_US-lessac-medium" in error.sentence
    assert str(tmp_path) not in error.sentence


def test_a_chinese_voice_that_would_fetch_its_reader_is_refused(tmp_path: Path) -> None:
    path = build_piper(tmp_path, "zh_CN-huayan-medium", espeak="cmn")
    engine = PiperEngine(folder=tmp_path)
    assert len(engine.speak(line_of("海很老。", Language.ZH), language=Language.ZH, voice=NARRATOR).samples)
    settings = Path(f"{path}.json")
    settings.write_text(json.dumps({**json.loads(settings.read_text("utf-8")), "phoneme_type": "pinyin"}))
    error = failure(PiperEngine(folder=tmp_path), line_of("海很老。", Language.ZH), Language.ZH)
    assert error.code == "model_invalid"
    assert "g2pW/g2pw.onnx" in error.sentence
    assert not (tmp_path / "g2pW").exists()


def test_double_brackets_are_text_and_no_phonemes(models: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("DEBUG", logger="piper.voice"):
        line = Line(id="l1", tokens=(Token(display="[[sea]]", spoken="[[sea]]"),))
        speak(PiperEngine(folder=models / "piper"), line)
    assert "text=[ [sea]]" in caplog.text


def test_arabic_is_given_its_vowels_and_spoken(tmp_path: Path) -> None:
    build_piper(tmp_path, "ar_JO-kareem-medium", espeak="ar")
    line = line_of("البحر قديم جدا.", Language.AR)
    speech = PiperEngine(folder=tmp_path).speak(line, language=Language.AR, voice=NARRATOR)
    assert len(speech.samples) > 0.3 * speech.rate


@pytest.mark.parametrize("precision", ["fp16", "int8"])
def test_kokoro_is_found_in_every_published_precision(tmp_path: Path, precision: str) -> None:
    path = build_kokoro(tmp_path)
    path.rename(tmp_path / f"kokoro-v1.0.{precision}.onnx")
    assert len(speak(KokoroEngine(folder=tmp_path), line_of()).spans) == 5


@pytest.mark.parametrize(("engine", "text"), [("piper", "…"), ("kokoro", "\u200b")])
def test_text_without_any_sound_is_one_clear_sentence(engine: str, text: str, models: Path) -> None:
    speaker: SpeechEngine = (
        PiperEngine(folder=models / "piper") if engine == "piper" else KokoroEngine(folder=models / "kokoro")
    )
    error = failure(speaker, Line(id="l7", tokens=(Token(display=text, spoken=text),)))
    assert error.code == "line_unspeakable"
    assert "l7" in error.sentence
    assert "write it out in words" in error.sentence


@pytest.mark.parametrize("damage", ["broken", "empty", "missing"])
def test_a_broken_kokoro_file_is_one_clear_sentence(tmp_path: Path, damage: str) -> None:
    path = build_kokoro(tmp_path)
    changes: dict[str, Callable[[], object]] = {
        "broken": lambda: path.write_bytes(b"broken" * 100),
        "empty": lambda: path.write_bytes(b""),
        "missing": path.unlink,
    }
    changes[damage]()
    assert failure(KokoroEngine(folder=tmp_path), line_of()).code == "model_invalid"


def test_the_speech_endpoint_is_asked_as_it_wants(server: ProviderServer) -> None:
    speech = speak(remote(server), line_of("It cost $4.2M."))
    request = server.seen[0].json
    assert request["input"] == "It cost four point two million dollars."
    assert (request["model"], request["voice"], request["response_format"]) == ("test-voice", "fable", "wav")
    assert request["speed"] == 0.97
    assert speech.spans == ()
    assert speech.rate == 24_000


BAD: list[tuple[str, Mood, str]] = [
    ("a page", moods.web_page(), "text/html"),
    ("an MP3", moods.dripping("audio/mpeg", pause=0, count=3, piece=b"ID3" * 100), "MP3"),
    ("no WAV", moods.dripping("audio/wav", pause=0, count=3, piece=b"XYZ" * 100), "no WAV"),
    ("a page", moods.dripping("text/html", pause=0, count=3, piece=b"<p>" * 100), "text/html"),
    ("a short WAV", moods.dripping("audio/wav", pause=0, count=1, piece=spoken_wav("x")[:44]), "silent"),
    ("an hour", moods.dripping("audio/wav", pause=0, count=1, piece=spoken_wav("x" * 700)), "plenty"),
    ("too many bytes", moods.huge("audio/wav", 40), "2 MB"),
]


@pytest.mark.parametrize(("mood", "words"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_answers_that_are_no_speech_are_refused(server: ProviderServer, mood: Mood, words: str) -> None:
    server.moods.append(mood)
    error = failure(remote(server), line_of())
    assert error.code == "provider_reply"
    assert words in error.sentence


def test_a_three_hour_answer_is_cut_off_at_the_bound() -> None:
    bounds = Bounds(connect=2, idle=1, total=5, body=3_000_000)
    with ProviderServer() as server:
        server.moods.append(moods.huge("audio/wav", 1000))
        engine = OpenAISpeech(client=http(server, bounds=bounds), model="m", policy=policy())
        assert "3 MB" in failure(engine, line_of()).sentence


@pytest.mark.parametrize(
    "mood", [moods.busy("3"), moods.status(502), moods.hung_up(), moods.truncated("audio/wav")]
)
def test_an_outage_is_waited_out(server: ProviderServer, mood: Mood) -> None:
    server.moods.append(mood)
    assert len(speak(remote(server), line_of()).samples)
    assert len(server.seen) == 2


def test_a_line_without_words_is_not_bought(server: ProviderServer) -> None:
    assert failure(remote(server), Line(id="l9", tokens=())).code == "line_unspeakable"
    assert not server.seen


def test_a_spoken_character_has_its_price(server: ProviderServer) -> None:
    engine = remote(server, prices=Prices(speech=Decimal(15)))
    speak(engine, line_of())
    assert engine.policy.budget.money == Decimal(15) * len(TEXT) / 1_000_000


def test_only_a_changed_line_is_spoken_again(server: ProviderServer, tmp_path: Path) -> None:
    def narrate(*texts: str) -> list[Speech]:
        engine = CachedSpeech(engine=remote(server), cache=FolderResponseCache(tmp_path))
        return [speak(engine, line_of(text, name=f"l{at}")) for at, text in enumerate(texts)]

    first = narrate("One fish.", "Two fish.", "Red fish.")
    second = narrate("One fish.", "Two cats.", "Red fish.")
    assert [one.json["input"] for one in server.seen] == ["One fish.", "Two fish.", "Red fish.", "Two cats."]
    assert np.array_equal(first[0].samples, second[0].samples)
    assert first[2].spans == second[2].spans


def test_another_voice_language_or_engine_is_another_line(server: ProviderServer, tmp_path: Path) -> None:
    cache = FolderResponseCache(tmp_path)
    engine = CachedSpeech(engine=remote(server), cache=cache)
    engine.speak(line_of(), language=Language.EN, voice=Voice.WARM_CALM)
    engine.speak(line_of(), language=Language.EN, voice=Voice.DEEP_DOCUMENTARY)
    engine.speak(line_of(), language=Language.DE, voice=Voice.WARM_CALM)
    other = OpenAISpeech(client=http(server), model="other", policy=policy())
    CachedSpeech(engine=other, cache=cache).speak(line_of(), language=Language.EN, voice=Voice.WARM_CALM)
    assert len(server.seen) == 4


def test_spans_survive_the_cache_exactly(models: Path, tmp_path: Path) -> None:
    engine = CachedSpeech(engine=PiperEngine(folder=models / "piper"), cache=FolderResponseCache(tmp_path))
    fresh, kept = speak(engine, line_of()), speak(engine, line_of())
    assert fresh.spans == kept.spans != ()
    assert fresh.rate == kept.rate


def test_one_narration_has_one_voice(server: ProviderServer, tmp_path: Path) -> None:
    server.moods.extend([lambda handler: server._proper(handler, server.seen[-1]), moods.status(401)])
    first = CachedSpeech(engine=remote(server), cache=FolderResponseCache(tmp_path))
    lines = [line_of("One fish."), line_of("Two fish."), line_of("Red fish.")]
    both = SpeechFallback(engines=(first, FakeSpeech()), fallback=True)
    chosen = chosen_engine(both, lines, language=Language.EN, voice=NARRATOR)
    assert chosen.engine.name == "fake"
    assert "CLIPWRIGHT_TEST_KEY" in chosen.notes[0]
    assert len(server.seen) == 2


def test_without_fallback_no_other_voice_speaks(server: ProviderServer) -> None:
    server.moods.append(moods.status(401))
    both = SpeechFallback(engines=(remote(server), FakeSpeech()), fallback=False)
    assert failure(both, line_of()).code == "provider_key"


def test_what_speech_notes_survives_the_cache() -> None:
    speech = Speech(samples=np.zeros(3, np.float32), rate=24_000, spans=(), notes=("a word is passed over",))
    assert _decoded(_encoded(speech)).notes == speech.notes


def test_a_pinned_model_file_with_other_bytes_is_never_loaded(tmp_path: Path) -> None:
    build_kokoro(tmp_path).rename(tmp_path / "kokoro-82m.int8.onnx")
    error = failure(KokoroEngine(folder=tmp_path), line_of())
    assert error.code == "model_invalid"
    assert "SHA-256 differs" in error.sentence


@pytest.mark.parametrize("engine", ["piper", "kokoro", "openai"])
def test_every_voice_id_is_mapped(engine: str) -> None:
    kind: type[NeuralVoice | BlendedVoice] = BlendedVoice if engine == "kokoro" else NeuralVoice
    table = load_rows(NEURAL_FOLDER / f"{engine}.toml", kind)
    assert set(table) == set(Voice)
    assert len({frozenset(map(str, rows)) for rows in table.values()}) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[warm-calm]\nen = { voice = "x y" }', "voice"),
        ('[warm-calm]\nen = { voice = "x", speed = 9 }', "speed"),
        ('[warm-calm]\nxx = { voice = "x" }', "xx"),
        ('[nobody]\nen = { voice = "x" }', "nobody"),
        ('[warm-calm]\nen = { voice = "x" }', "no entry"),
        ("[", "no TOML"),
    ],
)
def test_damaged_voice_tables_are_named(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "piper.toml"
    path.write_text(text)
    with pytest.raises(ClipwrightError) as caught:
        load_table(path)
    assert caught.value.code == "asset_invalid"
    assert words in caught.value.sentence


def tone(seconds: float, *, level: float = 0.3, rate: int = 24_000) -> Samples:
    wave_form = level * np.sin(2 * np.pi * 220 * np.arange(round(seconds * rate)) / rate)
    return wave_form.astype(np.float32)


@given(
    before=st.floats(0, 1),
    after=st.floats(0, 1),
    level=st.floats(0.001, 1.0),
    rate=st.sampled_from([8_000, 22_050, 24_000, 48_000]),
)
def test_silence_goes_levels_match_and_edges_do_not_click(
    before: float, after: float, level: float, rate: int
) -> None:
    voice = tone(0.5, level=level, rate=rate)
    pad = [np.zeros(round(seconds * rate), np.float32) for seconds in (before, after)]
    start = len(pad[0])
    spans = (TokenSpan(token=0, start=start, end=start + len(voice), confidence=1.0),)
    speech = finished(np.concatenate((pad[0], voice, pad[1])), rate, spans)
    assert len(speech.samples) <= 0.65 * rate
    kept = speech.samples[speech.spans[0].start : speech.spans[0].end]
    loudness = 20 * np.log10(np.sqrt(np.mean(np.square(kept, dtype=np.float64))))
    assert abs(loudness - LEVEL_DBFS) < 0.5
    assert abs(float(speech.samples[0])) < 0.001
    assert abs(float(speech.samples[-1])) < 0.001
    assert float(np.abs(speech.samples).max()) <= 10 ** (-1 / 20) + 1e-6


def test_silence_and_broken_numbers_come_back_empty() -> None:
    assert len(finished(np.zeros(1000, np.float32), 8000).samples) == 0
    assert len(finished(np.full(1000, np.nan, np.float32), 8000).samples) == 0
    assert len(finished(np.zeros(0, np.float32), 8000).samples) == 0


def test_words_that_do_not_match_give_no_spans() -> None:
    tokens = line_of().tokens
    assert spans_of_words([(0, 10)] * 4, tokens) == ()
    assert spans_of_words([(0, 10), (10, 10), (10, 30), (30, 40), (40, 50)], tokens) == ()
    assert len(spans_of_words([(0, 10), (10, 20), (20, 30), (30, 40), (40, 50)], tokens)) == 5


def test_a_figure_takes_all_the_words_it_is_read_as() -> None:
    tokens = line_of("It cost $4.2M.").tokens
    words = [(at * 10, at * 10 + 10) for at in range(7)]
    spans = spans_of_words(words, tokens)
    assert [(span.start, span.end) for span in spans] == [(0, 10), (10, 20), (20, 70)]


def wav(samples: np.ndarray, *, width: int, channels: int = 1, rate: int = 24_000) -> bytes:
    memory = io.BytesIO()
    with wave.open(memory, "wb") as out:
        out.setnchannels(channels)
        out.setsampwidth(width)
        out.setframerate(rate)
        out.writeframes(samples.tobytes())
    return memory.getvalue()


def test_waves_of_all_usual_kinds_are_read_alike() -> None:
    values = tone(0.1, level=0.5)
    sixteen = (values * 32767).astype("<i2")
    packed = (values * (2**23 - 1)).astype("<i4")
    thrice = np.frombuffer(packed.tobytes(), np.uint8).reshape(-1, 4)[:, :3].copy()
    stereo = np.repeat(sixteen[:, None], 2, axis=1).copy()
    floats = values.astype("<f4").tobytes()
    header = struct.pack(
        "<4sI4s4sIHHIIHH4sI",
        b"RIFF",
        36,
        b"WAVE",
        b"fmt ",
        16,
        3,
        1,
        24_000,
        96_000,
        4,
        32,
        b"data",
        len(floats),
    )
    for body in (
        wav(sixteen, width=2),
        wav(thrice, width=3),
        wav(stereo, width=2, channels=2),
        header + floats,
    ):
        samples, rate = read_wav(body)
        assert rate == 24_000
        assert np.allclose(samples, values, atol=1e-4)


@pytest.mark.parametrize("kind", ["h", "i", "f"])
def test_a_big_endian_wave_is_refused_by_that_name(kind: str) -> None:
    sound = (tone(0.1, level=0.5) * (1 if kind == "f" else 32767)).astype(f">{kind}").tobytes()
    size = struct.calcsize(kind)
    shape = struct.pack(">HHIIHH", 3 if kind == "f" else 1, 1, 24_000, 24_000 * size, size, 8 * size)
    chunks = b"fmt " + struct.pack(">I", len(shape)) + shape + b"data" + struct.pack(">I", len(sound)) + sound
    body = b"RIFX" + struct.pack(">I", 4 + len(chunks)) + b"WAVE" + chunks
    with pytest.raises(ValueError, match="big-endian"):
        read_wav(body)


@given(st.binary(max_size=200))
def test_no_bytes_break_the_wav_reader(body: bytes) -> None:
    for start in (b"", b"RIFF\0\0\0\0WAVE", b"RIFF\0\0\0\0WAVEfmt \x10\0\0\0"):
        try:
            samples, rate = read_wav(start + body)
        except ValueError:
            continue
        assert rate > 0
        assert samples.ndim == 1
