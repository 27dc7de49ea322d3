"""The long-form pipeline: a script becomes a narrated horizontal film of 11 to 15 minutes, with chapters."""

from __future__ import annotations

from typing import Final

from pipelines.documents import Publication, published_video
from pipelines.film.ahead import foresight
from pipelines.film.documents import Film
from pipelines.stages import align_words, draw_thumbnail
from pipelines.stages.film import (
    adapt_script,
    caption_film,
    direct_film,
    inspect_film,
    place_voice,
    publish_film,
    record_added,
    record_lines,
    refit_script,
    render_film,
    score_film,
    time_lines,
    write_lines,
)
from renderer.contract.facts import TITLE
from renderer.contract.orders.long_form import LongFormOrder
from renderer.contract.results import ChapterStart, VideoResult
from renderer.runtime.pipeline import Documents, Pipeline


def published_film(documents: Documents) -> VideoResult:
    """The published video with its chapters and its description."""
    film: Film = documents[Film]
    starts = tuple(
        ChapterStart(title=chapter.title[:TITLE], start_seconds=round(float(chapter.span.start), 3))
        for chapter in film.timeline.chapters
    )
    publication: Publication = documents[Publication]
    told = {"chapters": starts, "description": publication.description}
    return published_video(documents).model_copy(update=told)


LONG_FORM: Final[Pipeline[LongFormOrder]] = Pipeline(
    stages=(
        adapt_script.STAGE,
        record_lines.stage(foresight),
        refit_script.STAGE,
        record_added.STAGE,
        time_lines.STAGE,
        write_lines.STAGE,
        place_voice.STAGE,
        align_words.STAGE,
        direct_film.STAGE,
        caption_film.STAGE,
        score_film.STAGE,
        draw_thumbnail.stage(draw_thumbnail.of_film),
        render_film.STAGE,
        inspect_film.STAGE,
        publish_film.STAGE,
    ),
    result=published_film,
)
