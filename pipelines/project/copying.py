"""Lossless exports: the source's own packets with new sound, if nothing touches its pictures."""

from __future__ import annotations

from concurrent.futures import Future
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Final

from msgspec import Struct

from pipelines.project.documents import EncodedExport, PicturePath, ReframedSource
from pipelines.project.remastering import remastered
from pipelines.source.documents import SurveyedSource
from renderer.contract.orders.remix import RemixExport
from renderer.core.captions import CaptionTrack
from renderer.core.encoding import ChosenEncoder
from renderer.core.mix import Mix
from renderer.errors import ClipwrightError
from renderer.media.encoding.audio_encode import encode_audio_beside
from renderer.media.loudness import measure_loudness
from renderer.media.sources.sandbox import SandboxLimits, ask_child
from renderer.runtime.stage import StageContext

COPY_LIMITS: Final = SandboxLimits(memory=2 << 30, seconds=120, file_bytes=2 << 30)


class NotCopied(Struct, frozen=True, kw_only=True):
    """Why pictures must be encoded, as part of a sentence."""

    reason: str


def not_copied(error: ClipwrightError) -> NotCopied:
    """Why a child process did not copy; an error about anything else is raised again."""
    if error.code != "media_unreadable":
        raise error
    return NotCopied(reason=str(error.facts["reason"]))


def shows_captions(context: StageContext[RemixExport]) -> bool:
    """Whether there is a caption in the pictures."""
    return bool(context.read(CaptionTrack).pages)


def sound_beside(context: StageContext[RemixExport], mix: Mix) -> AbstractContextManager[Future[Path]]:
    """Encode the mix as AAC while the block does other work."""
    return encode_audio_beside(
        context.path(mix.audio),
        duration=mix.duration,
        bit_rate=context.engine(ChosenEncoder).profile.audio_bit_rate,
        scratch=context.scratch / "sound.mp4",
        remaster=partial(remastered, context.scratch, mix),
        listen=measure_loudness,
    )


def kept_sound(context: StageContext[RemixExport], encoding: Future[Path]) -> Path:
    """Wait for the encoded sound, and move it to a file that outlasts the block.

    Raises:
        ClipwrightError: `cancelled`, `disk_full`, `encoder_failed`.
    """
    kept = context.scratch / "aac.mp4"
    encoding.result().replace(kept)
    context.check_cancelled()
    return kept


def copied_export(context: StageContext[RemixExport]) -> EncodedExport | NotCopied:
    """The copy, if every frame is shown as it is and the packets can be put into an MP4; otherwise why not.

    Turned pictures are not copied, though most players turn them: the file is as wide as the export says.

    Raises:
        ClipwrightError: `cancelled`, `disk_full`, `encoder_failed`.
    """
    source, mix = context.read(SurveyedSource), context.read(Mix)
    if not context.read(ReframedSource).untouched:
        return NotCopied(reason="the pictures are cropped or scaled")
    picture = source.facts.picture
    if picture.rotation or picture.shown_size != (picture.width, picture.height):
        return NotCopied(reason="the source's pictures are turned or not of square pixels")
    if not source.facts.stamped:
        return NotCopied(reason="the source's frames have no times")
    path, into = context.path(source.source), context.scratch / "copy.mp4"
    with sound_beside(context, mix) as encoding:
        kept = kept_sound(context, encoding)
    request = {"sound": str(kept), "into": str(into), "origin": str(source.facts.origin)}
    try:
        answer = ask_child("remux", path, COPY_LIMITS, cancelled=context.cancelled, **request)
        whole = ask_child("packets", into, COPY_LIMITS, cancelled=context.cancelled)
    except ClipwrightError as error:
        into.unlink(missing_ok=True)
        return not_copied(error)
    if answer != whole:
        return NotCopied(reason="the source's packets came out of the file as others than went in")
    return EncodedExport(
        video=context.keep(into),
        duration=source.facts.duration,
        frames=int(answer["packets"]),
        width=picture.width,
        height=picture.height,
        pictures=PicturePath.COPIED,
        why="nothing touches the pictures",
        plan=None,
        sound=context.keep(kept),
    )
