"""publish_export: the video, its captions, how the voiceover fits and the manifest are delivered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec.structs import asdict, replace

from pipelines import manifest
from pipelines.documents import Publication
from pipelines.project.documents import Dub, EncodedExport
from pipelines.project.fits import spoken_voiceover
from pipelines.publishing import json_file, text_file
from pipelines.source.delivering import delivered_document, document_file
from pipelines.source.documents import SurveyedSource
from renderer.backends.publishing.base import PublishedFile
from renderer.captions.sidecars.cues import cues
from renderer.captions.sidecars.subtitles import srt, vtt
from renderer.contract.orders.remix import RemixExport
from renderer.core.captions import CaptionTrack
from renderer.core.encoding import ChosenEncoder
from renderer.core.mix import Mix
from renderer.media.inspection.inspect import Inspection
from renderer.runtime.stage import Stage, StageContext

FITS: Final = "voiceover.json"


def run(context: StageContext[RemixExport]) -> Publication:
    """Write the sidecars and hand everything to the publisher.

    Raises:
        ClipwrightError: `output_unwritable`, `disk_full`, `storage_failed`.
    """
    export = context.read(EncodedExport)
    main = PublishedFile(
        name="video.mp4", suffix=".mp4", path=context.path(export.video), media_type="video/mp4"
    )
    files = (main, *_sidecars(context))
    published = delivered_document(context, context.read(SurveyedSource), *files)
    return replace(published, duration=export.duration, width=export.width, height=export.height)


def _sidecars(context: StageContext[RemixExport]) -> Iterator[PublishedFile]:
    yield json_file(context, "manifest.json", _manifest(context))
    track, dub = context.read(CaptionTrack), context.read(Dub)
    if track.pages:
        shown = cues(track)
        yield text_file(context, "captions.srt", srt(shown), media_type="application/x-subrip")
        yield text_file(context, "captions.vtt", vtt(shown, track.language), media_type="text/vtt")
    if dub.lines:
        fits = document_file(context, FITS, spoken_voiceover(dub))
        yield PublishedFile(name=FITS, suffix=".voiceover.json", path=fits.path, media_type=fits.media_type)


def _manifest(context: StageContext[RemixExport]) -> dict[str, Any]:
    """The manifest: what the video is made of."""
    export, dub, mix = context.read(EncodedExport), context.read(Dub), context.read(Mix)
    encoder = context.engine(ChosenEncoder)
    how = {"encoder": asdict(export.plan.encoder), "reason": encoder.reason} if export.plan else {}
    return {
        "schema": manifest.SCHEMA,
        "clipwright": manifest.program_version(),
        "order": {"workflow": "remix", "settings": context.order.settings.model_dump(mode="json")},
        "source": {"sha256": context.read(SurveyedSource).source},
        "video": {
            "sha256": export.video,
            "duration_seconds": round(float(export.duration), 6),
            "frames": export.frames,
            "pictures": {"path": export.pictures, "why": export.why, "encoded_frames": export.drawn},
            **how,
            "inspection": asdict(context.read(Inspection)),
        },
        "voiceover": {
            "speech": {"name": dub.speaker, "fingerprint": dub.engine},
            "lines": [line.model_dump() for line in spoken_voiceover(dub).lines] if dub.lines else [],
            "notes": list(dub.notes),
        },
        "captions": manifest.captions_section(context.read(CaptionTrack), context.read(Inspection)),
        "sound": {**manifest.sound_section(mix), "notes": list(mix.notes)},
        "credits": [manifest.VOICE_CREDITS[dub.speaker]] if dub.speaker in manifest.VOICE_CREDITS else [],
        "stages": manifest.stages_section(context.history),
    }


STAGE: Final[Stage[RemixExport]] = Stage(
    name="publish_export",
    version=1,
    weight=1,
    needs=(SurveyedSource, Dub, CaptionTrack, Mix, EncodedExport, Inspection),
    makes=Publication,
    run=run,
    cached=False,
)
