"""The preview of a project's sound: the voiceover spoken and mixed with the original, as AAC."""

from __future__ import annotations

from typing import Final

from pipelines.documents import Publication, result_file
from pipelines.stages.remix import survey_source
from pipelines.stages.remix_export import mix_remix, publish_sound, read_texts, speak_lines
from renderer.contract.orders.remix import RemixPreview
from renderer.contract.results import SoundResult
from renderer.runtime.pipeline import Documents, Pipeline


def published_sound(documents: Documents) -> SoundResult:
    """The published mix with the voiceover beside it."""
    publication: Publication = documents[Publication]
    main, *others = publication.files
    return SoundResult(
        file=result_file(main),
        sidecars={file.name: result_file(file) for file in others},
        duration_seconds=float(publication.duration),
    )


PREVIEW: Final[Pipeline[RemixPreview]] = Pipeline(
    stages=(survey_source.STAGE, read_texts.STAGE, speak_lines.STAGE, mix_remix.STAGE, publish_sound.STAGE),
    result=published_sound,
)
