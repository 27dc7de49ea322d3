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
from renderer.runtime.pipeline import Pipeline, PipelineEntry


def _short() -> Pipeline[ShortOrder]:
    from pipelines.short import SHORT  # noqa: PLC0415 - a worker of another workflow loads no painter

    return SHORT


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


PIPELINES: Final[dict[str, PipelineEntry[Any]]] = {
    "short": PipelineEntry(order=ShortOrder, load=_short),
    "long_form": PipelineEntry(order=LongFormOrder, load=_long_form),
    "remix.probe": PipelineEntry(order=RemixProbe, load=_remix_probe),
    "remix.translate": PipelineEntry(order=RemixTranslate, load=_remix_translate),
    "remix.draft": PipelineEntry(order=RemixDraft, load=_remix_draft),
    "remix.preview": PipelineEntry(order=RemixPreview, load=_remix_preview),
    "remix.export": PipelineEntry(order=RemixExport, load=_remix_export),
    "remix.analyse": PipelineEntry(order=RemixAnalyse, load=_remix_analyse),
}
