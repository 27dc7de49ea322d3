"""The sound of twelve videos: ducking and recovery of the music, its ending, loudness, and clicks.

    python -m benchmarks.soundtracks [--json FILE]

Twelve topics over all packs and modes run through the real stages up to the mix. `ducked`: share of the time
up to the last word in which the music is fully ducked. `back`: share of scene changes at which it returns to
within 3 dB of its resting level. `ending`: loudest 400 ms after the last word relative to the speech, in the
master. `effects`: loudest 400 ms of the designed sounds relative to the speech, both at their gain in the
mix. `LRA`: loudness range after EBU Tech 3342. `width`: correlation of left and right in the bed. The last
line says how alike the beds of one pack are (chroma; 1 is identical). A missed bar is named, and the exit
status is then 1.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path

import numpy as np

from benchmarks.support.sound_judges import Floats, chroma, joins_that_click, range_of
from pipelines.short import SHORT
from renderer.audio.signal.loudness import HOP, energies, k_weighting, loudness_of
from renderer.audio.signal.wav import read_wav
from renderer.contract.orders.base import FrameSpec, VideoSettings
from renderer.contract.orders.short import ShortOrder
from renderer.contract.vocabulary import StylePack, VideoMode
from renderer.core.mix import Mix, Track
from renderer.core.script import Script
from renderer.core.words import Narration
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.execution.dependencies import needed_for
from renderer.runtime.execution.run import Run
from renderer.runtime.execution.runner import run_pipeline
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
MOST_DUCKED, LEAST_BACK, LRA = 0.8, 0.8, (3.0, 6.0)
LUFS, LUFS_OFF, MOST_PEAK = -14.0, 0.5, -1.0
PARTS = [Fraction(at, 40) for at in range(41)]


@dataclass(frozen=True, kw_only=True)
class Row:
    """The measurements of one video."""

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
    effects: float


def missed(row: Row) -> list[str]:
    """The bars that a video misses."""
    held = {
        "ducked": row.ducked <= MOST_DUCKED,
        "back": row.back >= LEAST_BACK,
        "ending": row.ending <= 0.0,
        "LRA": LRA[0] <= row.lra <= LRA[1],
        "LUFS": abs(row.lufs - LUFS) <= LUFS_OFF,
        "dBTP": row.peak <= MOST_PEAK,
        "clicks": row.clicks == 0,
    }
    return [name for name, met in held.items() if not met]


def effects_over_speech(tracks: Mapping[str, Track], narration: Narration, store: ArtifactStore) -> float:
    """Loudness of the loudest 400 ms of effects above the speech in LU, both at their gain in the mix."""
    hops = {name: in_the_mix(tracks[name], store) for name in ("narration", "effects")}
    said = [
        hops["narration"][int(line.span.start * 10) : int(line.span.end * 10)] for line in narration.lines
    ]
    loudest = float(np.convolve(hops["effects"], np.full(4, 0.25), mode="valid").max())
    return loudness_of(loudest) - loudness_of(float(np.concatenate(said).mean()))


def in_the_mix(track: Track, store: ArtifactStore) -> Floats:
    """K-weighted mean squares per 100 ms of a stem, at the gain that it has throughout the video."""
    stem = read_wav(store.path(track.stem))
    power = energies(k_weighting(len(stem))(stem), HOP).astype(np.float64)
    return np.asarray(power * 10 ** (track.gain.points[0].gain_db / 10) * (2.0 if len(stem) == 1 else 1.0))


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
        effects=round(effects_over_speech(tracks, narration, store), 1),
    )
    return row, chroma(bed)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    choices = itertools.cycle(itertools.product(StylePack, VideoMode))
    found: list[tuple[Row, Floats]] = []
    print(
        "topic                            pack                s  ducked back  ending  LRA   LUFS   dBTP",
        end="",
    )
    print(" clicks width effects")
    chosen = zip(TOPICS, itertools.islice(choices, 0, 36, 3), strict=True)
    with tempfile.TemporaryDirectory() as name:
        for number, (topic, (pack, mode)) in enumerate(chosen):
            row, tones = measured(topic, pack, mode, Path(name) / str(number))
            found.append((row, tones))
            print(
                f"{row.topic[:32]:32} {row.pack:17} {row.seconds:5.1f} {row.ducked:6.2f} {row.back:5.2f} "
                f"{row.ending:+6.1f} {row.lra:5.1f} {row.lufs:6.2f} {row.peak:6.2f} {row.clicks:5} "
                f"{row.width:6.2f} {row.effects:+7.1f}"
                + (f"  MISSED {', '.join(missed(row))}" if missed(row) else ""),
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
    return int(any(missed(row) for row, _ in found))


if __name__ == "__main__":
    sys.exit(main())
