"""Nearly lossless exports: only the stretches with captions are encoded, the rest is copied."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from pipelines.project.copying import COPY_LIMITS, NotCopied, kept_sound, not_copied, sound_beside
from pipelines.project.documents import EncodedExport, EncodedStretch, PicturePath, ReframedSource
from pipelines.project.own_frames import OwnFrames, counted_track, touched_stretches, unbroken
from pipelines.source.documents import SurveyedSource
from renderer.contract.orders.remix import RemixExport
from renderer.core.captions import CaptionTrack
from renderer.core.codec import encode
from renderer.core.encoding import ENCODINGS, ChosenEncoder, EncoderProfile
from renderer.core.mix import Mix
from renderer.core.picture_spec import SourceSpec
from renderer.core.render_plan import RenderPlan
from renderer.core.storyboard import Shot, Storyboard
from renderer.core.timecode import TimeRange, frame_time
from renderer.errors import ClipwrightError
from renderer.media.encoding.codec_options import BT709
from renderer.media.sources.sandbox import ask_child
from renderer.media.sources.video.facts import SourceFacts
from renderer.media.sources.video.frame_target import FrameTarget
from renderer.media.sources.video.stored import StoredVideo
from renderer.rendering.leading import lead
from renderer.rendering.segments import Rendering
from renderer.runtime.stage import StageContext

WORTH_COPYING: Final = 0.1
"""If only a smaller share of the pictures could be copied, all of them are encoded."""
BORDER_SECONDS: Final = Fraction(1)
"""The least distance between borders of stretches."""
SHORTEST_SECONDS: Final = 3
"""A stretch that is drawn is split at a border once it is this long."""
FEW: Final = 0.25
"""If at most this share of the frames is drawn, the encoder may spend bits instead of time."""
_ENCODER: Final = "libx264"
_QUICK: Final = EncoderProfile(
    preset="ultrafast", crf=19.0, tuning=(("aq-mode", "1"), ("rc-lookahead", "0"), ("b-pyramid", "none"))
)
"""Two thirds of the usual profile's time and twice its bits, for pictures that look no worse."""


class Splice(Struct, frozen=True, kw_only=True):
    """What is exchanged in a source: `stretches` of its own frames, drawn as the plan says."""

    plan: RenderPlan
    stretches: tuple[range, ...]


def spliced_export(
    context: StageContext[RemixExport], begin: Callable[[RenderPlan, int], Rendering]
) -> EncodedExport | NotCopied:
    """The source with captions in it, or why all its pictures must be encoded.

    `begin` gives what is needed to render a plan, told the number of frames that will be rendered.

    Raises:
        ClipwrightError: `cancelled`, `disk_full`, `encoder_failed`, `storage_failed`, `media_unreadable`.
    """
    found = _planned(context)
    if isinstance(found, NotCopied):
        return found
    source, mix = context.read(SurveyedSource), context.read(Mix)
    total = sum(map(len, found.stretches))
    with sound_beside(context, mix) as encoding:
        paths = lead(found.plan, found.stretches, begin(found.plan, total))
        sound = kept_sound(context, encoding)
    parts = [
        (frames.start, frames.stop, str(path)) for frames, path in zip(found.stretches, paths, strict=True)
    ]
    into = context.scratch / "spliced.mp4"
    answer = _asked(context, "splice", parts=parts, sound=str(sound), into=str(into))
    if isinstance(answer, NotCopied):
        return answer
    if answer["found"] != answer["copied"]:
        return NotCopied(reason="the source's packets came out of the file as others than went in")
    width, height = source.facts.picture.shown_size
    return EncodedExport(
        video=context.keep(into),
        duration=source.facts.duration,
        frames=found.plan.frame_count,
        width=width,
        height=height,
        pictures=PicturePath.SPLICED,
        why=f"captions stand on stretches of {total} of {found.plan.frame_count} frames, the rest is copied",
        plan=found.plan,
        sound=context.keep(sound),
        stretches=tuple(map(partial(_kept, context), found.stretches, paths)),
    )


def _kept(context: StageContext[RemixExport], frames: range, path: Path) -> EncodedStretch:
    """Keep a copy of a stretch for this stage: a machine that takes over the job has none of its segments."""
    copy = context.scratch / "stretch.mp4"
    shutil.copyfile(path, copy)
    return EncodedStretch(first=frames.start, stop=frames.stop, video=context.keep(copy))


def _planned(context: StageContext[RemixExport]) -> Splice | NotCopied:
    reframed, facts = context.read(ReframedSource), context.read(SurveyedSource).facts
    unfit = _unfit(reframed, facts)
    if unfit:
        return NotCopied(reason=unfit)
    table = _asked(context, "frame_table")
    if isinstance(table, NotCopied):
        return table
    if len(table["ticks"]) != facts.packets:
        return NotCopied(reason="not every frame of the source has a time of its own")
    first, base = table["ticks"][0], Fraction(table["base"])
    times = tuple((tick - first) * base for tick in table["ticks"])
    frames = OwnFrames(times=times, borders=tuple(_apart(table["borders"], times)), ends=tuple(table["ends"]))
    fps = max(1, round(facts.mean_rate))  # so that captions move at about their usual speed
    track = counted_track(context.read(CaptionTrack), frames, fps)
    stretches = touched_stretches(track, frames, fps=fps, shortest=SHORTEST_SECONDS * fps)
    drawn = sum(map(len, stretches))
    if drawn > (1 - WORTH_COPYING) * len(times):
        return NotCopied(reason=f"captions stand on stretches of {drawn} of {len(times)} frames")
    profile = context.engine(ChosenEncoder).profile
    if profile == ENCODINGS["fast"] and drawn <= FEW * len(times):
        profile = _QUICK
    encoder, whole = _beside(profile, table), unbroken(frames, stretches)
    return Splice(plan=_plan(context, track, whole, encoder, fps=fps), stretches=stretches)


def _apart(borders: Sequence[int], times: Sequence[Fraction]) -> Iterator[int]:
    """The borders without those too close together, at which a decoder would start too often."""
    last = -BORDER_SECONDS
    for border in borders:
        if times[border] >= last + BORDER_SECONDS:
            yield border
            last = times[border]


def _unfit(reframed: ReframedSource, facts: SourceFacts) -> str:
    """Why encoded pictures cannot stand between the source's; "" if no reason is known."""
    picture = facts.picture
    if not reframed.untouched:
        return "the pictures are cropped or scaled"
    if not facts.stamped:
        return "the source's frames have no times"
    if (picture.width, picture.height) != (reframed.width, reframed.height) or picture.rotation:
        return (
            "the source's pictures are turned, of odd size, larger than exports are, or not of square pixels"
        )
    if picture.matrix != BT709 or picture.transfer > BT709 + 1 or picture.full_range or picture.transparent:
        return "the source's colours are not those of BT.709"
    return ""


def _asked(context: StageContext[RemixExport], task: str, **request: Any) -> dict[str, Any] | NotCopied:
    path = context.path(context.read(SurveyedSource).source)
    try:
        return ask_child(task, path, COPY_LIMITS, cancelled=context.cancelled, **request)
    except ClipwrightError as error:
        return not_copied(error)


def _beside(profile: EncoderProfile, table: dict[str, Any]) -> EncoderProfile:
    """An encoder profile whose pictures may stand beside the source's.

    Its parameter sets have a number of their own, and it reorders frames by no more than the source does.
    """
    reordering = {0: (("bframes", "0"),), 1: (("b-pyramid", "none"),)}.get(table["delay"], ())
    tuning = (*profile.tuning, ("sps-id", str(table["free_number"])), *reordering)
    return replace(profile, codec=_ENCODER, tuning=tuning)


def _plan(
    context: StageContext[RemixExport],
    track: CaptionTrack,
    frames: OwnFrames,
    encoder: EncoderProfile,
    *,
    fps: int,
) -> RenderPlan:
    """The plan of the whole source, counted in its own frames, with a shot from each border to the next."""
    reframed, source = context.read(ReframedSource), context.read(SurveyedSource)
    firsts = frames.borders
    facts = replace(source.facts, entries=tuple(frames.times[first] for first in firsts))
    target = FrameTarget(width=reframed.width, height=reframed.height, fps=fps, firsts=firsts)
    document = context.scratch / "own_frames.json"
    document.write_bytes(encode(StoredVideo(source=source.source, facts=facts, target=target)))
    media = context.keep(document)
    stops = [*firsts[1:], len(frames.times)]
    return RenderPlan(
        width=reframed.width,
        height=reframed.height,
        fps=fps,
        frame_count=len(frames.times),
        storyboard=Storyboard(
            pack=reframed.storyboard.pack,
            shots=tuple(map(partial(_shot, media, fps), firsts, stops)),
            makers=dict.fromkeys([media], "source"),
        ),
        captions=track,
        audio=context.read(Mix).audio,
        encoder=encoder,
    )


def _shot(media: str, fps: int, first: int, stop: int) -> Shot:
    spec = SourceSpec(
        media=media, fps=fps, first=first, extent=(1.0, 1.0), path=((0.0, 0.0, 0.0),), whole=False
    )
    return Shot(
        span=TimeRange(frame_time(first, fps), frame_time(stop, fps)), scene=f"r{first}", picture=spec
    )
