"""Music of an edited film: only what became another piece is composed again, and nobody can hear which."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest

from pipelines.film.movements import kept_movement
from renderer.audio.music.brief import MusicBrief
from renderer.audio.music.perform import compose, piece_of
from renderer.audio.music.suite import Movement, compose_suite, performed_by
from renderer.audio.signal.samples import Floats
from renderer.contract.vocabulary import StylePack, VideoMode
from renderer.runtime.kept_parts import KeptParts
from renderer.runtime.workspace import open_workspace, run_store

LENGTHS = (16, 14, 12)
LATER = Fraction(1, 30)


@dataclass
class Counting:
    """A composer that notes what it was asked for."""

    briefs: list[MusicBrief] = field(default_factory=list)

    def __call__(self, brief: MusicBrief, path: Path) -> Floats:
        self.briefs.append(brief)
        return compose(brief, path)


def suite_of(
    lengths: tuple[Fraction, ...], accents: tuple[Fraction, ...]
) -> tuple[list[Movement], MusicBrief]:
    starts = [sum(lengths[:number], Fraction(0)) for number in range(len(lengths))]
    movements = [Movement(start=start, seed=seed) for start, seed in zip(starts, (7, 8, 7), strict=True)]
    duration = sum(lengths, Fraction(0))
    brief = MusicBrief(
        mood=StylePack.DOCUMENTARY,
        mode=VideoMode.WEIRD_FACTS,
        seed=1,
        duration=duration,
        last_word_end=duration - 2,
        accents=accents,
    )
    return movements, brief


def parts_of(folder: Path) -> KeptParts:
    workspace = open_workspace(folder)
    scratch = workspace.scratch / "run"
    scratch.mkdir()
    return KeptParts(run_store(workspace, scratch))


@pytest.mark.parametrize(
    ("number", "accent", "composed"),
    [(None, Fraction(0), 0), (None, LATER, 0), (1, LATER, 1), (0, LATER, 1)],
    ids=["nothing", "a scene's beginning", "the second chapter's length", "the first chapter's length"],
)
def test_what_is_found_sounds_as_what_is_composed(
    tmp_path: Path, number: int | None, accent: Fraction, composed: int
) -> None:
    counting = Counting()
    parts = parts_of(tmp_path / "workspace")
    performing = partial(kept_movement, parts=parts, planning=piece_of, composing=counting, version=1)
    lengths = tuple(map(Fraction, LENGTHS))
    movements, brief = suite_of(lengths, (Fraction(5), Fraction(20)))
    compose_suite(movements, performing, brief, tmp_path / "before.wav")
    assert len(counting.briefs) == len(LENGTHS)

    lengths = tuple(length + (LATER if at == number else 0) for at, length in enumerate(lengths))
    moved = LATER if number == 0 else Fraction(0)  # scenes behind a longer chapter move with it
    movements, brief = suite_of(lengths, (Fraction(5) + accent, Fraction(20) + moved))
    compose_suite(movements, performing, brief, tmp_path / "found.wav")
    assert len(counting.briefs) == len(LENGTHS) + composed

    compose_suite(movements, partial(performed_by, compose), brief, tmp_path / "composed.wav")
    found, whole = (tmp_path / "found.wav").read_bytes(), (tmp_path / "composed.wav").read_bytes()
    assert found == whole
    assert (found == (tmp_path / "before.wav").read_bytes()) is not bool(composed)
    assert sorted(path.suffix for path in tmp_path.iterdir()) == ["", ".wav", ".wav", ".wav"]


def test_another_version_composes_all_again(tmp_path: Path) -> None:
    counting, parts = Counting(), parts_of(tmp_path / "workspace")
    movements, brief = suite_of(tuple(map(Fraction, LENGTHS)), ())
    for version in (1, 2, 2):
        performing = partial(
            kept_movement, parts=parts, planning=piece_of, composing=counting, version=version
        )
        compose_suite(movements, performing, brief, tmp_path / "music.wav")
    assert len(counting.briefs) == 2 * len(LENGTHS)
