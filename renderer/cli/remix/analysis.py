"""`clipwright remix analyse` and `captions`: what is in the user's own video, and subtitle files for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import click

from pipelines.documents import Publication
from pipelines.remix.analyse import ANALYSE
from pipelines.source.documents import SurveyedSource, WatchedSource
from renderer.analysis.cues import cues_of
from renderer.analysis.occupied import occupied_boxes
from renderer.analysis.placement import clear_position
from renderer.analysis.watched import load
from renderer.backends.publishing.base import Publisher
from renderer.backends.publishing.folder import FolderPublisher
from renderer.backends.transcription.base import NOBODY, Transcript
from renderer.captions.sidecars.cue_files import cue_srt, cue_vtt
from renderer.cli.local_inputs import local_inputs
from renderer.cli.observers import watching
from renderer.cli.options import settings_for
from renderer.cli.remix.words import no_transcriber
from renderer.contract.orders.remix import RemixAnalyse
from renderer.contract.remix.analysis import SourceAnalysis
from renderer.contract.remix.timed_text import TimedText
from renderer.contract.vocabulary import CaptionPosition
from renderer.errors import ClipwrightError
from renderer.files import write_atomically, writing_to
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.capabilities import Factories
from renderer.runtime.execution.dependencies import needed_for
from renderer.runtime.execution.run import Run
from renderer.runtime.execution.runner import run_pipeline
from renderer.runtime.inputs import Inputs
from renderer.runtime.workspace import open_workspace, prune
from renderer.worker.composition.wiring import build_capabilities

_FILE: Final = click.argument("file", type=Path)
_WORKSPACE: Final = click.option(
    "--workspace", type=Path, default=None, help="Folder for intermediate results [default: .clipwright]."
)
_JSON: Final = click.option(
    "--json", "as_json", is_flag=True, help="Report as JSON lines on standard output."
)


@click.command()
@_FILE
@click.option("--out", type=Path, default=None, help="The JSON's path [default: out/<file>.analysis.json].")
@_WORKSPACE
@_JSON
def analyse(*, file: Path, out: Path | None, workspace: Path | None, as_json: bool) -> None:
    """Find shots, subject, faces, text, speech and words of a video.

    Writes a JSON document and a thumbnail. Run the same command again after any interruption: it goes on
    where it stopped.
    """
    publisher = FolderPublisher((out or Path("out") / f"{file.stem}.analysis").with_suffix(".json"))
    publisher.check()
    documents = _run(file, (Publication,), {Publisher: lambda: publisher}, workspace, as_json=as_json)
    publication: Publication = documents[Publication]
    if as_json:
        finished = {"event": "finished", "analysis": publication.places[0], "files": publication.places}
        click.echo(json.dumps(finished, ensure_ascii=False))
        return
    found = SourceAnalysis.model_validate_json(Path(publication.places[0]).read_bytes())
    for line in _told(found):
        click.echo(line)
    click.echo(publication.places[0])


@click.command()
@_FILE
@click.option("--srt", type=Path, default=None, help="Write SubRip here.")
@click.option("--vtt", type=Path, default=None, help="Write WebVTT here.")
@click.option("--clear", is_flag=True, help="Place WebVTT cues where they cover no face and no text.")
@_WORKSPACE
@_JSON
def captions(
    *, file: Path, srt: Path | None, vtt: Path | None, clear: bool, workspace: Path | None, as_json: bool
) -> None:
    """Transcribe a video and write its captions.

    Needs a Whisper model: `clipwright models fetch whisper-base` brings one.
    """
    if srt is None and vtt is None:
        raise ClipwrightError("invalid_option", field="--srt", reason="name a file for --srt or --vtt.")
    wanted = (Transcript, WatchedSource) if clear and vtt else (Transcript,)
    documents = _run(file, wanted, {}, workspace, as_json=as_json)
    source: SurveyedSource = documents[SurveyedSource]
    transcript: Transcript = documents[Transcript]
    _check_words(source, transcript)
    cues = cues_of(transcript, duration=source.facts.duration)
    written = []
    if srt is not None:
        written.append(_written(srt, cue_srt(cues)))
    if vtt is not None:
        boxes = _occupied(documents, workspace)

        def place(cue: TimedText) -> CaptionPosition:
            return clear_position(
                boxes, start_ms=cue.start_ms, end_ms=cue.end_ms, wanted=CaptionPosition.BOTTOM
            )

        written.append(_written(vtt, cue_vtt(cues, place=place)))
    if as_json:
        click.echo(json.dumps({"event": "finished", "cues": len(cues.cues), "files": written}))
    else:
        click.echo("\n".join(written))


def _run(
    file: Path, targets: tuple[type, ...], rim: Factories, workspace: Path | None, *, as_json: bool
) -> dict[type, Any]:
    """Run the stages that the targets need; returns all their documents."""
    order, settings = RemixAnalyse(), settings_for(workspace)
    place, inputs = open_workspace(settings.workspace), local_inputs(source=file)
    with watching(as_json=as_json) as observer:
        capabilities = build_capabilities(order, rim={**rim, Inputs: lambda: inputs}, settings=settings)
        run = Run(order=order, capabilities=capabilities, workspace=place, observer=observer)
        stages = needed_for(ANALYSE.stages, *targets)
        documents = run_pipeline(stages, run).documents
    prune(place, keep_bytes=int(settings.workspace_limit_gb * 1e9))
    return documents


def _check_words(source: SurveyedSource, transcript: Transcript) -> None:
    if source.sound is not None and transcript.engine == NOBODY:
        raise no_transcriber()
    if not transcript.segments:
        raise ClipwrightError("no_speech")


def _occupied(documents: dict[type, Any], workspace: Path | None) -> tuple[Any, ...]:
    if WatchedSource not in documents:
        return ()
    store = ArtifactStore(open_workspace(settings_for(workspace).workspace))
    watched = load(store.path(documents[WatchedSource].notes))
    return occupied_boxes(watched, duration=documents[SurveyedSource].facts.duration)


def _written(path: Path, text: str) -> str:
    with writing_to(path):
        path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, text.encode())
    return str(path)


def _told(found: SourceAnalysis) -> list[str]:
    """A summary of the analysis for a person, line by line."""
    source = found.source
    words = sum(len(segment.words) for segment in found.transcript)
    speech = sum(span.end_ms - span.start_ms for span in found.speech) / 1000
    loudness = "no sound" if not source.has_audio else "silence"
    if found.loudness_lufs is not None:
        loudness = f"{found.loudness_lufs:.1f} LUFS"
    subjects = ", ".join(sorted({shot.subject for shot in found.shots}))
    kinds = [box.kind for box in found.occupied]
    heard = "nobody (no transcription model is installed)" if found.engine == NOBODY else found.engine
    return [
        f"picture   {source.width} x {source.height}, {source.duration_seconds:.2f} s",
        f"rate      {source.frame_rate:g} frames a second",
        f"sound     {loudness}, {speech:.1f} s of speech",
        f"shots     {len(found.shots)}, subject by {subjects}",
        f"occupied  {kinds.count('face')} boxes of faces, {kinds.count('text')} of text",
        f"words     {words}, language {found.language or 'unknown'}, heard by {heard}",
        f"captions  {len(found.captions.cues)} cues",
    ]
