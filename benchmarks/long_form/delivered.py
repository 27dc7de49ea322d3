"""Small films in several languages, with measurements of the sound and picture of each delivered file."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from benchmarks.long_form.planning import FILES, declaration, of_length
from pipelines.documents import Publication
from pipelines.film.documents import Film
from pipelines.long_form import LONG_FORM
from renderer.backends.publishing.base import Publisher
from renderer.backends.publishing.folder import FolderPublisher
from renderer.contract.orders.base import FrameSpec
from renderer.contract.orders.long_form import LongFormOrder, LongFormSettings
from renderer.contract.vocabulary import Language
from renderer.core.words import Narration
from renderer.manuscript.film_fit import Adaptation
from renderer.manuscript.fitting import LONGEST_FILM, SHORTEST_FILM, TOLERANCE
from renderer.media.inspection.inspect import Inspection
from renderer.runtime.execution.run import Run
from renderer.runtime.execution.runner import run_pipeline
from renderer.runtime.pipeline import Documents
from renderer.runtime.workspace import open_workspace
from renderer.worker.composition.wiring import build_capabilities, chosen_engines
from renderer.worker.settings import WorkerSettings
from tests.pipelines.film.film_measures import (
    course,
    longest_frozen,
    longest_silence,
    speech_loudness,
    steepest_join,
)

SMALL: Final = FrameSpec(width=320, height=180, fps=10)
CHARACTERS: Final = {Language.ZH: 6_000, Language.JA: 7_000}
"""Shorter scripts for the languages in which 20,000 characters would be far more than an hour."""
USUAL_CHARACTERS: Final = 20_000
LOUDNESS, LOUDNESS_OFF = -14.0, 0.5
CHAPTERS_APART: Final = 1.5
SILENCE: Final = 3.0
FROZEN: Final = 10.0
STEEPEST_JOIN: Final = 9.0
"""Greatest step in dB from the second before a chapter to the second after; more sounds like a cut."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivered:
    """Measurements of one film.

    `seconds`, `silence` (longest), `frozen` (longest) and `took` are in seconds, `off_target` is a fraction
    of the target length, `loudness` is in LUFS, `chapters_apart` in LU between the speech of the loudest and
    the quietest chapter, and `join` (steepest) in dB.
    """

    language: Language
    adaptation: str
    seconds: float
    off_target: float
    loudness: float
    chapters_apart: float
    silence: float
    frozen: float
    join: float
    took: float
    missed: tuple[str, ...] = ()


def delivered_films(texts: Path, languages: Sequence[str], *, minutes: float) -> list[dict[str, Any]]:
    """Render a film per language with the embedded voice, and print its measurements as it is finished."""
    print(f"{'':4} {'seconds':>8} {'LUFS':>6} {'LU':>5} {'silent':>6} {'frozen':>6} {'join':>5} {'took':>6}")
    rows = []
    for language in map(Language, languages):
        made = declaration(texts / f"{FILES[language]}.html")
        text = of_length(made, CHARACTERS.get(language, USUAL_CHARACTERS))
        row = _film(text, language, minutes=minutes)
        says = " ".join(("MISSED", *row.missed)) if row.missed else ""
        print(
            f"{row.language:4} {row.seconds:8.1f} {row.loudness:6.2f} {row.chapters_apart:5.2f} "
            f"{row.silence:6.2f} {row.frozen:6.2f} {row.join:5.2f} {row.took:6.1f}  {row.adaptation} {says}",
            flush=True,
        )
        rows.append(asdict(row))
    return rows


def _film(text: str, language: Language, *, minutes: float) -> Delivered:
    settings = LongFormSettings(language=language, target_minutes=minutes)
    order = LongFormOrder(script=text, settings=settings, frame=SMALL)
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        video = Path(folder) / "film.mp4"
        capabilities = build_capabilities(
            order,
            rim={Publisher: lambda: FolderPublisher(video)},
            settings=WorkerSettings(workspace=Path(folder) / "workspace"),
            engine_settings=chosen_engines(speakers="embedded", offline=True),
        )
        place = open_workspace(Path(folder) / "workspace")
        run = Run(order=order, capabilities=capabilities, workspace=place)
        documents = run_pipeline(LONG_FORM.stages, run).documents
        return _measured(documents, video, language, minutes=minutes, took=time.perf_counter() - began)


def _measured(
    documents: Documents, video: Path, language: Language, *, minutes: float, took: float
) -> Delivered:
    film: Film = documents[Film]
    narration: Narration = documents[Narration]
    inspection: Inspection = documents[Inspection]
    publication: Publication = documents[Publication]
    hops = course(video)
    words = [(float(word.span.start), float(word.span.end)) for word in narration.words]
    spans = [(float(each.span.start), float(each.span.end)) for each in film.timeline.chapters]
    speech = [speech_loudness(hops, words, span) for span in spans]
    seconds = float(publication.duration)
    row = Delivered(
        language=language,
        adaptation=film.fit.adaptation.value,
        seconds=seconds,
        off_target=seconds / (60 * minutes) - 1,
        loudness=inspection.loudness_lufs,
        chapters_apart=max(speech) - min(speech),
        silence=longest_silence(hops),
        frozen=longest_frozen(video),
        join=steepest_join(hops, [start for start, _ in spans[1:]]),
        took=took,
    )
    return Delivered(**asdict(row) | {"missed": tuple(_missed(row))})


def _missed(row: Delivered) -> Iterator[str]:
    paced = row.adaptation == Adaptation.PACED.value
    wrong = {
        "length": not SHORTEST_FILM <= row.seconds <= LONGEST_FILM,
        "target": abs(row.off_target) > TOLERANCE and not paced,
        "loudness": abs(row.loudness - LOUDNESS) > LOUDNESS_OFF,
        "chapters": row.chapters_apart > CHAPTERS_APART,
        "silence": row.silence > SILENCE,
        "frozen": row.frozen > FROZEN,
        "join": row.join > STEEPEST_JOIN,
    }
    yield from (name for name, is_wrong in wrong.items() if is_wrong)
