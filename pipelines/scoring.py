"""What mixing a short video and a film have in common."""

from __future__ import annotations

from fractions import Fraction

from pipelines.asset_digests import asset_digest
from pipelines.seeds import derived_seed, order_seed
from renderer.audio.mixing.designed import designed_cues
from renderer.audio.mixing.effects import transition_cues
from renderer.audio.mixing.mix_result import MixResult
from renderer.contract.orders.base import NarratedOrder
from renderer.core.mix import Mix, SoundCue, Track
from renderer.core.script import Script
from renderer.core.storyboard import Storyboard
from renderer.core.words import Narration
from renderer.runtime.stage import StageContext


def scene_starts(script: Script, narration: Narration) -> tuple[Fraction, ...]:
    """When the first line of each scene is spoken."""
    first_lines = {scene.lines[0].id for scene in script.scenes}
    return tuple(line.span.start for line in narration.lines if line.line in first_lines)


def mix_document(context: StageContext[NarratedOrder], result: MixResult) -> Mix:
    """The mix with its stems in the store."""
    voice = context.read(Narration).audio
    tracks = tuple(
        Track(
            name=stem.name,
            stem=voice if stem.name == "narration" else context.keep(stem.path),
            offset=stem.offset,
            gain=stem.gain,
        )
        for stem in result.stems
    )
    return Mix(
        audio=context.keep(result.path),
        duration=result.duration,
        tracks=tracks,
        loudness_lufs=result.loudness_lufs,
        true_peak_dbtp=result.true_peak_dbtp,
        credits=result.credits,
    )


def cues(order: NarratedOrder, storyboard: Storyboard, narration: Narration) -> tuple[SoundCue, ...]:
    """The sounds of transitions, numbers and counters; none if the order turns effects off."""
    if order.effects == "off":
        return ()
    shots = storyboard.shots
    cuts = [(shot.transition.kind, shot.span.start, shot.transition.duration) for shot in shots[1:]]
    return (*transition_cues(cuts), *designed_cues(shots, narration.words))


def music_facts(order: NarratedOrder) -> dict[str, object]:
    """What decides an order's music and effects; the files of mood and mode count by their content."""
    pack = order.settings.style_pack
    return {
        "pack": pack,
        "mode": order.settings.video_mode,
        "files": [asset_digest(f"music/{name}.toml") for name in (pack, "modes")],
        "seed": music_seed(order),
        "effects": order.effects,
    }


def music_seed(order: NarratedOrder) -> int:
    """Which variation of the mood is played."""
    return derived_seed(order_seed(order), "music")
