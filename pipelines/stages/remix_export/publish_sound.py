"""publish_sound: mix and voiceover as AAC, and how each line fits, are delivered, the mix last."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from pipelines.documents import Publication
from pipelines.project.documents import Dub
from pipelines.project.fits import spoken_voiceover
from pipelines.project.picture import export_shape
from pipelines.project.remastering import remastered
from pipelines.source.delivering import delivered_document, document_file
from pipelines.source.documents import SurveyedSource
from renderer.backends.publishing.base import PublishedFile
from renderer.contract.orders.remix import RemixPreview
from renderer.core.mix import Mix
from renderer.media.encoding.audio_encode import Remaster, encode_audio_beside, unchanged
from renderer.media.loudness import measure_loudness
from renderer.runtime.stage import Stage, StageContext

MIX: Final = "mix.m4a"
VOICEOVER: Final = "voiceover.m4a"
FITS: Final = "voiceover.json"
SOUND_TYPE: Final = "audio/mp4"
BIT_RATE: Final = 192_000
SPEECH_BIT_RATE: Final = 96_000


def run(context: StageContext[RemixPreview]) -> Publication:
    """Encode the sounds, write the fits, and hand everything to the publisher.

    Raises:
        ClipwrightError: `encoder_failed`, `output_unwritable`, `disk_full`, `storage_failed`.
    """
    mix, source = context.read(Mix), context.read(SurveyedSource)
    mend = partial(remastered, context.scratch, mix)
    main = _encoded(context, mix.audio, MIX, suffix=".m4a", bit_rate=BIT_RATE, remaster=mend)
    return delivered_document(context, source, main, *_voiceover(context))


def _voiceover(context: StageContext[RemixPreview]) -> Iterator[PublishedFile]:
    dub = context.read(Dub)
    if dub.audio:
        yield _encoded(
            context,
            dub.audio,
            VOICEOVER,
            suffix=".voiceover.m4a",
            bit_rate=SPEECH_BIT_RATE,
            remaster=unchanged,
        )
        fits = document_file(context, FITS, spoken_voiceover(dub))
        yield PublishedFile(name=FITS, suffix=".voiceover.json", path=fits.path, media_type=fits.media_type)


def _encoded(
    context: StageContext[RemixPreview],
    audio: str,
    name: str,
    *,
    suffix: str,
    bit_rate: int,
    remaster: Remaster,
) -> PublishedFile:
    path = context.scratch / name
    duration = export_shape(context.read(SurveyedSource).facts).duration
    beside = encode_audio_beside(
        context.path(audio),
        duration=duration,
        bit_rate=bit_rate,
        scratch=context.scratch / f"{name}.part",
        remaster=remaster,
        listen=measure_loudness,
    )
    with beside as encoding:
        encoding.result().replace(path)
    return PublishedFile(name=name, suffix=suffix, path=path, media_type=SOUND_TYPE)


STAGE: Final[Stage[RemixPreview]] = Stage(
    name="publish_sound",
    version=2,
    weight=4,
    needs=(SurveyedSource, Dub, Mix),
    makes=Publication,
    run=run,
    cached=False,
)
