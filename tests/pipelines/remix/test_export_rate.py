from __future__ import annotations

from fractions import Fraction

import pytest

from pipelines.project.picture import export_rate

RATES = {
    Fraction(30_000, 1001): 30,
    Fraction(24_000, 1001): 24,
    Fraction(25): 25,
    Fraction(60_000, 1001): 60,
    Fraction(15): 15,
    Fraction(240): 60,
    Fraction(2131, 100): 60,
    Fraction(297, 10): 30,
    Fraction(4): 60,
}


@pytest.mark.parametrize("rate", RATES)
def test_usual_rates_are_kept_and_irregular_ones_are_sampled_often(rate: Fraction) -> None:
    assert export_rate(rate) == RATES[rate]
