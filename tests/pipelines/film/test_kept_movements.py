"""Music of an edited film: only pieces that changed are composed again, without an audible difference."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

import pytest

from pipelines.film.movements import MovementMaker, placed_movements
from renderer.audio.mixing.placed import Strand
from renderer.audio.music.brief import Composer, MusicBrief
from renderer.audio.music.perform import compose, piece_of
from renderer.audio.music.suite import Movement
from renderer.audio.signal.samples import Floats, Samples
from renderer.contract.vocabulary import StylePack, VideoMode
from renderer.core.timecode import sample_at
from renderer.runtime.kept_parts import KeptParts
from tests.media.making import kept_parts

LENGTHS = (16, 14, 12)
LATER = Fraction(1, 30)


@dataclass
class Counting:
    """A composer that notes the briefs it is given."""

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


def heard(
    movements: list[Movement],
    brief: MusicBrief,
    *,
    parts: KeptParts,
    composing: Composer,
    scratch: Path,
    version: int = 1,
) -> Samples:
    """The whole music as samples."""
    maker = MovementMaker(
        parts=parts, scratch=scratch, planning=piece_of, composing=composing, version=version
    )
    placed = placed_movements(movements, brief, maker)
    assert not list(scratch.iterdir()), "none is made before it is heard"
    return Strand(sounds=placed).window(0, sample_at(brief.duration))


@pytest.mark.parametrize(
    ("number", "accent", "composed"),
    [(None, Fraction(0), 0), (None, LATER, 0), (1, LATER, 1), (0, LATER, 1)],
    ids=["nothing", "a scene's beginning", "the second chapter's length", "the first chapter's length"],
)
def test_what_is_found_sounds_as_what_is_composed(
    tmp_path: Path, number: int | None, accent: Fraction, composed: int
) -> None:
    counting, parts = Counting(), kept_parts(tmp_path)
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    lengths = tuple(map(Fraction, LENGTHS))
    movements, brief = suite_of(lengths, (Fraction(5), Fraction(20)))
    before = heard(movements, brief, parts=parts, composing=counting, scratch=scratch)
    assert len(counting.briefs) == len(LENGTHS)

    lengths = tuple(length + (LATER if at == number else 0) for at, length in enumerate(lengths))
    moved = LATER if number == 0 else Fraction(0)  # scenes after a longer chapter move with it
    movements, brief = suite_of(lengths, (Fraction(5) + accent, Fraction(20) + moved))
    found = heard(movements, brief, parts=parts, composing=counting, scratch=scratch)
    assert len(counting.briefs) == len(LENGTHS) + composed

    (tmp_path / "fresh").mkdir()
    afresh = heard(movements, brief, parts=kept_parts(tmp_path / "fresh"), composing=compose, scratch=scratch)
    assert found.tobytes() == afresh.tobytes()
    assert (found.tobytes() == before.tobytes()) is not bool(composed)


def test_another_version_composes_all_again(tmp_path: Path) -> None:
    counting, parts = Counting(), kept_parts(tmp_path)
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    movements, brief = suite_of(tuple(map(Fraction, LENGTHS)), ())
    for version in (1, 2, 2):
        heard(movements, brief, parts=parts, composing=counting, scratch=scratch, version=version)
    assert len(counting.briefs) == 2 * len(LENGTHS)
