"""Makes synthetic sources for Remix, and runs its pipelines on them, for tests that judge finished files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
import numpy.typing as npt

from pipelines.documents import Publication
from pipelines.registry import PIPELINES
from renderer.backends.publishing.base import Publisher
from renderer.backends.publishing.folder import FolderPublisher
from renderer.cli.local_inputs import local_inputs
from renderer.contract.message import Message
from renderer.contract.orders.remix import RemixOperation
from renderer.contract.remix.analysis import SourceAnalysis, SourceMeasures, SourceShot, SubjectPoint
from renderer.contract.remix.timed_text import TimedText
from renderer.runtime.execution.run import Outcome, Run
from renderer.runtime.execution.runner import run_pipeline
from renderer.runtime.inputs import Inputs
from renderer.runtime.workspace import open_workspace
from renderer.worker.composition.engine_settings import EngineSettings
from renderer.worker.composition.wiring import build_capabilities
from renderer.worker.settings import WorkerSettings

RATE = 48_000
Picture = npt.NDArray[np.uint8]
Sound = npt.NDArray[np.float32]


@dataclass(frozen=True, kw_only=True)
class Composed:
    """A source: pictures with their times in seconds and stereo sound, each track with its own start."""

    pictures: Iterable[tuple[Fraction, Picture]]
    sound: Sound | None = None
    pictures_from: Fraction = Fraction(0)
    sound_from: Fraction = Fraction(0)


def write_source(
    path: Path, source: Composed, *, gop: int = 30, options: dict[str, str] | None = None
) -> Path:
    """Write the source as H.264 and 16-bit PCM, which keeps the sound sample-accurate."""
    with av.open(path, "w", format="mov") as container:
        stream: Any = None
        for moment, picture in source.pictures:
            if stream is None:
                given = {"crf": "16", "preset": "ultrafast", "g": str(gop), **(options or {})}
                stream = container.add_stream("libx264", rate=30, options=given)
                stream.height, stream.width = picture.shape[:2]
                stream.pix_fmt = "yuv420p"
                stream.codec_context.time_base = Fraction(1, 600)
                stream.codec_context.color_trc = stream.codec_context.colorspace = 1
                track: Any = None
                if source.sound is not None:
                    track = container.add_stream("pcm_s16le", rate=RATE)
                    track.layout = "stereo"
            frame = av.VideoFrame.from_ndarray(picture, format="rgb24").reformat(
                format="yuv420p", dst_colorspace=1, threads=1
            )
            frame.pts, frame.time_base = round((moment + source.pictures_from) * 600), Fraction(1, 600)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
        if source.sound is not None:
            _mux_sound(container, track, source)
    return path


def _mux_sound(container: Any, track: Any, source: Composed) -> None:
    assert source.sound is not None
    whole = np.clip(source.sound * 32767, -32768, 32767).astype(np.int16)
    first = round(source.sound_from * RATE)
    for start in range(0, whole.shape[1], 4800):
        block = np.ascontiguousarray(whole[:, start : start + 4800].T.reshape(1, -1))
        frame = av.AudioFrame.from_ndarray(block, format="s16", layout="stereo")
        frame.sample_rate, frame.time_base, frame.pts = RATE, Fraction(1, RATE), first + start
        container.mux(track.encode(frame))
    container.mux(track.encode(None))


def still(width: int, height: int, *, seed: int = 1) -> Picture:
    """A picture of low contrast with some texture."""
    dice = np.random.default_rng(seed)
    soft = dice.integers(60, 150, (height // 12 + 1, width // 12 + 1, 3), dtype=np.uint8)
    return np.ascontiguousarray(np.kron(soft, np.ones((12, 12, 1), np.uint8))[:height, :width])


def moving(width: int, height: int, seconds: float, *, fps: int = 30) -> Iterable[tuple[Fraction, Picture]]:
    """The same picture shifted from frame to frame, so that consecutive frames differ."""
    base = still(width, height)
    for number in range(round(seconds * fps)):
        yield Fraction(number, fps), np.roll(base, 2 * number, axis=1)


def tones(seconds: float, *parts: tuple[float, float, float, float]) -> Sound:
    """Stereo tones, each (hertz, amplitude, from second, to second), with soft edges."""
    wave = np.zeros(round(seconds * RATE), np.float32)
    for hertz, level, start, stop in parts:
        first, last = round(start * RATE), min(round(stop * RATE), len(wave))
        moments = np.arange(last - first) / RATE
        edges = np.clip(np.minimum(moments, moments[::-1]) * 100, 0, 1)
        wave[first:last] += (level * np.sin(2 * np.pi * hertz * moments) * edges).astype(np.float32)
    return np.repeat(wave[None], 2, axis=0)


def analysis(seconds: float, size: tuple[int, int], **found: Any) -> SourceAnalysis:
    """An analysis as of a synthetic source, with one shot whose subject rests in the middle."""
    end = round(seconds * 1000)
    path = (SubjectPoint(at_ms=0, x=0.5, y=0.5),)
    fields: dict[str, Any] = {
        "source": SourceMeasures(
            duration_seconds=seconds, width=size[0], height=size[1], frame_rate=30.0, has_audio=True
        ),
        "shots": (SourceShot(start_ms=0, end_ms=end, path=path),),
        "language": "en",
        "engine": "composed",
    }
    return SourceAnalysis(**{**fields, **found})


def timed(*entries: tuple[int, int, str]) -> tuple[TimedText, ...]:
    """Lines or cues of (start, end, text), with times in milliseconds."""
    return tuple(TimedText(start_ms=start, end_ms=end, text=text) for start, end, text in entries)


def run_remix(
    order: RemixOperation,
    folder: Path,
    source: Path | None,
    *,
    texts: Mapping[str, Message] | None = None,
    main: str = "video.mp4",
    rim: dict[type, Callable[[], Any]] | None = None,
    engines: EngineSettings | None = None,
    stages: Sequence[Any] | None = None,
    **more: Any,
) -> Outcome:
    """Run the operation's pipeline on the source and the documents `texts`; results go to `folder`."""
    folder.mkdir(exist_ok=True, parents=True)
    files = {} if source is None else {"source": source}
    for name, document in (texts or {}).items():
        files[name] = folder / f"given-{name}.json"
        files[name].write_text(document.model_dump_json(), "utf-8")
    publisher, inputs = FolderPublisher(folder / main), local_inputs(**files)
    given = {Publisher: lambda: publisher, Inputs: lambda: inputs, **(rim or {})}
    run = Run(
        order=order,
        capabilities=build_capabilities(
            order,
            rim=given,
            settings=WorkerSettings(encoder="libx264", workspace=folder / "workspace"),
            engine_settings=engines or EngineSettings(speakers="embedded"),
        ),
        workspace=open_workspace(folder / "workspace"),
        **more,
    )
    return run_pipeline(stages or PIPELINES[order.pipeline].load().stages, run)


def delivered(outcome: Outcome) -> dict[str, Path]:
    """The published files by name."""
    publication: Publication = outcome.documents[Publication]
    return {file.name: Path(file.place) for file in publication.files}


def heard(path: Path) -> Sound:
    """The decoded sound of a file, stereo at 48 kHz, from second 0."""
    with av.open(str(path)) as container:
        frames = [frame.to_ndarray() for frame in container.decode(audio=0)]
    return np.concatenate(frames, axis=1).astype(np.float32)


def luma_frames(path: Path) -> Iterable[tuple[Fraction, Picture]]:
    """Moment and luma of every frame."""
    with av.open(str(path)) as container:
        for frame in container.decode(video=0):
            plane = frame.planes[0]
            rows: Any = plane
            luma = np.frombuffer(rows, np.uint8).reshape(-1, plane.line_size)[:, : frame.width]
            yield Fraction(frame.pts or 0) * Fraction(frame.time_base or 1), luma[: frame.height].copy()
