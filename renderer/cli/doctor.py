"""`clipwright doctor`: what this machine can do, and what stands in for what, found by trying it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from msgspec import Struct
from msgspec.structs import asdict

from renderer.cli.interpreter import this_interpreter
from renderer.contract.vocabulary import CaptionStyle, Language, StylePack, Voice
from renderer.errors import ClipwrightError
from renderer.worker.settings import WorkerSettings

if TYPE_CHECKING:
    from renderer.backends.speech.base import SpeechEngine
    from renderer.worker.composition.job_resources import Engines
    from renderer.worker.stand_ins import StandIns

FREE_GB: Final = 2.0


class Check(Struct, frozen=True):
    """The result of one check; `note` says what was found, or what to do about it."""

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
    from renderer.worker.composition.deep_checks import DEEP_CHECKS, probe_engines  # noqa: PLC0415 - same
    from renderer.worker.composition.engine_settings import EngineSettings  # noqa: PLC0415 - same

    engines = probe_engines(EngineSettings())

    def probe(name: str) -> Callable[[WorkerSettings], str]:
        return lambda _settings: DEEP_CHECKS[name](engines)

    return {f"deep {name}": probe(name) for name in DEEP_CHECKS}


def _encoder(settings: WorkerSettings) -> str:
    from renderer.worker.composition.wiring import encoder_choice  # noqa: PLC0415 - a failure is a finding

    choice = encoder_choice(settings)
    return f"{choice.name} ({choice.reason})"


def _speech(settings: WorkerSettings) -> str:
    from renderer.backends.speech.embedded.engine import EmbeddedEngine  # noqa: PLC0415 - same
    from renderer.text.lines import build_line  # noqa: PLC0415 - same
    from renderer.worker.composition.deep_checks import probe_engines  # noqa: PLC0415 - same
    from renderer.worker.composition.engine_settings import EngineSettings  # noqa: PLC0415 - same
    from renderer.worker.composition.engines import speech  # noqa: PLC0415 - same

    engine = EmbeddedEngine()
    for language in Language:
        line = build_line("1, 2, 3.", id="doctor", language=language)
        engine.speak(line, language=language, voice=Voice.WARM_STORYTELLER)
    chosen = speech(probe_engines(EngineSettings()))
    return "; ".join([*_spoken_by(chosen), _engines(settings).speech])


def _spoken_by(chosen: SpeechEngine) -> Iterator[str]:
    """One phrase per engine: the languages it speaks, and a warning where it sounds robotic."""
    from renderer.backends.speech.choice import robotic_note  # noqa: PLC0415 - same
    from renderer.backends.speech.fallback import SpeechFallback  # noqa: PLC0415 - same

    engines = chosen.engines if isinstance(chosen, SpeechFallback) else (chosen,)
    speakers: dict[str, list[str]] = {}
    for language in Language:
        able = (one for one in engines if one.serves(language, Voice.WARM_STORYTELLER))
        name = next(able, engines[-1]).engine_for(language)
        speakers.setdefault(name, []).append(language.value)
    for name, languages in speakers.items():
        warnings = {robotic_note(name, Language(one)).partition("; ")[2] for one in languages} - {""}
        warned = f" (robotic; {'; '.join(sorted(warnings))})" if warnings else ""
        yield f"{name} speaks {' '.join(languages)}{warned}"


def _fonts(settings: WorkerSettings) -> str:
    del settings
    from renderer.text.typesetting.catalogue import verify_fonts  # noqa: PLC0415 - same

    return f"{verify_fonts()} faces, digests right"


def _styles(settings: WorkerSettings) -> str:
    del settings
    from renderer.captions.style.style_files import load_style  # noqa: PLC0415 - same

    return f"{len([load_style(style) for style in CaptionStyle])} caption styles load"


def _packs(settings: WorkerSettings) -> str:
    from renderer.visuals.style_pack_files import load_pack  # noqa: PLC0415 - same

    return f"{len([load_pack(pack) for pack in StylePack])} style packs load; {_engines(settings).pictures}"


def _writing(settings: WorkerSettings) -> str:
    return _engines(settings).writing


def _engines(settings: WorkerSettings) -> StandIns:
    from renderer.worker.composition.engine_settings import EngineSettings  # noqa: PLC0415 - same
    from renderer.worker.composition.job_resources import engines_for_job  # noqa: PLC0415 - same
    from renderer.worker.stand_ins import stand_ins  # noqa: PLC0415 - same

    return stand_ins(engines_for_job(EngineSettings(), workspace=settings.workspace))


def _analysis(settings: WorkerSettings) -> str:
    del settings
    import numpy as np  # noqa: PLC0415 - same

    from renderer.worker.composition import perception  # noqa: PLC0415 - same
    from renderer.worker.composition.deep_checks import probe_engines  # noqa: PLC0415 - same
    from renderer.worker.composition.engine_settings import EngineSettings  # noqa: PLC0415 - same

    engines = probe_engines(EngineSettings())
    faces, texts = perception.face_detector(), perception.text_detector(engines)
    picture = np.zeros((64, 64, 3), np.uint8)
    faces.detect(picture)
    texts.detect(picture)
    done_by = {
        "faces": faces.name,
        "burned-in text": texts.name,
        "speech": perception.voice_activity_detector().name,
        "words": perception.source_transcriber(engines).name,
        "voices taken from their background": _separator(engines),
    }
    named = (f"{what} by {'nobody' if name == 'none' else name}" for what, name in done_by.items())
    return f"uploaded videos: {', '.join(named)}"


def _separator(engines: Engines) -> str:
    """Name of the voice separator, after trying it on a second of silence."""
    import numpy as np  # noqa: PLC0415 - same

    from renderer.worker.composition.perception import voice_separator  # noqa: PLC0415 - same

    separator = voice_separator(engines)
    if separator.available:
        sum(block.shape[1] for block in separator.background([np.zeros((2, 48_000), np.float32)]))
    return separator.name


def _python(settings: WorkerSettings) -> str:
    del settings
    return this_interpreter()


def _kernels(settings: WorkerSettings) -> str:
    del settings
    from renderer.kernels.library import kernels_in_use  # noqa: PLC0415 - same

    return kernels_in_use()


def _workspace(settings: WorkerSettings) -> str:
    from renderer.runtime.workspace import open_workspace  # noqa: PLC0415 - same

    place = open_workspace(settings.workspace)
    free = shutil.disk_usage(place.root).free / 1e9
    if free < FREE_GB:
        raise ClipwrightError("disk_full", path=Path(settings.workspace))
    return f"writable, {free:.0f} GB free"


def _privacy(settings: WorkerSettings) -> str:
    from sqlalchemy.engine import make_url  # noqa: PLC0415 - same

    from api.settings import ServiceSettings  # noqa: PLC0415 - same
    from renderer.runtime.privacy import exposed  # noqa: PLC0415 - same

    service = ServiceSettings()
    url = make_url(service.database_url)
    database = (Path(url.database),) if url.drivername.startswith("sqlite") and url.database else ()
    logs = tuple(Path(f"{path}{end}") for path in database for end in ("-wal", "-shm"))
    # check what we made inside the workspace: the folder itself may be a volume that is open to others
    made = tuple(settings.workspace / name for name in ("objects", "keys", "scratch", "spool"))
    kept = (service.data_dir, service.data_dir / "secret", service.storage_root, *database, *logs, *made)
    open_to_others = exposed(kept)
    if open_to_others:
        raise ClipwrightError("files_exposed", paths=" ".join(str(path) for path in open_to_others))
    return "data folder, database and workspace are their owner's alone"


PROBES: Final[dict[str, Callable[[WorkerSettings], str]]] = {
    "workspace": _workspace,
    "privacy": _privacy,
    "encoder": _encoder,
    "python": _python,
    "kernels": _kernels,
    "speech": _speech,
    "writing": _writing,
    "fonts": _fonts,
    "captions": _styles,
    "pictures": _packs,
    "analysis": _analysis,
}
