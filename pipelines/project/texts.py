"""Reading the texts of a Remix project: input objects made by other jobs and by the project's owner."""

from __future__ import annotations

from typing import Final, TypeVar

from pydantic import BaseModel, ValidationError

from pipelines.project.documents import ProjectTexts
from pipelines.source.documents import SurveyedSource
from pipelines.source.measuring import measures_of
from renderer.contract.orders.remix import RemixOperation
from renderer.contract.remix.analysis import SourceAnalysis
from renderer.contract.remix.timed_text import CueList, TimedText, VoiceoverScript
from renderer.errors import ClipwrightError
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.inputs import Inputs
from renderer.runtime.stage import StageContext

ANALYSIS: Final = "analysis"
CUES: Final = "cues"
SCRIPT: Final = "voiceover_script"
"""Names of input objects."""

M = TypeVar("M", bound=BaseModel)


def text_digests(capabilities: CapabilitySet) -> ProjectTexts:
    """Digests of the project's texts that the job message names."""
    inputs = capabilities.engine(Inputs)
    return ProjectTexts(
        analysis=_digest(inputs, ANALYSIS), cues=_digest(inputs, CUES), script=_digest(inputs, SCRIPT)
    )


def _digest(inputs: Inputs, name: str) -> str:
    try:
        return inputs.digest(name)
    except ClipwrightError as error:
        if error.code != "input_missing":
            raise
        return ""


def given_analysis(context: StageContext[RemixOperation]) -> SourceAnalysis:
    """The analysis of the source.

    Raises:
        ClipwrightError: `input_missing` if the job has none.
    """
    digest = context.read(ProjectTexts).analysis
    if not digest:
        raise ClipwrightError("input_missing", name=ANALYSIS)
    return _document(context, digest, SourceAnalysis)


def given_cues(context: StageContext[RemixOperation]) -> CueList:
    """The owner's captions, or those of the analysis.

    Raises:
        ClipwrightError: `input_missing` if the job has neither.
    """
    digest = context.read(ProjectTexts).cues
    return _document(context, digest, CueList) if digest else given_analysis(context).captions


def analysis_of(context: StageContext[RemixOperation]) -> SourceAnalysis:
    """What is known about the source; only its measures if it was not analysed."""
    digest = context.read(ProjectTexts).analysis
    if not digest:
        return SourceAnalysis(source=measures_of(context.read(SurveyedSource)))
    return given_analysis(context)


def cues_of(context: StageContext[RemixOperation]) -> CueList:
    """The owner's captions, or those of the analysis."""
    digest = context.read(ProjectTexts).cues
    return _document(context, digest, CueList) if digest else analysis_of(context).captions


def lines_of(context: StageContext[RemixOperation]) -> tuple[TimedText, ...]:
    """What the voiceover says: its script, or the captions if that is empty."""
    digest = context.read(ProjectTexts).script
    lines = _document(context, digest, VoiceoverScript).lines if digest else ()
    return lines or cues_of(context).cues


def _document(context: StageContext[RemixOperation], digest: str, kind: type[M]) -> M:
    try:
        return kind.model_validate_json(context.store.read(digest))
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        raise ClipwrightError("invalid_message", reason=f"{kind.__name__}: {first['msg']}") from error
