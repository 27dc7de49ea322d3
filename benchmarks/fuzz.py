"""Put thousands of generated topics through the pipeline: no accepted order may fail, whatever its topic.

    python -m benchmarks.fuzz [--count 5000] [--first 0] [--processes 2] [--deep 10] [--render 200]

Topics come from `benchmarks.support.fuzz_topics` by seed: a number means the same order on every machine. An
order is either refused by the rule that the API applies, or planned: script, word times (computed at a steady
rate, nothing is spoken), shots, caption pages and subtitle files, the music's notes, the thumbnail's
lettering. One order in `--deep` goes through the product's own stages instead: real speech, analysed
pictures, contrast on real frames, mixed sound, a painted thumbnail. With `--render N`, N orders are rendered
as whole videos at the smallest size instead. Failures are printed with their number; the exit status is 1 if
there are any.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Final

from benchmarks.support.fuzz_topics import Case, case
from pipelines.scoring import music_seed, scene_starts
from pipelines.seeds import picture_seed
from pipelines.short import SHORT
from pipelines.timing import video_duration
from renderer.audio.music.brief import MusicBrief
from renderer.audio.music.perform import piece_of
from renderer.audio.music.players import played
from renderer.audio.music.transitions import joints
from renderer.backends.alignment.base import WordAligner
from renderer.backends.alignment.proportional import Proportional
from renderer.backends.imagery.base import NoPictures, PictureFinder
from renderer.backends.publishing.base import Publisher
from renderer.backends.publishing.folder import FolderPublisher
from renderer.backends.speech.base import SpeechEngine
from renderer.backends.speech.embedded.engine import EmbeddedEngine
from renderer.backends.writing.base import ScriptWriter
from renderer.backends.writing.said import NothingSaid, Said
from renderer.backends.writing.script_file import ScriptFileWriter
from renderer.backends.writing.template import TemplateWriter
from renderer.captions.layout.lay_out import lay_out
from renderer.captions.sidecars.cues import cues
from renderer.captions.sidecars.subtitles import srt, vtt
from renderer.compositor.planes import allocate
from renderer.contract.orders.base import FrameSpec
from renderer.contract.orders.short import ShortOrder
from renderer.contract.sayable import can_be_said
from renderer.core.captions import CaptionTrack
from renderer.core.encoding import ChosenEncoder, EncoderProfile
from renderer.core.mix import Mix
from renderer.core.script import Script
from renderer.core.storyboard import Storyboard
from renderer.core.timecode import TimeRange, first_frame
from renderer.core.words import Narration, SpokenLine, Word
from renderer.errors import ClipwrightError
from renderer.painters.drawing.lettering import lettering
from renderer.rendering.frames import open_frames
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.execution.dependencies import needed_for
from renderer.runtime.execution.run import Run
from renderer.runtime.execution.runner import run_pipeline
from renderer.runtime.workspace import open_workspace
from renderer.text.languages import upper
from renderer.visuals.direction.cuts import PACES
from renderer.visuals.direction.director import direct
from renderer.visuals.direction.similarity import no_painted_still
from renderer.visuals.media import NoMedia
from renderer.visuals.rhythm import STANDS
from renderer.visuals.style_pack import StylePackFile
from renderer.visuals.style_pack_files import load_pack
from renderer.visuals.style_packs import StylePacks
from renderer.visuals.thumbnail import compose_thumbnail, hook_text
from renderer.worker.composition.engine_settings import EngineSettings
from renderer.worker.composition.wiring import build_capabilities
from renderer.worker.settings import WorkerSettings

FRAME: Final = FrameSpec(width=144, height=256, fps=10)
LETTER: Final = Fraction(7, 100)
SHORTEST_NOTE: Final = 0.005
REFUSED: Final = "refused"
DONE: Final = "done"
_WRITTEN: Final = needed_for(SHORT.stages, Script)
_PLANNED: Final = needed_for(SHORT.stages, CaptionTrack, Mix)

Way = Callable[[ShortOrder, Path], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The outcome of one order (DONE, REFUSED, or the failure in one line), and the seconds it took."""

    number: int
    outcome: str
    seconds: float


def order_of(chosen: Case) -> ShortOrder:
    """Make the order of a case, at the smallest size."""
    return ShortOrder(topic=chosen.topic, script=chosen.script, settings=chosen.settings, frame=FRAME)


def accepted(chosen: Case) -> bool:
    """Whether the API and the command line would accept the case."""
    return can_be_said(chosen.script or chosen.topic)


def capabilities_for(order: ShortOrder, place: Path) -> CapabilitySet:
    """The product's embedded engines."""
    profile = EncoderProfile(codec="libx264", threads=1)
    return CapabilitySet(
        {
            ScriptWriter: lambda: ScriptFileWriter(text=order.script) if order.script else TemplateWriter(),
            SpeechEngine: EmbeddedEngine,
            WordAligner: Proportional,
            PictureFinder: NoPictures,
            Publisher: lambda: FolderPublisher(place / "video.mp4"),
            ChosenEncoder: lambda: ChosenEncoder(profile=profile, reason="fuzz"),
            Said: NothingSaid,
            StylePacks: lambda: load_pack,
        }
    )


def run_of(order: ShortOrder, place: Path) -> Run:
    """Make a run of the order with these engines, in a workspace below `place`."""
    capabilities = capabilities_for(order, place)
    return Run(order=order, capabilities=capabilities, workspace=open_workspace(place / "work"))


def planned_lightly(order: ShortOrder, place: Path) -> None:
    """Make all decisions about a video that need neither sound nor pictures."""
    run = run_of(order, place)
    script: Script = run_pipeline(_WRITTEN, run).documents[Script]
    narration = steady_narration(script)
    pack, settings = load_pack(order.settings.style_pack), order.settings
    storyboard = direct(
        script,
        narration,
        pack=pack,
        seed=picture_seed(order),
        duration=video_duration(narration, order.frame.fps),
        look=no_painted_still,
        pace=PACES[settings.video_mode],
    )
    _check_shots(storyboard)
    track = lay_out(
        narration,
        script,
        style=settings.captions.style,
        position=settings.captions.position,
        language=settings.language,
        frame=order.frame,
    )
    if not track.pages:
        raise ClipwrightError("quality_gate", findings="no caption page")
    (srt(cues(track)) + vtt(cues(track), track.language)).encode()
    _check_notes(music_of(order, script, narration, storyboard))
    text = upper(hook_text(script), settings.language)
    lettering(text, size=8.0, face=pack.lettering.face, language=settings.language)


def steady_narration(script: Script) -> Narration:
    """Word times of a voice that spends the same time on every letter."""
    words: list[Word] = []
    lines: list[SpokenLine] = []
    now = Fraction(0)
    for line in script.lines:
        began = now
        for number, token in enumerate(line.tokens):
            span = TimeRange(now, now + len(token.spoken) * LETTER)
            words.append(
                Word(
                    text=token.display,
                    span=span,
                    line=line.id,
                    token=number,
                    confidence=1.0,
                    source="steady",
                    gap=token.gap,
                )
            )
            now = span.end
        lines.append(SpokenLine(line=line.id, span=TimeRange(began, now)))
        now += 4 * LETTER
    return Narration(
        audio="", duration=now, lines=tuple(lines), words=tuple(words), engine="steady", speaker="steady"
    )


def _check_shots(storyboard: Storyboard) -> None:
    """Raise if a shot lasts so long that its picture may come to rest and be taken for frozen."""
    longest = max(shot.span.duration for shot in storyboard.shots)
    if longest > STANDS:
        raise ClipwrightError("quality_gate", findings=f"a shot of {float(longest):.1f} s")


def music_of(order: ShortOrder, script: Script, narration: Narration, storyboard: Storyboard) -> MusicBrief:
    """The brief that the product's mix passes to its composer."""
    return MusicBrief(
        mood=order.settings.style_pack,
        mode=order.settings.video_mode,
        seed=music_seed(order),
        duration=storyboard.shots[-1].span.end,
        last_word_end=narration.words[-1].span.end,
        accents=scene_starts(script, narration),
    )


def _check_notes(brief: MusicBrief) -> None:
    """Raise if a note of the music is so short that its sound would be rounded away."""
    piece = piece_of(brief)
    shortest = min(note.seconds for note in (*played(piece), *joints(piece)))
    if shortest < SHORTEST_NOTE:
        raise ClipwrightError("internal", reason=f"a note of {shortest} s")


def planned_deeply(order: ShortOrder, place: Path) -> None:
    """Run the stages up to encoding; draw a frame of every shot, and the thumbnail."""
    run = run_of(order, place)
    made = run_pipeline(_PLANNED, run).documents
    storyboard: Storyboard = made[Storyboard]
    _check_shots(storyboard)
    pack, frame = load_pack(storyboard.pack), order.frame
    _draw_shots(storyboard, made[CaptionTrack], pack=pack, frame=frame, store=ArtifactStore(run.workspace))
    compose_thumbnail(
        made[Script], storyboard, pack=pack, width=frame.width, height=frame.height, media=NoMedia()
    )


def _draw_shots(
    storyboard: Storyboard,
    captions: CaptionTrack,
    *,
    pack: StylePackFile,
    frame: FrameSpec,
    store: ArtifactStore,
) -> None:
    """Draw the middle frame of every shot with its captions: few caption styles look at frames themselves."""
    planes = allocate(frame.width, frame.height)
    with open_frames(storyboard, captions, pack=pack, frame=frame, store=store) as frames:
        for shot in storyboard.shots:
            middle = (shot.span.start + shot.span.end) / 2
            frames.draw(min(first_frame(middle, frame.fps), frames.frame_count - 1), planes)


def rendered(order: ShortOrder, place: Path) -> None:
    """Render a whole video with the engines that the product chooses without network, voice packs or GPU."""
    work = place / "work"
    capabilities = build_capabilities(
        order,
        rim={Publisher: lambda: FolderPublisher(place / "video.mp4")},
        settings=WorkerSettings(workspace=work, encoder="libx264"),
        engine_settings=EngineSettings(offline=True, speakers="embedded"),
    )
    run_pipeline(SHORT.stages, Run(order=order, capabilities=capabilities, workspace=open_workspace(work)))


def tried(number: int, *, seed: int, way: Way) -> Result:
    """Try one case; whatever it raises becomes one line of its result."""
    chosen = case(number, seed=seed)
    began = time.perf_counter()
    if not accepted(chosen):
        return Result(number=number, outcome=REFUSED, seconds=0.0)
    outcome = DONE
    try:
        with tempfile.TemporaryDirectory(prefix="clipwright-fuzz-") as folder:
            way(order_of(chosen), Path(folder))
    except Exception as error:  # noqa: BLE001 - every failure is what this looks for
        frame = traceback.extract_tb(error.__traceback__)[-1]
        outcome = f"{type(error).__name__} in {Path(frame.filename).name}:{frame.lineno}: {str(error)[:300]}"
    return Result(number=number, outcome=outcome, seconds=time.perf_counter() - began)


def _tried(job: tuple[int, int, Way]) -> Result:
    number, seed, way = job
    return tried(number, seed=seed, way=way)


def _way(options: argparse.Namespace, number: int) -> Way:
    if options.render:
        return rendered
    return planned_lightly if number % options.deep else planned_deeply


def all_tried(options: argparse.Namespace) -> Iterator[Result]:
    """Try every case; results come in order of their numbers."""
    count = options.render or options.count
    jobs = [
        (number, options.seed, _way(options, number))
        for number in range(options.first, options.first + count)
    ]
    with multiprocessing.get_context("spawn").Pool(options.processes, maxtasksperchild=500) as pool:
        yield from pool.imap(_tried, jobs, chunksize=5)


def main() -> int:
    """Try all cases, print what failed, and return 1 if anything did."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=5000, help="how many orders are planned")
    parser.add_argument("--render", type=int, default=0, help="how many are made whole instead")
    parser.add_argument("--first", type=int, default=0, help="number of the first")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--deep", type=int, default=10, help="one in so many goes through the real stages")
    options = parser.parse_args()
    outcomes: Counter[str] = Counter()
    began = time.perf_counter()
    for done, result in enumerate(all_tried(options), start=1):
        failed = result.outcome not in {DONE, REFUSED}
        outcomes["failed" if failed else result.outcome] += 1
        if failed:
            chosen = case(result.number, seed=options.seed)
            print(f"{result.number}: {result.outcome}\n    {chosen}", flush=True)
        if done % 500 == 0:
            print(f"{done} tried in {time.perf_counter() - began:.0f} s: {dict(outcomes)}", flush=True)
    print(f"seed {options.seed}: {dict(outcomes)} in {time.perf_counter() - began:.0f} s")
    return int(bool(outcomes["failed"]))


if __name__ == "__main__":
    sys.exit(main())
