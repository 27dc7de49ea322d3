"""What decoded frames show of captions: which frames are needed, and captions late or past the end."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from functools import partial
from itertools import pairwise

import numpy as np
import pytest

from pipelines.inspecting import captions_read
from renderer.captions.drawing.overlay import open_captions, planned_captions
from renderer.compositor.blend import blend
from renderer.compositor.planes import Planes, allocate
from renderer.contract.vocabulary import CaptionPosition, CaptionStyle, Language, StylePack
from renderer.core.captions import CaptionLine, CaptionTrack, CaptionWord, Page
from renderer.core.encoding import EncoderProfile
from renderer.core.picture_spec import PainterSpec
from renderer.core.render_plan import RenderPlan
from renderer.core.storyboard import Shot, Storyboard
from renderer.core.timecode import TimeRange

FPS, COUNT, WIDTH, HEIGHT = 30, 60, 360, 640
SHOT = Shot(
    span=TimeRange(Fraction(0), Fraction(COUNT, FPS)),
    scene="s1",
    picture=PainterSpec(painter="topographic", seed=1),
)


def page(*times: int) -> Page:
    """A page whose words begin at these milliseconds; the last value is its end."""
    spans = [TimeRange(Fraction(start, 1000), Fraction(end, 1000)) for start, end in pairwise(times)]
    words = tuple(
        CaptionWord(text=text, span=span, index=at)
        for at, (text, span) in enumerate(zip(("Sea", "rose", "now"), spans, strict=False))
    )
    return Page(span=TimeRange(spans[0].start, spans[-1].end), lines=(CaptionLine(words=words),))


def plan(*pages: Page) -> RenderPlan:
    track = CaptionTrack(
        style=CaptionStyle.TIKTOK,
        position=CaptionPosition.CENTER,
        language=Language.EN,
        safe_area="organic",
        pages=pages,
    )
    return RenderPlan(
        width=WIDTH,
        height=HEIGHT,
        fps=FPS,
        frame_count=COUNT,
        storyboard=Storyboard(pack=StylePack.DOCUMENTARY, shots=(SHOT,)),
        captions=track,
        audio="",
        encoder=EncoderProfile(),
    )


def drawn(shown: RenderPlan, numbers: Collection[int], *, late: int = 0) -> Mapping[int, Planes]:
    """Noisy frames with the plan's captions, `late` frames late; fails for a frame past the end."""
    assert all(0 <= number < COUNT for number in numbers), sorted(numbers)
    overlay = open_captions(shown.captions, width=WIDTH, height=HEIGHT, fps=FPS)
    found = {}
    for number in numbers:
        planes = allocate(WIDTH, HEIGHT)
        planes.y[:] = np.random.default_rng(5).integers(60, 120, planes.y.shape, np.uint8)
        planes.u[:], planes.v[:] = 128, 128
        for sprite in overlay.placed_at(number - late):
            blend(planes, sprite)
        found[number] = planes
    return found


def test_captions_that_change_in_time_leave_no_finding_and_have_their_contrast_measured() -> None:
    shown = plan(page(100, 600, 1100, 1600))
    findings, contrast = captions_read(planned_captions, shown, partial(drawn, shown))
    assert findings == ()
    assert contrast
    assert all(ratio > 1 for ratio in contrast.values())


@pytest.mark.parametrize("late", [-1, 1])
def test_captions_a_frame_off_are_named_with_their_frames(late: int) -> None:
    shown = plan(page(100, 600, 1100, 1600))
    findings, _ = captions_read(planned_captions, shown, partial(drawn, shown, late=late))
    assert {finding.code for finding in findings} == {"caption_sync"}
    assert {finding.detail.split("frame ")[1].split()[0] for finding in findings} == {"18", "33"}


@pytest.mark.parametrize("last", [1984, 2000, 2500])
def test_a_word_that_begins_with_the_last_half_frame_or_later_asks_for_no_frame_that_is_not_there(
    last: int,
) -> None:
    """The video ends at 2,000 ms, so the word's nearest frame would be the one after the last."""
    shown = plan(page(100, 600, last, last + 500))
    findings, _ = captions_read(planned_captions, shown, partial(drawn, shown))
    assert findings == ()


def test_a_caption_that_is_all_behind_the_end_is_not_looked_for() -> None:
    shown = plan(page(100, 600, 1000), page(2100, 2500, 2900))
    findings, contrast = captions_read(planned_captions, shown, partial(drawn, shown))
    assert findings == ()
    assert contrast


def test_the_frame_before_a_page_is_not_asked_for_where_two_words_share_its_first_frame() -> None:
    """In an export that is mostly copied, that frame is a packet of the source that was never drawn."""
    shown = plan(page(1000, 1010, 1500, 1900))
    asked: set[int] = set()

    def frames(numbers: Collection[int]) -> Mapping[int, Planes]:
        asked.update(numbers)
        return drawn(shown, numbers)

    findings, _ = captions_read(planned_captions, shown, frames)
    assert findings == ()
    assert {44, 45} <= asked
    assert min(asked) >= 30


def test_without_captions_nothing_is_asked_and_nothing_found() -> None:
    shown = plan()
    asked: list[int] = []

    def frames(numbers: Collection[int]) -> Mapping[int, Planes]:
        asked.extend(numbers)
        return {}

    assert captions_read(planned_captions, shown, frames) == ((), {})
    assert asked == []
