"""No painter has text or a hard edge in the caption box, wherever the captions stand."""

from __future__ import annotations

from itertools import product

import pytest

from renderer.captions.layout.caption_box import caption_box
from renderer.captions.layout.geometry import lay_page
from renderer.captions.layout.lettering_faces import lettering
from renderer.captions.layout.safe_area import Frame
from renderer.captions.style.style_files import load_style
from renderer.contract.vocabulary import CaptionPosition, CaptionStyle, Language
from renderer.painters.registry import PAINTERS
from tests.support.captioned.collisions import FORMATS, SPECKS, CaptionedShot, edged_part
from tests.support.captions import track_of
from tests.support.painted import filmed, luma_at, spec_of

LARGE = (540, 960)
MOVING = {("diorama", CaptionPosition.TOP, FORMATS[1]): 0.009}
"""Things that enter the box for a moment while they fall."""


@pytest.mark.parametrize("size", FORMATS, ids=["upright", "wide"])
@pytest.mark.parametrize("position", list(CaptionPosition))
@pytest.mark.parametrize("painter", sorted(PAINTERS))
def test_no_painter_has_an_edge_in_the_caption_box(
    painter: str, position: CaptionPosition, size: tuple[int, int]
) -> None:
    most = MOVING.get((painter, position, size), SPECKS)
    assert CaptionedShot(painter=painter, position=position, size=size).edged() <= most


@pytest.mark.parametrize("painter", ["ticker_board", "radar", "steps", "chalkboard", "columns"])
def test_without_a_box_these_painters_have_edges_there(painter: str) -> None:
    """Shows that the test above can fail."""
    shot = CaptionedShot(painter=painter, position=CaptionPosition.BOTTOM, size=LARGE)
    plain = luma_at(filmed(spec_of(painter, focus=shot.spec.focus), LARGE), 2.0, LARGE)
    assert edged_part(plain, shot.region) > 10 * SPECKS


@pytest.mark.parametrize("painter", sorted(PAINTERS))
def test_what_lies_far_from_the_box_stays_as_it_was_painted(painter: str) -> None:
    """Only what is near captions is softened: with captions above, the lowest eighth keeps its detail."""
    shot = CaptionedShot(painter=painter, position=CaptionPosition.TOP, size=LARGE)
    boxed = luma_at(filmed(shot.spec, LARGE), 2.0, LARGE)
    assert boxed.std() > 9
    assert edged_part(boxed, (0.0, 0.3, 1.0, 1.0)) > SPECKS


@pytest.mark.parametrize("style", list(CaptionStyle))
@pytest.mark.parametrize("language", list(Language))
def test_every_page_stands_in_its_box(style: CaptionStyle, language: Language) -> None:
    for size, position in product(((1080, 1920), (1920, 1080)), CaptionPosition):
        frame = Frame(width=size[0], height=size[1])
        left, top, right, bottom = caption_box(style, language, position=position, frame=frame)
        letters = lettering(load_style(style), language)
        for page in track_of(style, language, frame=frame, position=position).pages:
            block = lay_page(page, letters=letters, position=position, frame=frame, safe_area="organic").block
            assert left * size[0] - 1 <= block.left
            assert block.right <= right * size[0] + 1
            assert top * size[1] - 1 <= block.top
            assert block.bottom <= bottom * size[1] + 1
