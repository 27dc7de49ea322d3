"""reframe_source: which part of the source every frame of the export shows."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from pipelines.project.documents import ProjectTexts, ReframedSource
from pipelines.project.picture import export_shape
from pipelines.project.reframing import Reframing, shots_of
from pipelines.project.texts import analysis_of
from pipelines.source.documents import SurveyedSource
from renderer.contract.orders.remix import Aspect, FramingMode, RemixExport
from renderer.contract.remix.analysis import SourceShot, SubjectPoint
from renderer.contract.vocabulary import StylePack
from renderer.core.codec import encode
from renderer.core.picture_spec import media_of
from renderer.core.storyboard import Storyboard
from renderer.core.timecode import first_frame, milliseconds
from renderer.media.sources.video.frame_target import FrameTarget
from renderer.media.sources.video.stored import StoredVideo
from renderer.reframing.crops import Size, frame_size, same_shape
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.stage import Stage, StageContext

SOURCE_MAKER: Final = "source"


def params(order: RemixExport, capabilities: CapabilitySet) -> object:
    """Shape, size and framing."""
    del capabilities
    return [order.settings.aspect, order.side, order.settings.framing.model_dump()]


def run(context: StageContext[RemixExport]) -> ReframedSource:
    """Frame every shot: follow the subject, or stay where the owner wants it."""
    order, source = context.order, context.read(SurveyedSource)
    settings, facts = order.settings, source.facts
    size = facts.picture.shown_size
    frame = frame_size(settings.aspect, size, side=order.side)
    own_shape = same_shape(size, frame)
    unfit = settings.aspect is Aspect.SOURCE and not own_shape
    reframing = Reframing(
        source=size,
        frame=frame,
        framing=settings.framing,
        whole=settings.framing.mode is FramingMode.FIT or unfit,
    )
    shape = export_shape(facts)

    def media(target: FrameTarget) -> str:
        document = context.scratch / "source.json"
        document.write_bytes(encode(StoredVideo(source=source.source, facts=facts, target=target)))
        return context.keep(document)

    cuts = analysis_of(context).shots or (_one_shot(milliseconds(facts.duration)),)
    zoomed = settings.framing.mode is FramingMode.MANUAL and settings.framing.zoom > 1
    shots = shots_of(reframing, cuts, shape, facts, media=media)
    return ReframedSource(
        width=frame[0],
        height=frame[1],
        fps=shape.fps,
        frame_count=shape.frame_count,
        storyboard=Storyboard(
            pack=StylePack.DOCUMENTARY,
            shots=shots,
            makers={media_of(shot.picture): SOURCE_MAKER for shot in shots},
        ),
        cuts=tuple(first_frame(Fraction(cut.start_ms, 1000), shape.fps) for cut in cuts),
        shown=_shown(size, frame) if reframing.whole else (1.0, 1.0),
        untouched=settings.aspect is Aspect.SOURCE and not zoomed,
    )


def _shown(source: Size, frame: Size) -> tuple[float, float]:
    """The shares of the frame's width and height that the whole source takes."""
    scale = min(frame[0] / source[0], frame[1] / source[1])
    return source[0] * scale / frame[0], source[1] * scale / frame[1]


def _one_shot(end_ms: int) -> SourceShot:
    return SourceShot(start_ms=0, end_ms=end_ms, path=(SubjectPoint(at_ms=0, x=0.5, y=0.5),))


STAGE: Final[Stage[RemixExport]] = Stage(
    name="reframe_source",
    version=2,
    weight=1,
    needs=(SurveyedSource, ProjectTexts),
    makes=ReframedSource,
    params=params,
    run=run,
)
