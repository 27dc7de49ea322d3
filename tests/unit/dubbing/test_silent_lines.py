"""Lines with nothing to say among spoken ones take no time."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.core.timecode import AUDIO_RATE
from renderer.dubbing.fit import BREATH_MS, LineLength, LineWindow, fitted, unhurried, wanted_rate

SILENT = LineLength(natural=0, recorded=0)


def windows(*edges: tuple[int, int]) -> list[LineWindow]:
    return [LineWindow(start_ms=start, end_ms=end) for start, end in edges]


def test_a_line_behind_silent_ones_waits_for_the_last_that_speaks() -> None:
    between = [(1000 + 100 * number, 1100 + 100 * number) for number in range(3)]
    asked = windows((0, 1000), *between, (1300, 3000))
    lengths = [unhurried(2 * AUDIO_RATE), SILENT, SILENT, SILENT, unhurried(AUDIO_RATE)]
    first, *silent, last = fitted(asked, lengths, end_ms=10_000)
    assert first.stop == 1600 * 48
    assert all(one.samples == 0 for one in silent)
    assert last.start_ms == 1600 + BREATH_MS


def test_silent_lines_alone_stay_where_they_are() -> None:
    edges = [(0, 1), (1, 2), (2, 500), (700, 701)]
    assert [one.start_ms for one in fitted(windows(*edges), [SILENT] * 4, end_ms=1000)] == [0, 1, 2, 700]


@settings(max_examples=50, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from((0, 0, 100)), st.integers(50, 300), st.integers(40_000, 90_000)), min_size=3
    ),
    st.data(),
)
def test_leaving_silent_lines_out_changes_no_other(
    drawn: list[tuple[int, int, int]], data: st.DataObject
) -> None:
    position, asked = 0, []
    for pause, lasts, _ in drawn:
        asked.append(LineWindow(start_ms=position + pause, end_ms=position + pause + lasts))
        position += pause + lasts
    speaks = data.draw(st.lists(st.booleans(), min_size=len(drawn), max_size=len(drawn)))
    lengths = [
        unhurried(natural) if said else SILENT for (_, _, natural), said in zip(drawn, speaks, strict=True)
    ]
    end_ms = position + data.draw(st.integers(0, 9000))
    among = [one for one, said in zip(fitted(asked, lengths, end_ms=end_ms), speaks, strict=True) if said]
    alone = fitted(
        [one for one, said in zip(asked, speaks, strict=True) if said],
        [one for one in lengths if one.natural],
        end_ms=end_ms,
    )
    assert tuple(among) == alone


def test_no_lines_have_no_places() -> None:
    assert fitted([], [], end_ms=1000) == ()


@pytest.mark.parametrize(
    ("lasts", "natural", "rate"), [(1000, 48_000, 1.0), (1, 48_000, 1000.0), (2000, 0, 0.0)]
)
def test_the_pace_that_would_fill_a_window_knows_no_bounds(lasts: int, natural: int, rate: float) -> None:
    assert wanted_rate(LineWindow(start_ms=500, end_ms=500 + lasts), natural) == rate
