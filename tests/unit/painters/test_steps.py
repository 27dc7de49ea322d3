"""Steps have no numbers, since the text gives none."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support.painted import filmed, luma_at, spec_of

SIZE = (360, 640)
MARKS = ((45, 544), (135, 508), (225, 473), (315, 438))
"""Places of the marks of the four blocks."""


@pytest.mark.parametrize("mark", MARKS)
def test_the_mark_of_a_step_is_a_plain_stud(mark: tuple[int, int]) -> None:
    frame = luma_at(filmed(spec_of("steps", artwork=()), SIZE), 2.5, SIZE)
    x, y = mark
    inside = frame[y - 8 : y + 9, x - 8 : x + 9].astype(int)
    outside = frame[y + 20 : y + 24, x - 8 : x + 9].astype(int)
    assert inside.mean() - outside.mean() > 15
    assert np.abs(inside - inside[::-1, ::-1]).mean() < 3
    assert inside.std() < 3
