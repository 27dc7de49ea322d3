"""Encoding a plan's sound while its pictures are rendered: whole, or in parts, kept ones being reused."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AbstractContextManager
from fractions import Fraction
from pathlib import Path

from renderer.core.codec import decode
from renderer.core.mix import SoundSheet
from renderer.core.render_plan import RenderPlan
from renderer.media.encoding.audio_encode import encode_audio_beside
from renderer.media.encoding.sound_parts import VERSION, PartedSound, PartFile, encode_parts_beside
from renderer.rendering.segments import Rendering
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.kept_parts import KeptParts, part_key


def sound_beside(plan: RenderPlan, rendering: Rendering) -> AbstractContextManager[Future[Path]]:
    """Encode the sound of a plan in the background; the future gives an MP4 with the sound alone.

    The future raises:
        ClipwrightError: `encoder_failed`, `disk_full`, `artifact_corrupt`.
    """
    duration, bit_rate = Fraction(plan.frame_count, plan.fps), plan.encoder.audio_bit_rate
    scratch = rendering.scratch / "sound.mp4"
    if not rendering.sound_in_parts:
        return encode_audio_beside(
            rendering.store.path(plan.audio),
            duration=duration,
            bit_rate=bit_rate,
            scratch=scratch,
            remaster=rendering.remaster,
            listen=rendering.listen,
        )
    kept = KeptParts(rendering.store)

    def recall(facts: object, make: Callable[[], bytes]) -> bytes:
        return kept.recalled(part_key("sound packets", version=VERSION, decided_by=facts), make)

    return encode_parts_beside(
        parted(plan.audio, rendering.store),
        duration=duration,
        bit_rate=bit_rate,
        scratch=scratch,
        remaster=rendering.remaster,
        listen=rendering.listen,
        recall=recall,
    )


def parted(audio: str, store: ArtifactStore) -> PartedSound:
    """The sound whose `SoundSheet` has this digest.

    Raises:
        ClipwrightError: `artifact_corrupt`.
    """
    sheet = decode(store.read(audio), SoundSheet)
    files = tuple(PartFile(key=digest, path=store.path(digest)) for digest in sheet.parts)
    return PartedSound(samples=sheet.samples, files=files, sections=sheet.sections)
