"""Exports that lose nothing: the source's own packets with new sound, where nothing touches its pictures."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Final

from pipelines.project.documents import EncodedExport, ReframedSource
from pipelines.project.remastering import remastered
from pipelines.source.documents import SurveyedSource
from renderer.contract.orders.remix import RemixExport
from renderer.core.captions import CaptionTrack
from renderer.core.mix import Mix
from renderer.core.render_plan import ChosenEncoder
from renderer.errors import ClipwrightError
from renderer.media.encoding.audio_encode import encode_audio_beside
from renderer.media.inspection.inspect import Finding, Inspection
from renderer.media.loudness import measure_loudness
from renderer.media.sources.normalise import survey_video
from renderer.media.sources.sandbox import SandboxLimits, ask_child
from renderer.runtime.stage import StageContext

COPY_LIMITS: Final = SandboxLimits(memory=2 << 30, seconds=120, file_bytes=2 << 30)
_CLOSE: Final = Fraction(1, 20)
"""Seconds by which a copy's length may differ."""
_LOUDNESS_LU: Final = 0.5
_PEAK_DBTP: Final = -1.0
_GATE_LUFS: Final = -70.0


def may_be_copied(context: StageContext[RemixExport]) -> bool:
    """Whether every frame is shown as it is: the source's own shape, no crop, no caption."""
    facts = context.read(SurveyedSource).facts
    return context.read(ReframedSource).untouched and facts.stamped and not context.read(CaptionTrack).pages


def copied_export(context: StageContext[RemixExport]) -> Iterator[EncodedExport]:
    """The copy; nothing where the source's packets cannot stand in an MP4 as they are.

    Raises:
        ClipwrightError: `cancelled`, `disk_full`, `encoder_failed`.
    """
    source, mix = context.read(SurveyedSource), context.read(Mix)
    path, into, kept = context.path(source.source), context.scratch / "copy.mp4", context.scratch / "aac.mp4"
    profile = context.engine(ChosenEncoder).profile
    beside = encode_audio_beside(
        context.path(mix.audio),
        duration=mix.duration,
        bit_rate=profile.audio_bit_rate,
        scratch=context.scratch / "sound.mp4",
        remaster=partial(remastered, context.scratch),
    )
    with beside as encoding:
        encoding.result().replace(kept)
    context.check_cancelled()
    request = {"sound": str(kept), "into": str(into), "origin": str(source.facts.origin)}
    try:
        answer = ask_child("remux", path, COPY_LIMITS, **request)
        whole = ask_child("packets", into, COPY_LIMITS)
    except ClipwrightError as error:
        if error.code != "media_unreadable":
            raise
        into.unlink(missing_ok=True)
        return
    if answer != whole:
        return
    width, height = source.facts.picture.shown_size
    yield EncodedExport(
        video=context.keep(into),
        duration=source.facts.duration,
        frames=int(answer["packets"]),
        width=width,
        height=height,
        plan=None,
        sound=context.keep(kept),
    )


def inspected_copy(context: StageContext[RemixExport]) -> Inspection:
    """A copy held against its source, its sound against the mix.

    Raises:
        ClipwrightError: `quality_gate` with everything that was found.
    """
    export, source, mix = context.read(EncodedExport), context.read(SurveyedSource), context.read(Mix)
    video = context.path(export.video)
    found, sound = survey_video(video), measure_loudness(context.path(export.sound))
    wanted = max(mix.loudness_lufs, _GATE_LUFS)
    checks = {
        "size": (found.picture.shown_size, source.facts.picture.shown_size),
        "rotation": (found.picture.rotation, source.facts.picture.rotation),
        "start": (found.origin, Fraction(0)),
        "length": (abs(found.duration - source.facts.duration) <= _CLOSE, True),
        "loudness": (abs(sound.lufs - wanted) <= _LOUDNESS_LU, True),
        "true_peak": (sound.true_peak_dbtp <= _PEAK_DBTP, True),
    }
    findings = tuple(
        Finding(code=code, detail=f"{code} is {is_so} instead of {should}")
        for code, (is_so, should) in checks.items()
        if is_so != should
    )
    if findings:
        raise ClipwrightError("quality_gate", findings="; ".join(one.detail for one in findings))
    return Inspection(
        findings=(),
        size_bytes=video.stat().st_size,
        video_codec="copied",
        width=export.width,
        height=export.height,
        frames=export.frames,
        duration=found.duration,
        loudness_lufs=sound.lufs,
        true_peak_dbtp=sound.true_peak_dbtp,
    )
