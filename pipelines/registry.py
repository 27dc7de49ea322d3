"""All pipelines, by the name that their orders give; each is imported when a job needs it."""

from __future__ import annotations

from typing import Any, Final

from renderer.contract.orders.long_form import LongFormOrder
from renderer.contract.orders.remix import (
    RemixAnalyse,
    RemixDraft,
    RemixExport,
    RemixOperation,
    RemixPreview,
    RemixProbe,
    RemixTranslate,
)
from renderer.contract.orders.short import ShortOrder
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.pipeline import OpeningEntry, Pipeline, PipelineEntry
from renderer.runtime.stage import Stage


def _short() -> Pipeline[ShortOrder]:
    from pipelines.short import SHORT  # noqa: PLC0415 - a worker of another workflow loads no painter

    return SHORT


def _told() -> tuple[Stage[ShortOrder], ...]:
    from pipelines.stages import align_words, narrate, write_script  # noqa: PLC0415 - others load meanwhile

    return (write_script.STAGE, narrate.STAGE, align_words.STAGE)


def _read_for_short(order: ShortOrder, capabilities: CapabilitySet) -> None:
    from pipelines.stages.storyboard import read_ahead  # noqa: PLC0415 - loaded with the rest of the pipeline

    read_ahead(order, capabilities)


def _adapted() -> tuple[Stage[LongFormOrder], ...]:
    from pipelines.stages.film import adapt_script  # noqa: PLC0415 - the others load meanwhile

    return (adapt_script.STAGE,)


def _long_form() -> Pipeline[LongFormOrder]:
    from pipelines.long_form import LONG_FORM  # noqa: PLC0415 - the same

    return LONG_FORM


def _remix_probe() -> Pipeline[RemixOperation]:
    from pipelines.remix.probe import PROBE  # noqa: PLC0415 - the same

    return PROBE


def _remix_translate() -> Pipeline[RemixTranslate]:
    from pipelines.remix.translate import TRANSLATE  # noqa: PLC0415 - the same

    return TRANSLATE


def _remix_draft() -> Pipeline[RemixDraft]:
    from pipelines.remix.draft import DRAFT  # noqa: PLC0415 - the same

    return DRAFT


def _remix_preview() -> Pipeline[RemixPreview]:
    from pipelines.remix.preview import PREVIEW  # noqa: PLC0415 - the same

    return PREVIEW


def _remix_export() -> Pipeline[RemixExport]:
    from pipelines.remix.export import EXPORT  # noqa: PLC0415 - the same

    return EXPORT


def _remix_analyse() -> Pipeline[RemixOperation]:
    from pipelines.remix.analyse import ANALYSE  # noqa: PLC0415 - the same

    return ANALYSE


_SHORT: Final = (
    ("write_script", 1.0),
    ("narrate", 2.0),
    ("align_words", 1.0),
    ("storyboard", 2.0),
    ("lay_out_captions", 3.0),
    ("cue_sound", 1.0),
    ("mix_audio", 3.0),
    ("draw_thumbnail", 1.0),
    ("render_video", 88.0),
    ("inspect_video", 4.0),
    ("publish", 1.0),
)
_LONG_FORM: Final = (
    ("adapt_script", 1.0),
    ("record_lines", 4.0),
    ("refit_script", 1.0),
    ("record_added", 1.0),
    ("time_lines", 1.0),
    ("write_lines", 1.0),
    ("place_voice", 1.0),
    ("align_words", 1.0),
    ("direct_film", 3.0),
    ("caption_film", 2.0),
    ("score_film", 5.0),
    ("draw_thumbnail", 1.0),
    ("render_film", 80.0),
    ("inspect_film", 4.0),
    ("publish_film", 1.0),
)
"""Names and weights of stages, reported before any is loaded."""

SHORT: Final[OpeningEntry[ShortOrder]] = OpeningEntry(
    order=ShortOrder, load=_short, outline=_SHORT, load_opening=_told, read_ahead=_read_for_short
)
LONG_FORM: Final[OpeningEntry[LongFormOrder]] = OpeningEntry(
    order=LongFormOrder, load=_long_form, outline=_LONG_FORM, load_opening=_adapted
)

PIPELINES: Final[dict[str, PipelineEntry[Any]]] = {
    "short": SHORT,
    "long_form": LONG_FORM,
    "remix.probe": PipelineEntry(order=RemixProbe, load=_remix_probe),
    "remix.translate": PipelineEntry(order=RemixTranslate, load=_remix_translate),
    "remix.draft": PipelineEntry(order=RemixDraft, load=_remix_draft),
    "remix.preview": PipelineEntry(order=RemixPreview, load=_remix_preview),
    "remix.export": PipelineEntry(order=RemixExport, load=_remix_export),
    "remix.analyse": PipelineEntry(order=RemixAnalyse, load=_remix_analyse),
}
