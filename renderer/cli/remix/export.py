"""`clipwright remix export`: reframes, captions and dubs the user's own video, without the API."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

import click
from msgspec import Struct, field

from pipelines.documents import Publication
from pipelines.registry import PIPELINES
from renderer.backends.publishing.base import Publisher
from renderer.backends.publishing.folder import FolderPublisher
from renderer.cli.local_inputs import local_inputs
from renderer.cli.making import file_stem
from renderer.cli.observers import watching
from renderer.cli.options import (
    LEXICON_OPTION,
    choice,
    named_options,
    read_lexicon,
    settings_for,
    with_options,
)
from renderer.cli.remix.words import check_words
from renderer.contract.orders.remix import (
    Aspect,
    Ducking,
    Framing,
    FramingMode,
    OriginalAudio,
    RemixAnalyse,
    RemixCaptions,
    RemixExport,
    RemixOperation,
    RemixSettings,
    RemixTranslate,
    Voiceover,
    VoiceoverMode,
)
from renderer.contract.vocabulary import CaptionPosition, CaptionStyle, Language, Voice
from renderer.runtime.execution.run import Run
from renderer.runtime.execution.runner import run_pipeline
from renderer.runtime.inputs import Inputs
from renderer.runtime.progress import Observer
from renderer.runtime.workspace import open_workspace, prune
from renderer.runtime.workspace_folders import Workspace
from renderer.worker.composition.wiring import build_capabilities
from renderer.worker.settings import WorkerSettings

F = TypeVar("F", bound=Callable[..., Any])
OFF: Final = "off"
_KEPT: Final = "remix"
"""Folder of the workspace for analyses and translations that an export needed first."""
_DEFAULTS: Final = RemixSettings()

_ASPECTS, _FRAMINGS = (", ".join(kind) + "." for kind in (Aspect, FramingMode))

_OPTIONS: Final = (
    click.option("--aspect", default=_DEFAULTS.aspect.value, show_default=True, help=_ASPECTS),
    click.option(
        "--framing",
        default=_DEFAULTS.framing.mode.value,
        show_default=True,
        help=_FRAMINGS,
    ),
    click.option("--x", default=0.5, show_default=True, help="Middle of a manual crop, from the left."),
    click.option("--y", default=0.5, show_default=True, help="Middle of a manual crop, from the top."),
    click.option("--zoom", default=1.0, show_default=True, help="Of a manual crop, 1 to 4."),
    click.option("--captions", default=OFF, show_default=True, help="A caption style, or off."),
    click.option("--position", default=_DEFAULTS.captions.position.value, show_default=True),
    click.option("--dub", default="", help="Speak the captions in this language, translated where need be."),
    click.option(
        "--voiceover",
        default=VoiceoverMode.REPLACE.value,
        show_default=True,
        help="With --dub: replace the original speech, or mix over it.",
    ),
    click.option("--voice", default=_DEFAULTS.voiceover.voice.value, show_default=True),
    LEXICON_OPTION,
    click.option("--depth", default=_DEFAULTS.ducking.depth_db, show_default=True, help="Ducking, in dB."),
    click.option("--volume", default=1.0, show_default=True, help="Of the original sound, 0 to 2."),
    click.option("--cues", "cues_path", type=Path, help="Captions of your own, as JSON."),
    click.option("--script", "script_path", type=Path, help="Lines of your own to speak, as JSON."),
    click.option(
        "--analysis", "analysis_path", type=Path, help="What `remix analyse` found [default: runs it]."
    ),
    click.option("--side", default=1080, show_default=True, help="Shorter side of the frame in pixels."),
    click.option(
        "--workspace", type=Path, default=None, help="Folder for intermediate results [default: .clipwright]."
    ),
)


class _Bench(Struct, frozen=True, kw_only=True):
    """What all pipelines of one command share; `files` are its input objects so far."""

    settings: WorkerSettings
    workspace: Workspace
    observer: Observer
    files: dict[str, Path] = field(default_factory=dict)

    def run(self, order: RemixOperation, publisher: Publisher) -> Publication:
        """Run the operation's pipeline on the files; returns what it has published."""
        inputs = local_inputs(**self.files)
        rim = {Publisher: lambda: publisher, Inputs: lambda: inputs}
        capabilities = build_capabilities(order, rim=rim, settings=self.settings)
        run = Run(order=order, capabilities=capabilities, workspace=self.workspace, observer=self.observer)
        outcome = run_pipeline(PIPELINES[order.pipeline].load().stages, run)
        publication: Publication = outcome.documents[Publication]
        return publication

    def made(self, order: RemixOperation, name: str) -> Path:
        """Run an operation whose result the export needs; returns its JSON document in the workspace."""
        kept = self.workspace.root / _KEPT
        digest = local_inputs(source=self.files["source"]).digest("source")[:16]
        place = FolderPublisher(kept / f"{digest}-{name}.json")
        place.check()
        return Path(self.run(order, place).places[0])


def export_options(command: F) -> F:
    """Add all options that describe an export."""
    return with_options(command, _OPTIONS)


@click.command()
@click.argument("file", type=Path)
@export_options
@click.option("--out", type=Path, default=None, help="The MP4's path [default: out/<file>.remix.mp4].")
@click.option("--json", "as_json", is_flag=True, help="Report as JSON lines on standard output.")
def export(*, file: Path, out: Path | None, as_json: bool, workspace: Path | None, **given: Any) -> None:
    """Reframe, caption and dub a video of your own.

    Finds shots, subject and speech first where no analysis is given. Run the same command again after any
    interruption: it goes on where it stopped.
    """
    order = export_order(given)
    target = FolderPublisher((out or Path("out") / f"{file_stem(file.stem)}.remix.mp4").with_suffix(".mp4"))
    target.check()
    settings = settings_for(workspace)
    with watching(as_json=as_json) as observer:
        bench = _Bench(
            settings=settings,
            workspace=open_workspace(settings.workspace),
            observer=observer,
            files=_files(file, given),
        )
        _prepare(bench, order)
        publication = bench.run(order, target)
    prune(bench.workspace, keep_bytes=int(settings.workspace_limit_gb * 1e9))
    if as_json:
        finished = {"event": "finished", "video": publication.places[0], "files": publication.places}
        click.echo(json.dumps(finished, ensure_ascii=False))
    else:
        click.echo(publication.places[0])


def export_order(given: Mapping[str, Any]) -> RemixExport:
    """The validated order of an export.

    Raises:
        ClipwrightError: names the invalid option; blame is always the caller's.
    """
    with named_options():
        return RemixExport(
            settings=_settings(given), side=given["side"], lexicon=read_lexicon(given.get("lexicon_path"))
        )


def _settings(given: Mapping[str, Any]) -> RemixSettings:
    captioned = given["captions"] != OFF
    style = given["captions"] if captioned else CaptionStyle.TIKTOK.value
    spoken = bool(given["dub"] or given["script_path"])
    mode = choice("--voiceover", given["voiceover"], VoiceoverMode) if spoken else VoiceoverMode.OFF
    return RemixSettings(
        aspect=choice("--aspect", given["aspect"], Aspect),
        framing=Framing(
            mode=choice("--framing", given["framing"], FramingMode),
            x=given["x"],
            y=given["y"],
            zoom=given["zoom"],
        ),
        captions=RemixCaptions(
            enabled=captioned,
            style=choice("--captions", style, CaptionStyle),
            position=choice("--position", given["position"], CaptionPosition),
        ),
        original_audio=OriginalAudio(volume=given["volume"]),
        voiceover=Voiceover(
            mode=mode,
            voice=choice("--voice", given["voice"], Voice),
            language=choice("--dub", given["dub"] or Language.EN.value, Language),
        ),
        ducking=Ducking(depth_db=given["depth"]),
    )


def _files(file: Path, given: Mapping[str, Any]) -> dict[str, Path]:
    named = {
        "source": file,
        "analysis": given["analysis_path"],
        "cues": given["cues_path"],
        "voiceover_script": given["script_path"],
    }
    return {name: path for name, path in named.items() if path is not None}


def _prepare(bench: _Bench, order: RemixExport) -> None:
    """Make the documents that the export needs and that were not given: analysis, translated captions."""
    voiceover = order.settings.voiceover
    if "analysis" not in bench.files:
        bench.files["analysis"] = bench.made(RemixAnalyse(), "analysis")
    check_words(order.settings, analysis=bench.files["analysis"], given=bench.files)
    if voiceover.mode is not VoiceoverMode.OFF and "voiceover_script" not in bench.files:
        translate = RemixTranslate(target_language=voiceover.language)
        bench.files["cues"] = bench.made(translate, f"cues-{voiceover.language}")
