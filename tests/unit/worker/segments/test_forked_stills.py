"""Stills painted by a fork: the same pixels, the same storyboard, and what happens when it dies."""

from __future__ import annotations

import os
import signal

import numpy as np
import psutil

from renderer.contract.vocabulary import Language, StylePack
from renderer.core.picture_spec import PainterSpec
from renderer.core.storyboard import Storyboard
from renderer.painters.layered_picture import ByteImage
from renderer.visuals.direction.director import direct
from renderer.visuals.direction.similarity_table import measured_similarity
from renderer.visuals.film.still import painted_still
from renderer.visuals.stills_beside import BeginStill, BegunStill, nobody_beside
from renderer.visuals.style_pack import StylePackFile
from renderer.visuals.style_pack_files import load_pack
from renderer.worker.segments.stills import ForkedStills
from tests.support.narrated import narration_of, script_of

PACK = load_pack(StylePack.DRAMATIC_EXPLAINER)
SCRIPT = script_of(
    "Why octopuses have three hearts",
    [
        ["An octopus has three hearts.", "Two of them pump blood to the gills."],
        ["The third one stops whenever the animal swims.", "So it would rather crawl along the ground."],
        ["Its blood is blue, because copper carries the air in it.", "Cold water makes copper work better."],
        ["Nobody knows how long it has been that way.", "The sea does not keep its dead."],
    ],
)


def spec_of(seed: int, *, painter: str = "storm_sky") -> PainterSpec:
    return PainterSpec(painter=painter, seed=seed, palette=PACK.palettes[0].name, language=Language.EN)


def children() -> list[psutil.Process]:
    here = psutil.Process()
    living = [each for each in here.children() if each.status() != psutil.STATUS_ZOMBIE]
    return [each for each in living if each.cmdline() == here.cmdline()]


def test_a_still_painted_beside_is_the_one_that_is_painted_here() -> None:
    specs = [spec_of(seed) for seed in (3, 4, 5)]
    with ForkedStills().opened() as begin:
        begun = [begin(spec, PACK, 4.0) for spec in specs]
        painted = [each() for each in reversed(begun) if each]
    assert len(painted) == 3
    for spec, still in zip(reversed(specs), painted, strict=True):
        assert still is not None
        assert np.array_equal(still, painted_still(spec, PACK, 4.0))
    assert not children()


def test_what_cannot_be_painted_there_is_left_to_who_asks() -> None:
    with ForkedStills().opened() as begin:
        begun = begin(spec_of(1, painter="nobody"), PACK, 4.0)
        assert begun
        assert begun() is None
    assert not children()


def test_a_fork_that_died_paints_nothing_and_the_rest_is_painted_here() -> None:
    with ForkedStills().opened() as begin:
        begun = begin(spec_of(3), PACK, 4.0)
        assert begun
        os.kill(children()[0].pid, signal.SIGKILL)
        late = begin(spec_of(4), PACK, 4.0)
        assert late is None or late() is None
    assert not children()


def directed(begin: BeginStill) -> tuple[Storyboard, int]:
    """A storyboard, and how many stills were painted in this process."""
    painted = 0

    def look(spec: PainterSpec, pack: StylePackFile, seconds: float) -> ByteImage:
        nonlocal painted
        painted += 1
        return painted_still(spec, pack, seconds)

    narration = narration_of(SCRIPT)
    board = direct(
        SCRIPT,
        narration,
        pack=PACK,
        seed=7,
        duration=narration.duration + 1,
        look=look,
        foresee=measured_similarity,
        begin=begin,
    )
    return board, painted


def test_a_director_with_help_makes_the_same_storyboard_and_paints_less_itself() -> None:
    alone, painted = directed(nobody_beside)
    with ForkedStills().opened() as begin:
        helped, rest = directed(begin)
    assert helped == alone
    assert painted >= 4
    assert rest <= 0.75 * painted


def test_a_director_whose_help_dies_makes_the_same_storyboard() -> None:
    with ForkedStills().opened() as begin:

        def dying(spec: PainterSpec, pack: StylePackFile, seconds: float) -> BegunStill | None:
            begun = begin(spec, pack, seconds)
            for child in children():
                child.kill()
            return begun

        helped, _ = directed(dying)
    assert helped == directed(nobody_beside)[0]
