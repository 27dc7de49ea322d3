"""`clipwright doctor`: what this machine can do, and what stands in for what; tried, not assumed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import click

from renderer.contract.vocabulary import CaptionStyle, Language, StylePack, Voice
from renderer.errors import ClipwrightError
from renderer.worker.settings import WorkerSettings

FREE_GB: Final = 2.0


@dataclass(frozen=True, slots=True)
class Check:
    """One finding: `ok`, or what to do about it in `note`."""

    name: str
    ok: bool
    note: str


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--deep", is_flag=True, help="Prove every configured provider with one small real (paid) call.")
def doctor(*, as_json: bool, deep: bool) -> None:
    """Try every engine once and say what works and what stands in for what."""
    settings = WorkerSettings()
    checks = [_run(name, probe, settings) for name, probe in PROBES.items()]
    checks += [_run(name, probe, settings) for name, probe in _deep_probes().items()] if deep else []
    if as_json:
        click.echo(json.dumps([asdict(check) for check in checks], ensure_ascii=False))
    else:
        for check in checks:
            click.echo(f"{'ok  ' if check.ok else 'FAIL'} {check.name:12} {check.note}")
    if not all(check.ok for check in checks):
        raise click.exceptions.Exit(1)


def _run(name: str, probe: Callable[[WorkerSettings], str], settings: WorkerSettings) -> Check:
    try:
        return Check(name, ok=True, note=probe(settings))
    except ClipwrightError as error:
        return Check(name, ok=False, note=error.sentence)
    except ImportError as error:
        return Check(name, ok=False, note=f"a package is missing: {error.name}; run `make setup`")


def _deep_probes() -> dict[str, Callable[[WorkerSettings], str]]:
    from renderer.worker.deep_checks import DEEP_CHECKS, probe_engines  # noqa: PLC0415 - same
    from renderer.worker.engine_settings import EngineSettings  # noqa: PLC0415 - same

    engines = probe_engines(EngineSettings())

    def probe(name: str) -> Callable[[WorkerSettings], str]:
        return lambda _settings: DEEP_CHECKS[name](engines)

    return {f"deep {name}": probe(name) for name in DEEP_CHECKS}


def _encoder(settings: WorkerSettings) -> str:
    from renderer.worker.wiring import encoder_choice  # noqa: PLC0415 - so that a missing package is a finding

    choice = encoder_choice(settings)
    return f"{choice.name} ({choice.reason})"


def _speech(settings: WorkerSettings) -> str:
    del settings
    from renderer.backends.speech.embedded import EmbeddedEngine  # noqa: PLC0415 - same
    from renderer.text.scripting import build_line  # noqa: PLC0415 - same

    engine = EmbeddedEngine()
    for language in Language:
        line = build_line("1, 2, 3.", id="doctor", language=language)
        engine.speak(line, language=language, voice=Voice.WARM_STORYTELLER)
    names = " and ".join(sorted({engine.engine_for(language) for language in Language}))
    return f"{names} speak {len(Language)} languages (they stand in for a neural voice)"


def _fonts(settings: WorkerSettings) -> str:
    del settings
    from renderer.text.catalogue import verify_fonts  # noqa: PLC0415 - same

    return f"{verify_fonts()} faces, digests right"


def _styles(settings: WorkerSettings) -> str:
    del settings
    from renderer.captions.style import load_style  # noqa: PLC0415 - same

    return f"{len([load_style(style) for style in CaptionStyle])} caption styles load"


def _packs(settings: WorkerSettings) -> str:
    del settings
    from renderer.visuals.pack import load_pack  # noqa: PLC0415 - same

    return f"{len([load_pack(pack) for pack in StylePack])} style packs load"


def _writing(settings: WorkerSettings) -> str:
    del settings
    from renderer.backends.writing.template import TemplateWriter  # noqa: PLC0415 - same

    return f"{TemplateWriter().name} writer (stands in for a language model)"


def _workspace(settings: WorkerSettings) -> str:
    from renderer.runtime.workspace import open_workspace  # noqa: PLC0415 - same

    place = open_workspace(settings.workspace)
    free = shutil.disk_usage(place.root).free / 1e9
    if free < FREE_GB:
        raise ClipwrightError("disk_full", path=Path(settings.workspace))
    return f"writable, {free:.0f} GB free"


PROBES: Final[dict[str, Callable[[WorkerSettings], str]]] = {
    "workspace": _workspace,
    "encoder": _encoder,
    "speech": _speech,
    "writing": _writing,
    "fonts": _fonts,
    "captions": _styles,
    "pictures": _packs,
}
