"""A short video ends on a card with words, and the card has time to be read."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from renderer.compositor.planes import allocate
from renderer.contract.vocabulary import Language, StylePack
from renderer.core.camera import CameraMove
from renderer.core.picture_spec import Card, CardSpec
from renderer.visuals.direction.closing import HOLD, SHORTEST, closing_start, closing_text
from renderer.visuals.direction.director import direct
from renderer.visuals.direction.similarity import no_painted_still
from renderer.visuals.film.open_picture import open_picture
from renderer.visuals.media import NoMedia
from renderer.visuals.style_pack_files import load_pack
from tests.support.narrated import OCTOPUS, narration_of, script_of


@pytest.mark.parametrize("pack", list(StylePack))
def test_the_last_shot_is_a_card_with_words_until_the_end(pack: StylePack) -> None:
    narration = narration_of(OCTOPUS)
    duration = narration.words[-1].span.end + 2
    board = direct(
        OCTOPUS,
        narration,
        pack=load_pack(pack),
        seed=3,
        duration=duration,
        look=no_painted_still,
        closing=True,
    )
    last = board.shots[-1]
    assert isinstance(last.picture, CardSpec)
    assert last.picture.card is Card.CLOSING
    assert last.picture.text
    assert last.span.start == narration.words[-1].span.end + HOLD
    assert last.span.end == duration
    assert [shot.span.start for shot in board.shots[1:]] == [shot.span.end for shot in board.shots[:-1]]


def test_where_no_time_is_left_there_is_no_card() -> None:
    narration = narration_of(OCTOPUS)
    end = narration.words[-1].span.end
    assert closing_start(narration, end + HOLD + SHORTEST) == end + HOLD
    short = end + HOLD + SHORTEST - Fraction(1, 100)
    assert closing_start(narration, short) == short


def test_the_card_asks_the_question_that_is_left_or_says_the_title() -> None:
    asks = script_of("Octopuses", [["Three hearts."], ["Would you swap yours?", "Think of it."]])
    assert closing_text(asks) == "Would you swap yours?"
    assert closing_text(script_of("Octopuses", [["Three hearts."], ["Think of it."]])) == "Octopuses"
    chinese = script_of("章鱼", [["三颗心脏。"], ["你会交换吗？"]], Language.ZH)
    assert closing_text(chinese) == "你会交换吗？"


@pytest.mark.parametrize("size", [(180, 320), (320, 180)])
def test_the_words_stand_from_early_on(size: tuple[int, int]) -> None:
    pack = load_pack(StylePack.DOCUMENTARY)
    spec = CardSpec(card=Card.CLOSING, seed=1, text="Would you swap yours?")
    frames = []
    for text in (spec.text, " "):
        picture = open_picture(
            CardSpec(card=Card.CLOSING, seed=1, text=text),
            camera=CameraMove(),
            pack=pack,
            width=size[0],
            height=size[1],
            duration=1.6,
            media=NoMedia(),
        )
        target = allocate(*size)
        picture.draw(target, 0.6)
        frames.append(target.y.astype(np.int16))
    assert (np.abs(frames[0] - frames[1]) > 60).mean() > 0.01
