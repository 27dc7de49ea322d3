"""What a completed operation brings to its project: contract documents, read and checked in advance."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from api.problems import ApiProblem
from api.remix.operations.documents import read_document
from api.remix.operations.queueing import operation_of
from renderer.contract.remix.analysis import SourceAnalysis, SourceMeasures
from renderer.contract.remix.spoken_lines import SpokenVoiceover
from renderer.contract.remix.timed_text import CueList, VoiceoverScript
from renderer.contract.results import AnalysisResult, SoundResult, VideoResult

if TYPE_CHECKING:
    from api.jobs.repository import Job
    from renderer.backends.storage.base import ObjectStore
    from renderer.contract.results import Result

THUMBNAIL, VOICEOVER, SPOKEN = "thumbnail.jpg", "voiceover.m4a", "voiceover.json"
AnyDocument: TypeAlias = SourceMeasures | SourceAnalysis | CueList | VoiceoverScript
_DOCUMENTS: Final[dict[str, type[AnyDocument]]] = {
    "probe": SourceMeasures,
    "analyse": SourceAnalysis,
    "translate": CueList,
    "draft": VoiceoverScript,
}
_RESULTS: Final[dict[str, type[Result]]] = {"preview": SoundResult, "export": VideoResult}


@dataclass(frozen=True, slots=True, kw_only=True)
class Brought:
    """The result of an operation, its document if it is one, and the voiceover if anything was spoken."""

    result: Result
    document: AnyDocument | None = None
    spoken: SpokenVoiceover | None = None
    files: dict[str, Any] = field(default_factory=dict)


def bring(store: ObjectStore, job: Job, result: Result) -> Brought:
    """Read what the project needs from a result; raises `output_unverified` or `service_unavailable`."""
    operation = operation_of(job)
    if operation not in _DOCUMENTS | _RESULTS:
        raise ApiProblem("output_unverified", "The operation is of a kind that this release does not know.")
    if not isinstance(result, _RESULTS.get(operation, AnalysisResult)):
        raise ApiProblem("output_unverified")
    document = read_document(store, result.file, _DOCUMENTS[operation]) if operation in _DOCUMENTS else None
    said = result.sidecars.get(SPOKEN)
    return Brought(
        result=result,
        document=document,
        spoken=read_document(store, said, SpokenVoiceover) if said else None,
        files=_files(operation, result),
    )


def _files(operation: str, result: Result) -> dict[str, Any]:
    """The stored files that the project keeps, by their names in the project."""
    match operation:
        case "analyse":
            named = {"analysis": result.file, "thumbnail": result.sidecars.get(THUMBNAIL)}
        case "preview":
            named = {"mix": result.file, "voiceover": result.sidecars.get(VOICEOVER)}
        case _:
            named = {}
    return {name: file.model_dump(mode="json") for name, file in named.items() if file}


def shown_analysis(analysis: SourceAnalysis) -> dict[str, Any]:
    """What the owner sees of an analysis; words, paths and boxes stay in the stored document."""
    lines = [
        {name: value for name, value in each.model_dump(mode="json").items() if name != "words"}
        for each in analysis.transcript
    ]
    return {
        "language": analysis.language,
        "transcript": lines,
        "words": sum(len(each.words) or len(each.text.split()) for each in analysis.transcript),
        "speech_seconds": sum(each.end_ms - each.start_ms for each in analysis.speech) / 1000,
        "loudness_lufs": analysis.loudness_lufs,
        "shots": len(analysis.shots),
        "engine": analysis.engine,
    }
