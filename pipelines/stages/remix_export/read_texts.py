"""read_texts: analysis, captions and voiceover script are fetched, each if the job message names it."""

from __future__ import annotations

from typing import Final

from pipelines.project.documents import ProjectTexts
from pipelines.project.texts import ANALYSIS, CUES, SCRIPT, text_digests
from renderer.contract.orders.remix import RemixOperation
from renderer.runtime.inputs import Inputs
from renderer.runtime.stage import Stage, StageContext


def run(context: StageContext[RemixOperation]) -> ProjectTexts:
    """Fetch the texts that the job message names.

    Raises:
        ClipwrightError: `input_changed`, `storage_failed`.
    """
    found, inputs = text_digests(context.capabilities), context.engine(Inputs)
    for name, digest in ((ANALYSIS, found.analysis), (CUES, found.cues), (SCRIPT, found.script)):
        if digest:
            inputs.fetch(name, context.store)
    return found


STAGE: Final[Stage[RemixOperation]] = Stage(
    name="read_texts", version=1, weight=1, makes=ProjectTexts, run=run, cached=False
)
