"""The sound of twelve videos: does the music breathe, how does it end, how loud is it, does it click?

    python -m benchmarks.soundtracks [--json FILE]

Twelve topics over all packs and modes run through the real stages up to the mix. `ducked`: share of the time
up to the last word in which the music is all the way down. `back`: share of scene changes at which it comes
to within 3 dB of its rest. `ending`: loudest 400 ms after the last word against the speech, in the master.
LRA after EBU Tech 3342. `width`: correlation of left and right in the bed. The last line says how alike the
beds of one pack are (chroma; 1 is the same).
"""

from __future__ import annotations

import argparse
import itertools
import json
import tempfile
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path

import numpy as np
import numpy.typing as npt

from pipelines.short import SHORT
from renderer.audio.signal.loudness import HOP, energies, k_weighting, loudness_of
from renderer.audio.signal.wav import read_wav
from renderer.contract.orders.base import FrameSpec, VideoSettings
from renderer.contract.orders.short import ShortOrder
from renderer.contract.vocabulary import StylePack, VideoMode
from renderer.core.mix import Mix
from renderer.core.script import Script
from renderer.core.words import Narration
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.runner import Run, needed_for, run_pipeline
from renderer.runtime.workspace import open_workspace
from renderer.worker.composition.wiring import build_capabilities
from renderer.worker.settings import WorkerSettings

TOPICS = (
    "Why octopuses have three hearts",
    "The lost colony of Roanoke",
    "How compound interest works",
    "The Great Fire of London",
    "Why the sky is blue",
    "The fall of Lehman Brothers",
    "How volcanoes are born",
    "The code of Hammurabi",
    "Why we dream",
    "The Dyatlov Pass incident",
    "Small habits that last",
    "How a credit card makes money",
)
STEP = Fraction(1, 100)
NEAR_REST_DB = 3.0
EDGE = 1e-3
"""What a join may jump: -60 dBFS."""
SILENT = 1e-7
SILENCE = 96
"""Samples of a silence worth the name: 2 ms."""
ABSOLUTE_GATE = -70.0
BAND = (80, 2000)
"""Hertz in which pitch classes are heard."""
PARTS = [Fraction(at, 40) for at in range(41)]

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Row:
    """What was measured of one video."""

    topic: str
    pack: str
    mode: str
    seconds: float
    ducked: float
    back: float
    ending: float
    lra: float
    lufs: float
    peak: float
    clicks: int
    width: float


def range_of(hops: Floats) -> float:
    """Loudness range in LU (EBU Tech 3342) of K-weighted mean squares per 100 ms."""
    short = np.convolve(hops, np.full(30, 1 / 30), mode="valid")
    levels = -0.691 + 10 * np.log10(short + 1e-12)
    levels = levels[levels > ABSOLUTE_GATE]
    gate = -0.691 + 10 * np.log10(np.mean(10 ** ((levels + 0.691) / 10))) - 20.0
    levels = levels[levels > gate]
    return float(np.percentile(levels, 95) - np.percentile(levels, 10))


def joins_that_click(stem: npt.NDArray[np.float32]) -> list[int]:
    """Samples at which a stem jumps into or out of digital silence (2 ms and longer)."""
    silent = np.abs(stem) < SILENT
    edges = np.flatnonzero(np.diff(silent.astype(np.int8)))
    borders = np.concatenate([[-1], edges, [len(stem) - 1]])
    found = []
    for left, right in itertools.pairwise(borders):
        if right - left >= SILENCE and silent[left + 1]:
            beside = [place for place in (left, right + 1) if 0 <= place < len(stem)]
            found += [int(place) for place in beside if abs(float(stem[place])) > EDGE]
    return found


def chroma(stereo: npt.NDArray[np.float32]) -> Floats:
    """(24,): mean and spread of the twelve pitch classes of a bed, as a unit vector."""
    mono = stereo.mean(axis=0)[::4]
    frames = np.lib.stride_tricks.sliding_window_view(mono, 4096)[::2048] * np.hanning(4096)
    power = np.abs(np.fft.rfft(frames, axis=1)) ** 2
    hertz = np.fft.rfftfreq(4096, 4 / 48_000)
    inside = (hertz > BAND[0]) & (hertz < BAND[1])
    classes = np.round(12 * np.log2(hertz[inside] / 440)).astype(int) % 12
    rows = np.stack([np.sqrt(power[:, inside][:, classes == one].sum(axis=1)) for one in range(12)], axis=1)
    rows /= rows.sum(axis=1, keepdims=True) + 1e-9
    vector = np.concatenate([rows.mean(axis=0) - 1 / 12, rows.std(axis=0)])
    return np.asarray(vector / (np.linalg.norm(vector) + 1e-9))


def measured(topic: str, pack: StylePack, mode: VideoMode, folder: Path) -> tuple[Row, Floats]:
    order = ShortOrder(
        topic=topic,
        frame=FrameSpec(width=270, height=480, fps=15),
        settings=VideoSettings(style_pack=pack, video_mode=mode),
    )
    capabilities = build_capabilities(order, rim={}, settings=WorkerSettings())
    place = open_workspace(folder / "ws")
    store = ArtifactStore(place)
    run = Run(order=order, capabilities=capabilities, workspace=place)
    outcome = run_pipeline(needed_for(SHORT.stages, Mix), run)
    narration: Narration = outcome.documents[Narration]
    mix: Mix = outcome.documents[Mix]
    script: Script = outcome.documents[Script]
    tracks = {track.name: track for track in mix.tracks}
    master, bed = (read_wav(store.path(one)) for one in (mix.audio, tracks["music"].stem))
    voice = read_wav(store.path(narration.audio))[0]
    curve = tracks["music"].gain
    levels = [point.gain_db for point in curve.points]
    rest, down = max(levels), min(levels)
    last = narration.words[-1].span.end
    moments = [STEP * at for at in range(int(last / STEP))]
    gains = np.array([curve.at(moment) for moment in moments])
    hops = energies(k_weighting(2)(master), HOP).astype(np.float64)
    spoken = [hops[int(line.span.start * 10) : int(line.span.end * 10)] for line in narration.lines]
    speech = loudness_of(float(np.concatenate(spoken).mean()))
    after: Floats = np.convolve(hops[int(last * 10) + 1 :], np.full(4, 0.25), mode="valid")
    starts = {scene.lines[0].id for scene in script.scenes[1:]}
    gaps = [
        max(curve.at(before.span.end + (line.span.start - before.span.end) * part) for part in PARTS)
        for before, line in itertools.pairwise(narration.lines)
        if line.line in starts
    ]
    row = Row(
        topic=topic,
        pack=pack.value,
        mode=mode.value,
        seconds=round(float(mix.duration), 1),
        ducked=round(float(np.mean(gains <= down + 0.1)), 2),
        back=round(float(np.mean([gap >= rest - NEAR_REST_DB for gap in gaps])), 2),
        ending=round(loudness_of(float(after.max())) - speech, 1),
        lra=round(range_of(hops), 1),
        lufs=round(mix.loudness_lufs, 2),
        peak=round(mix.true_peak_dbtp, 2),
        clicks=len(joins_that_click(voice)),
        width=round(float(np.asarray(np.corrcoef(bed))[0, 1]), 2),
    )
    return row, chroma(bed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    choices = itertools.cycle(itertools.product(StylePack, VideoMode))
    found: list[tuple[Row, Floats]] = []
    print(
        "topic                            pack                s  ducked back  ending  LRA   LUFS   dBTP",
        end="",
    )
    print(" clicks width")
    chosen = zip(TOPICS, itertools.islice(choices, 0, 36, 3), strict=True)
    with tempfile.TemporaryDirectory() as name:
        for number, (topic, (pack, mode)) in enumerate(chosen):
            row, tones = measured(topic, pack, mode, Path(name) / str(number))
            found.append((row, tones))
            print(
                f"{row.topic[:32]:32} {row.pack:17} {row.seconds:5.1f} {row.ducked:6.2f} {row.back:5.2f} "
                f"{row.ending:+6.1f} {row.lra:5.1f} {row.lufs:6.2f} {row.peak:6.2f} {row.clicks:5} "
                f"{row.width:6.2f}",
                flush=True,
            )
    alike = [
        float(first @ second)
        for (one, first), (other, second) in itertools.combinations(found, 2)
        if one.pack == other.pack
    ]
    print(f"beds of the same pack: likeness at most {max(alike):.2f}, on average {np.mean(alike):.2f}")
    if given.json:
        given.json.write_text(json.dumps([asdict(row) for row, _ in found], indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
