"""The analysis of a long upload: speed, memory, progress, cancelling, resuming after a kill.

    python -m benchmarks.media.remix_analysis [--seconds 600] [--size 1920x1080] [--json FILE]

The source is synthetic: shots of 2 to 4 s under moving cameras with a drawn face or a moving object, captions
burned in, and a bundled voice; twelve seconds are made and repeated. `clipwright remix analyse` analyses it
without a transcription model, in processes of its own.

Bars: at least 4 x real time on two free cores; at most 900 MB held by all processes together; progress at
least every 2 s; ended within 2 s of SIGTERM; after a SIGKILL during the sound, the pictures are not decoded
again. `cores` is the processor seconds per second of video; two cores keep the first bar up to 0.5. The exit
status is 1 when a bar is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import cv2
import numpy as np
import psutil

from renderer.backends.speech.embedded.espeak import EspeakEngine
from renderer.contract.vocabulary import Language, Voice
from renderer.text.lines import build_line
from renderer.worker.composition.engine_settings import EngineSettings
from tests.support.footage.composed_video import Picture, Scene, compose, face, scene, texture

ROOT = Path(__file__).parents[2]
FPS = 30
UNIT_SECONDS = 12
RATE = 48_000
SPEED_BAR, MEMORY_BAR_MB, WAIT_BAR_SECONDS = 4, 900, 2
TEXT = "This is what the narrator says about the sea and its animals, one sentence after the other."


@dataclass(frozen=True, kw_only=True)
class Result:
    """The figures of one run; `missed` names the bars that it missed."""

    seconds: float
    times_real_time: float
    cores: float
    peak_mb: float
    longest_silence: float
    cancel_seconds: float
    resumed: tuple[str, ...]
    missed: tuple[str, ...]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--size", default="1920x1080")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    width, height = map(int, given.size.split("x"))
    with tempfile.TemporaryDirectory(prefix="clipwright-bench-") as folder:
        place = Path(folder)
        source = long_source(place, width, height, given.seconds)
        print(f"source: {given.size}, {given.seconds} s, {source.stat().st_size / 1e6:.0f} MB", flush=True)
        result = measured(source, place, given.seconds)
    for name, value in asdict(result).items():
        print(f"{name:16} {value}")
    if given.json:
        given.json.write_text(json.dumps(asdict(result), indent=1) + "\n", "utf-8")
    sys.exit(1 if result.missed else 0)


def long_source(folder: Path, width: int, height: int, seconds: int) -> Path:
    unit, whole = folder / "unit.mp4", folder / "source.mp4"
    encode(unit, composed(width, height), narration())
    repeat(unit, whole, times=-(-seconds // UNIT_SECONDS), seconds=seconds)
    return whole


def composed(width: int, height: int) -> list[Picture]:
    rng = np.random.default_rng(11)
    scenes: list[Scene] = []
    while sum(one.frames for one in scenes) < UNIT_SECONDS * FPS + 60:
        frames = int(rng.integers(60, 120))
        if len(scenes) % 2:
            scenes.append(scene(rng, width, height, frames=frames, flashes=int(rng.integers(0, 2))))
        else:
            scenes.append(talking(rng, width, height, frames=frames))
    joins: list[Any] = [("cut", 1), ("cut", 1), ("dissolve", 16)] * len(scenes)
    return compose(scenes, joins[: len(scenes) - 1]).frames[: UNIT_SECONDS * FPS]


def talking(rng: np.random.Generator, width: int, height: int, *, frames: int) -> Scene:
    ground, head = texture(rng, width, height), face(height // 3)
    start, words = int(rng.integers(width // 8, width // 2)), "CAPTIONS OF SOMEBODY ELSE"

    def draw(n: int) -> Picture:
        picture = ground.copy()
        x, y = start + n * width // 1000, height // 5
        picture[y : y + len(head), x : x + len(head)] = head
        for thick, colour in ((height // 60, (0, 0, 0)), (height // 240, (255, 255, 255))):
            place = (width // 5, height * 9 // 10)
            cv2.putText(picture, words, place, cv2.FONT_HERSHEY_DUPLEX, height / 500, colour, thick)
        return picture

    return Scene(draw=draw, frames=frames)


def narration() -> np.ndarray[Any, np.dtype[np.float32]]:
    import soxr  # noqa: PLC0415 - heavy

    line = build_line(TEXT, id="l", language=Language.EN)
    said = EspeakEngine().speak(line, language=Language.EN, voice=Voice.WARM_STORYTELLER)
    once = np.concatenate([soxr.resample(said.samples, said.rate, RATE), np.zeros(RATE)])
    return np.resize(once, UNIT_SECONDS * RATE).astype(np.float32)


def encode(into: Path, frames: list[Picture], sound: np.ndarray[Any, np.dtype[np.float32]]) -> None:
    with av.open(into, "w") as container:
        options = {"preset": "veryfast", "crf": "23", "bf": "2"}
        picture: Any = container.add_stream("libx264", rate=FPS, options=options)
        picture.height, picture.width = frames[0].shape[:2]
        picture.pix_fmt = "yuv420p"
        voice: Any = container.add_stream("aac", rate=RATE, layout="mono")
        for number, pixels in enumerate(frames):
            frame = av.VideoFrame.from_ndarray(pixels, format="rgb24")
            frame.pts, frame.time_base = number, Fraction(1, FPS)
            container.mux(picture.encode(frame))
        container.mux(picture.encode(None))
        for start in range(0, len(sound) - 1023, 1024):
            block = av.AudioFrame.from_ndarray(
                sound[None, start : start + 1024], format="fltp", layout="mono"
            )
            block.sample_rate, block.pts, block.time_base = RATE, start, Fraction(1, RATE)
            container.mux(voice.encode(block))
        container.mux(voice.encode(None))


def repeat(unit: Path, into: Path, *, times: int, seconds: int) -> None:
    """Repeat the packets of `unit` by stream copy, up to `seconds`."""
    with av.open(into, "w") as out:
        with av.open(unit) as first:
            streams = [out.add_stream_from_template(stream) for stream in first.streams]
        for turn in range(times):
            with av.open(unit) as source:
                for packet in source.demux():
                    if packet.dts is None or packet.pts is None:
                        continue
                    later = round(turn * UNIT_SECONDS / packet.time_base)
                    if (packet.pts + later + (packet.duration or 0)) * packet.time_base > seconds:
                        continue
                    packet.stream = streams[packet.stream.index]
                    packet.pts, packet.dts = packet.pts + later, packet.dts + later
                    out.mux(packet)


def measured(source: Path, place: Path, seconds: int) -> Result:
    began = time.monotonic()
    first = watched(start(source, place, "a"))
    took = time.monotonic() - began
    cancel = cancelled(source, place)
    resumed = after_a_kill(source, place)
    result = Result(
        seconds=round(took, 1),
        times_real_time=round(seconds / took, 2),
        cores=round(first["cpu"] / seconds, 3),
        peak_mb=round(first["peak"] / 1e6),
        longest_silence=round(first["silence"], 2),
        cancel_seconds=round(cancel, 2),
        resumed=resumed,
        missed=(),
    )
    bars = {
        "4 x real time": result.times_real_time >= SPEED_BAR,
        "900 MB": result.peak_mb <= MEMORY_BAR_MB,
        "progress every 2 s": result.longest_silence <= WAIT_BAR_SECONDS,
        "cancel within 2 s": result.cancel_seconds <= WAIT_BAR_SECONDS,
        "goes on after a kill": "watch_source" in resumed,
    }
    missed = tuple(name for name, kept in bars.items() if not kept)
    return Result(**{**asdict(result), "missed": missed})


def start(source: Path, place: Path, workspace: str) -> subprocess.Popen[str]:
    """Start the command, with the text detector and without a transcription model."""
    models = place / "models"
    models.mkdir(exist_ok=True)
    if not (models / "vision").exists():
        (models / "vision").symlink_to(EngineSettings().models.absolute() / "vision")
    code = "from renderer.cli.main import main; main()"
    arguments = ["remix", "analyse", str(source), "--out", str(place / f"{workspace}.json"), "--json"]
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments, "--workspace", str(place / workspace)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "CLIPWRIGHT_MODELS": str(models)},
        start_new_session=True,
    )


def watched(run: subprocess.Popen[str]) -> dict[str, float]:
    """Follow a run to its end: processor seconds, peak bytes of all processes, longest gap between events."""
    peak, over = [0], threading.Event()

    def weigh() -> None:
        while not over.wait(0.1):
            peak[0] = max(peak[0], held(run.pid))

    scale = threading.Thread(target=weigh, daemon=True)
    scale.start()
    before = os.times()
    last, silence, before_it = 0.0, 0.0, ""
    assert run.stdout is not None  # noqa: S101 - it is a pipe
    for line in run.stdout:
        now = time.monotonic()
        if last and now - last > silence:
            silence, before_it = now - last, line.strip()
        last = now
    print(f"longest silence, {silence:.2f} s, before: {before_it[:120]}")
    status = run.wait()
    over.set()
    scale.join()
    if status:
        message = f"the analysis failed with {status}"
        raise SystemExit(message)
    after = os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return {"cpu": cpu, "peak": float(peak[0]), "silence": silence}


def held(leader: int) -> int:
    """Bytes held by a process and its descendants, without shared pages such as program files."""
    total = 0
    with suppress(psutil.NoSuchProcess):
        for one in (process := psutil.Process(leader), *process.children(recursive=True)):
            with suppress(psutil.NoSuchProcess):
                memory = one.memory_info()
                total += memory.rss - memory.shared
    return total


def until(run: subprocess.Popen[str], stage: str, events: int) -> None:
    """Read events until a stage has reported progress `events` times."""
    assert run.stdout is not None  # noqa: S101 - it is a pipe
    for line in run.stdout:
        event = json.loads(line)
        if event["event"] == "stage_advanced" and event["stage"] == stage:
            events -= 1
        if events <= 0:
            return


def cancelled(source: Path, place: Path) -> float:
    """Seconds from a SIGTERM in the middle of the pictures until all processes have ended."""
    run = start(source, place, "b")
    until(run, "watch_source", 8)
    below = psutil.Process(run.pid).children(recursive=True)
    began = time.monotonic()
    run.send_signal(signal.SIGTERM)
    run.wait()
    psutil.wait_procs(below, timeout=30)
    return time.monotonic() - began


def after_a_kill(source: Path, place: Path) -> tuple[str, ...]:
    """The stages that a run finds finished after its predecessor was killed during the sound."""
    run = start(source, place, "c")
    until(run, "listen_source", 3)
    os.killpg(run.pid, signal.SIGKILL)
    run.wait()
    again = start(source, place, "c")
    assert again.stdout is not None  # noqa: S101 - it is a pipe
    events = [json.loads(line) for line in again.stdout]
    again.wait()
    return tuple(event["stage"] for event in events if event.get("cached"))


if __name__ == "__main__":
    main()
