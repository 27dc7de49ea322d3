"""lay_out_cues: the captions' cues become pages, clear of faces and text in the picture, readable on it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from pipelines.asset_digests import asset_digest
from pipelines.project.cue_pages import TimedCue, caption_track
from pipelines.project.cue_words import cue_words
from pipelines.project.documents import Dub, ProjectTexts, ReframedSource
from pipelines.project.drawing import begin_export
from pipelines.project.languages import language_of
from pipelines.project.occupied import OccupiedPlaces
from pipelines.project.texts import analysis_of, cues_of
from pipelines.source.documents import SurveyedSource
from pipelines.source.reading import source_path
from renderer.captions.contrast import with_contrast
from renderer.captions.layout.placement import placed_clear
from renderer.captions.layout.safe_area import Frame
from renderer.compositor.planes import Planes, allocate
from renderer.contract.orders.base import FrameSpec
from renderer.contract.orders.remix import RemixExport, VoiceoverMode
from renderer.contract.remix.analysis import SourceAnalysis
from renderer.contract.remix.timed_text import TimedText
from renderer.contract.vocabulary import Language
from renderer.core.captions import CaptionTrack
from renderer.rendering.frames import open_frames
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.stage import Stage, StageContext
from renderer.text.lines import build_line
from renderer.text.prepared import Preparation
from renderer.visuals.style_packs import StylePacks

NO_CUES: Final = "captions are on, but nothing was heard or given that they could show"
"""Note on a video that was ordered with captions and has none."""


def params(order: RemixExport, capabilities: CapabilitySet) -> object:
    """Caption settings and voiceover mode; the style's file counts by its content."""
    del capabilities
    captions = order.settings.captions
    file = asset_digest(f"caption_styles/{captions.style}.toml")
    return [captions.model_dump(), file, order.settings.voiceover.mode]


def run(context: StageContext[RemixExport]) -> CaptionTrack:
    """Time the words, lay out the pages, find their places, measure their contrast.

    Emoji and what no font face has are replaced or left out, with a note; the project's own cues keep them.

    Raises:
        ClipwrightError: `text_too_wide`, `media_unreadable`.
    """
    settings, reframed = context.order.settings, context.read(ReframedSource)
    analysis, listed = analysis_of(context), cues_of(context)
    text = "\n".join(cue.text for cue in listed.cues)
    language = language_of(listed.language or analysis.language, text)
    frame = Frame(width=reframed.width, height=reframed.height)
    preparation = Preparation()
    shown = listed.cues if settings.captions.enabled else ()
    cues = _timed(context, shown, analysis=analysis, preparation=preparation, language=language)
    track = caption_track(cues, captions=settings.captions, language=language, frame=frame)
    missing = (NO_CUES,) if settings.captions.enabled and not cues else ()
    track = replace(track, notes=(*missing, *track.notes, *preparation.notes()))
    places = OccupiedPlaces(analysis.occupied, reframed)
    clear = placed_clear(track, frame=frame, occupied=places.during, shot_of=places.cut_of)
    readable = _on_pictures(context, clear)
    begin_export(context, readable)
    return readable


def _timed(
    context: StageContext[RemixExport],
    cues: Iterable[TimedText],
    *,
    analysis: SourceAnalysis,
    preparation: Preparation,
    language: Language,
) -> list[TimedCue]:
    """The cues that have something to show, made drawable, in the order of their first words' times."""
    dub = context.read(Dub)
    speaks = context.order.settings.voiceover.mode is not VoiceoverMode.OFF
    timed = []
    for number, cue in enumerate(cues, start=1):
        line = build_line(preparation.text(cue.text), id=f"c{number}", language=language)
        if line.tokens:
            words = cue_words(cue, line, analysis=analysis, dub=dub, speaks=speaks)
            timed.append(TimedCue(cue=cue, line=line, words=words))
    return sorted(timed, key=lambda cue: cue.words[0].span.start)


def _on_pictures(context: StageContext[RemixExport], track: CaptionTrack) -> CaptionTrack:
    reframed = context.read(ReframedSource)
    source_path(context)
    context.advance(0.3, f"{len(track.pages)} pages")
    frame = FrameSpec(width=reframed.width, height=reframed.height, fps=reframed.fps)
    ground = allocate(reframed.width, reframed.height)
    pack = context.engine(StylePacks)(reframed.storyboard.pack)
    with open_frames(reframed.storyboard, None, pack=pack, frame=frame, store=context.store) as frames:

        def probe(number: int) -> Planes:
            context.check_cancelled()
            frames.draw(min(number, reframed.frame_count - 1), ground)
            return ground

        return with_contrast(track, fps=reframed.fps, probe=probe)


def _told(track: CaptionTrack) -> str:
    return NO_CUES if NO_CUES in track.notes else ""


STAGE: Final[Stage[RemixExport]] = Stage(
    name="lay_out_cues",
    version=7,
    weight=3,
    needs=(SurveyedSource, ProjectTexts, Dub, ReframedSource),
    makes=CaptionTrack,
    params=params,
    run=run,
    summary=_told,
)
