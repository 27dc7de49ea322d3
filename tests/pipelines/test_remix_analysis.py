"""Analysis of an uploaded video: what is known about the clip comes out, whatever kind of file it is."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import av
import cv2
import numpy as np
import psutil
import pytest
import soxr

from pipelines.source.documents import SurveyedSource
from renderer.backends.speech.embedded.espeak import EspeakEngine
from renderer.backends.transcription.whisper import WhisperTranscriber
from renderer.contract.vocabulary import Language, Voice
from renderer.errors import ClipwrightError
from renderer.runtime.progress import NullObserver, RunEvent, StageAdvanced, StageDone
from renderer.text.lines import build_line
from tests.media.making import RATE, plain_clip, tone, write_wav
from tests.support.counted import counted_video
from tests.support.footage.analysed import FACE, TEXT, analysed, probed, run_on
from tests.support.footage.composed_video import Picture, texture
from tests.support.whisper_fixture import build_whisper

ROOT = Path(__file__).parents[2]
WIDTH, HEIGHT, FPS = 320, 180, 30


def pictures() -> list[Picture]:
    """Two shots of 2 s: a face moving to the right above text, then another ground, the face on the left."""
    rng = np.random.default_rng(1)
    frames = []
    for shot in range(2):
        ground = texture(rng, WIDTH, HEIGHT)
        for n in range(60):
            frame = ground.copy()
            x = 200 + n // 2 if shot == 0 else 40
            cv2.rectangle(frame, (x, 50), (x + 39, 89), FACE, -1)
            if shot == 0:
                cv2.rectangle(frame, (60, 150), (259, 165), TEXT, -1)
            frames.append(frame)
    return frames


def muxed(path: Path, frames: list[Picture], sounds: list[np.ndarray]) -> Path:
    """A file of pictures and sound tracks, each of shape (n, 2) at 48 kHz, as other programs write them."""
    silent = plain_clip(path.with_name("silent.mp4"), frames)
    with av.open(path, "w") as out, av.open(silent) as source:
        stream = out.add_stream_from_template(source.streams.video[0])
        tracks = [out.add_stream("aac", rate=RATE, layout="stereo") for _ in sounds]
        for packet in source.demux(video=0):
            if packet.dts is not None:
                packet.stream = stream
                out.mux(packet)
        for track, sound in zip(tracks, sounds, strict=True):
            for start in range(0, len(sound) - 1023, 1024):
                planar = np.ascontiguousarray(sound[start : start + 1024].T)
                frame = av.AudioFrame.from_ndarray(planar, format="fltp", layout="stereo")
                frame.sample_rate, frame.pts, frame.time_base = RATE, start, Fraction(1, RATE)
                out.mux(track.encode(frame))
            out.mux(track.encode(None))
    return path


def spoken() -> np.ndarray:
    """Speech-like sound from 0.5 s to 1.5 s and from 2.5 s to 3.5 s."""
    sound = np.zeros((4 * RATE, 2), np.float32)
    for start in (0.5, 2.5):
        first = int(start * RATE)
        sound[first : first + RATE] = tone(1, level_dbfs=-20)
    return sound


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return muxed(tmp_path_factory.mktemp("clip") / "clip.mp4", pictures(), [spoken()])


def test_everything_known_about_a_clip_is_found(clip: Path, tmp_path: Path) -> None:
    found = analysed(clip, tmp_path)
    assert (found.source.width, found.source.height, found.source.frame_rate) == (WIDTH, HEIGHT, FPS)
    assert found.source.duration_seconds == pytest.approx(4.0, abs=0.001)
    assert found.source.has_audio
    assert [(shot.start_ms, shot.end_ms) for shot in found.shots] == [(0, 2000), (2000, 4000)]
    assert [shot.subject for shot in found.shots] == ["face", "face"]
    assert found.shots[0].path[0].x == pytest.approx(220 / WIDTH, abs=0.05)
    assert found.shots[0].path[-1].x == pytest.approx(250 / WIDTH, abs=0.05)
    assert found.shots[1].path[0].x == pytest.approx(60 / WIDTH, abs=0.02)
    kinds = {box.kind for box in found.occupied}
    assert kinds == {"face", "text"}
    assert max(box.end_ms for box in found.occupied if box.kind == "text") <= 2600
    assert found.loudness_lufs == pytest.approx(-20.5, abs=1)
    edges = [edge for span in found.speech for edge in (span.start_ms, span.end_ms)]
    assert edges == pytest.approx([500, 1500, 2500, 3500], abs=40)
    assert (found.engine, found.language) == ("fake", "en")
    assert [word.text for part in found.transcript for word in part.words] == ["word1", "word2"]
    assert [cue.text for cue in found.captions.cues] == ["word1", "word2"]
    assert found.captions.cues[1].start_ms == pytest.approx(2500, abs=40)


def test_the_thumbnail_is_the_whole_picture(clip: Path, tmp_path: Path) -> None:
    analysed(clip, tmp_path)
    picture = cv2.imread(str(tmp_path / "analyse.jpg"))
    assert picture is not None
    assert picture.shape == (HEIGHT, WIDTH, 3)
    assert (np.abs(picture[:, :, ::-1].astype(int) - FACE).max(axis=2) < 40).sum() > 1200, "it has the face"


def test_without_a_model_nobody_transcribes_and_that_is_said(clip: Path, tmp_path: Path) -> None:
    found = analysed(clip, tmp_path, hears=False)
    assert (found.engine, found.language, found.transcript, found.captions.cues) == ("none", None, (), ())
    assert len(found.shots) == 2
    assert len(found.speech) == 2


def test_a_clip_without_sound_has_neither_loudness_nor_speech(tmp_path: Path) -> None:
    found = analysed(muxed(tmp_path / "a.mp4", pictures(), []), tmp_path)
    assert (found.source.has_audio, found.loudness_lufs, found.speech, found.engine) == (
        False,
        None,
        (),
        "none",
    )
    assert len(found.shots) == 2


def test_silence_is_sound_without_loudness(tmp_path: Path) -> None:
    silence = np.zeros((4 * RATE, 2), np.float32)
    found = analysed(muxed(tmp_path / "a.mp4", pictures(), [silence]), tmp_path)
    assert (found.source.has_audio, found.loudness_lufs, found.speech) == (True, None, ())


def test_of_several_tracks_the_first_is_heard(tmp_path: Path) -> None:
    silence = np.zeros((4 * RATE, 2), np.float32)
    found = analysed(muxed(tmp_path / "a.mp4", pictures(), [spoken(), silence]), tmp_path)
    assert len(found.speech) == 2
    other = analysed(muxed(tmp_path / "b.mp4", pictures(), [silence, spoken()]), tmp_path / "b")
    assert other.speech == ()


def broken_tracks(path: Path) -> Path:
    """A video whose first sound track is noise instead of packets, and whose second is whole."""
    muxed(path, pictures(), [spoken(), spoken()])
    with av.open(path) as container:
        places = [
            (packet.pos, packet.size)
            for packet in container.demux(container.streams.audio[0])
            if packet.size and packet.pos is not None
        ]
    data = bytearray(path.read_bytes())
    for place, size in places:
        data[place : place + size] = b"\xff" * size
    path.write_bytes(data)
    return path


def test_a_track_that_does_not_decode_is_passed_over(tmp_path: Path) -> None:
    outcome = run_on(broken_tracks(tmp_path / "a.mp4"), tmp_path, operation="probe")
    source: SurveyedSource = outcome.documents[SurveyedSource]
    assert source.sound is not None
    assert source.sound.stream == source.facts.audio[1].stream


def strange_file(kind: str, folder: Path) -> Path:
    """A file of an unusual kind, with 90 numbered frames unless stated otherwise."""
    uneven = [Fraction(n * n, 2700) for n in range(90)]
    late = [5 + Fraction(n, 30) for n in range(90)]
    makers: dict[str, Callable[[], Path]] = {
        "variable rate": lambda: counted_video(folder / "vfr.mp4", 90, times=uneven),
        "turned": lambda: counted_video(folder / "turned.mp4", 90, rotation=90),
        "odd": lambda: counted_video(
            folder / "odd.mkv", 90, size=(161, 97), codec="ffv1", format="yuv444p", options={}
        ),
        "HDR": lambda: plain_clip(folder / "hdr.mp4", pictures()[:90], transfer=16, matrix=9),
        "WebM": lambda: counted_video(
            folder / "a.webm", 90, codec="libvpx", options={"deadline": "realtime"}, tick=Fraction(1, 1000)
        ),
        "240 frames a second": lambda: counted_video(
            folder / "fast.mp4", 240, rate=240, tick=Fraction(1, 24000)
        ),
        "long and thin": lambda: counted_video(folder / "thin.mp4", 30, size=(16, 1600)),
        "wide pixels": lambda: counted_video(folder / "wide.mp4", 90, aspect=Fraction(4, 3)),
        "later start": lambda: counted_video(folder / "late.mp4", 90, times=late),
        "one frame": lambda: counted_video(folder / "one.mp4", 1),
    }
    return makers[kind]()


SHOWN = {
    "variable rate": (160, 96),
    "turned": (96, 160),
    "odd": (161, 97),
    "HDR": (320, 180),
    "WebM": (160, 96),
    "240 frames a second": (160, 96),
    "long and thin": (16, 1600),
    "wide pixels": (213, 96),
    "later start": (160, 96),
    "one frame": (160, 96),
}


@pytest.mark.parametrize("kind", SHOWN)
def test_files_of_all_kinds_are_analysed_from_their_first_frame_to_their_last(
    kind: str, tmp_path: Path
) -> None:
    found = analysed(strange_file(kind, tmp_path), tmp_path / "out")
    assert (found.source.width, found.source.height) == SHOWN[kind]
    end = int(found.source.duration_seconds * 1000)
    assert found.shots[0].start_ms == 0
    assert abs(found.shots[-1].end_ms - end) <= 1
    assert all(one.end_ms == other.start_ms for one, other in pairwise(found.shots))
    for shot in found.shots:
        assert all(shot.start_ms <= point.at_ms <= shot.end_ms for point in shot.path)
    if kind != "one frame":
        assert found.source.duration_seconds == pytest.approx(
            {"variable rate": 2.97, "240 frames a second": 1, "long and thin": 1}.get(kind, 3), abs=0.1
        )


def not_videos(folder: Path) -> dict[str, tuple[Path, str]]:
    """Files that are refused, with the code of each refusal."""
    sound = folder / "sound.mp4"
    with av.open(sound, "w") as out, av.open(write_wav(folder / "a.wav", tone(1))) as source:
        track = out.add_stream("aac", rate=RATE, layout="stereo")
        for frame in source.decode(audio=0):
            frame.pts = None
            out.mux(track.encode(frame))
        out.mux(track.encode(None))
    picture = folder / "picture.mp4"
    cv2.imwrite(str(folder / "picture.png"), pictures()[0])
    (folder / "picture.png").rename(picture)
    text = folder / "text.mp4"
    text.write_text("no video at all\n" * 100)
    (folder / "empty.mp4").touch()
    long = counted_video(
        folder / "long.mkv",
        3,
        times=[Fraction(0), Fraction(1), Fraction(6000_5, 100)],
        tick=Fraction(1, 1000),
    )
    return {
        "sound alone": (sound, "no_video"),
        "a picture": (picture, "no_video"),
        "text": (text, "source_unreadable"),
        "nothing": (folder / "empty.mp4", "source_unreadable"),
        "too long": (long, "source_too_long"),
    }


@pytest.mark.parametrize("kind", ["sound alone", "a picture", "text", "nothing", "too long"])
@pytest.mark.parametrize("operation", ["probe", "analyse"])
def test_what_is_no_video_is_refused_by_name(kind: str, operation: str, tmp_path: Path) -> None:
    path, code = not_videos(tmp_path)[kind]
    with pytest.raises(ClipwrightError) as caught:
        run_on(path, tmp_path / "out", operation=operation)
    assert caught.value.code == code
    assert str(tmp_path) not in caught.value.sentence


def test_ten_minutes_are_allowed_and_a_frame_more_is_not(tmp_path: Path) -> None:
    def lasting(last: Fraction) -> Path:
        times = [Fraction(0), last - Fraction(1, 10), last - Fraction(1, 30)]
        return counted_video(tmp_path / "a.mp4", 3, times=times, tick=Fraction(1, 600))

    assert probed(lasting(Fraction(600)), tmp_path).duration_seconds == pytest.approx(600, abs=0.07)
    with pytest.raises(ClipwrightError) as caught:
        probed(lasting(Fraction(6001, 10)), tmp_path)
    assert caught.value.code == "source_too_long"


def test_words_of_a_real_engine_come_through(tmp_path: Path) -> None:
    """A generated CTranslate2 model that always hears one sentence, on our own speech."""
    words = ["The", "octopus", "has", "three", "hearts."]
    model = build_whisper(tmp_path / "model" / "fixture", words, language="pt")
    line = build_line("The octopus has three hearts.", id="l", language=Language.EN)
    said = EspeakEngine().speak(line, language=Language.EN, voice=Voice.WARM_STORYTELLER)
    sound = np.zeros((4 * RATE, 2), np.float32)
    speech = soxr.resample(said.samples, said.rate, RATE)[: 3 * RATE]
    sound[RATE // 2 : RATE // 2 + len(speech)] = speech[:, None]
    clip = muxed(tmp_path / "a.mp4", pictures(), [sound])
    found = analysed(clip, tmp_path, transcriber=WhisperTranscriber(folder=model))
    assert found.engine == f"faster-whisper {model.name}"
    assert found.language == "pt"
    assert [word.text for part in found.transcript for word in part.words] == words
    assert " ".join(cue.text for cue in found.captions.cues) == " ".join(words)
    assert 400 <= found.captions.cues[0].start_ms <= 1100


class Stages(NullObserver):
    """Notes which stages ran and which were found in the cache."""

    def __init__(self) -> None:
        self.cached: dict[str, bool] = {}
        self.advanced: list[tuple[str, float]] = []

    def see(self, event: RunEvent) -> None:
        if isinstance(event, StageAdvanced):
            assert event.detail
            self.advanced.append((event.name, event.fraction))
        elif isinstance(event, StageDone):
            self.cached[event.report.name] = event.report.cached


def test_a_second_run_only_delivers(clip: Path, tmp_path: Path) -> None:
    first, second = Stages(), Stages()
    run_on(clip, tmp_path, observer=first)
    before = (tmp_path / "analyse.json").read_bytes()
    run_on(clip, tmp_path, observer=second)
    assert (tmp_path / "analyse.json").read_bytes() == before
    assert not any(first.cached.values())
    assert [name for name, cached in second.cached.items() if not cached] == ["publish_analysis"]
    fractions = [fraction for name, fraction in first.advanced if name == "watch_source"]
    assert len(fractions) >= 4, "at least once for every second of the video"
    assert fractions == sorted(fractions)


KILLED = """
import os, signal, sys
from pathlib import Path
from renderer.runtime.progress import NullObserver, StageAdvanced
from tests.support.footage.analysed import run_on

class Killer(NullObserver):
    def see(self, event):
        if isinstance(event, StageAdvanced) and event.name == sys.argv[3]:
            os.kill(os.getpid(), signal.SIGKILL)

run_on(Path(sys.argv[1]), Path(sys.argv[2]), observer=Killer())
"""


def test_a_killed_run_goes_on_at_the_first_missing_stage(clip: Path, tmp_path: Path) -> None:
    done = ["survey_source", "watch_source", "find_shots"]
    for stage, there in (("watch_source", done[:1]), ("listen_source", done)):
        command = [sys.executable, "-c", KILLED, str(clip), str(tmp_path), stage]
        killed = subprocess.run(command, cwd=ROOT, check=False)
        assert killed.returncode == -signal.SIGKILL
        keys = list((tmp_path / "workspace" / "keys").iterdir())
        assert len(keys) == len(there)
    after = Stages()
    run_on(clip, tmp_path, observer=after)
    assert [name for name, cached in after.cached.items() if cached] == done


def test_a_cancelled_run_ends_and_leaves_no_process(clip: Path, tmp_path: Path) -> None:
    asked = 0

    def cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked > 40

    with pytest.raises(ClipwrightError) as caught:
        run_on(clip, tmp_path, cancelled=cancelled)
    assert caught.value.code == "cancelled"
    assert asked < 50, "it stops at the next frame"
    assert not [one for one in psutil.Process(os.getpid()).children() if "ffmpeg" in one.name()]
    assert not list((tmp_path / "workspace" / "scratch").iterdir())
