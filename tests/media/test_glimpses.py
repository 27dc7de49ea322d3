"""Which key frames are decoded: a picture that stands too long is always on two of them."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from renderer.media.inspection.glimpses import Glimpse, doubtful, first_looks, glimpses_of
from renderer.media.sample_table import SampleTable

RATE = 30


def film(seed: int, *, small: float = 0.05) -> tuple[Glimpse, ...]:
    """Glimpses of a film whose key frames are up to two seconds apart, some of them small."""
    rng = random.Random(seed)  # noqa: S311 - crafted films
    moments = np.cumsum([0, *(rng.randint(1, 2 * RATE) for _ in range(120))])
    sizes = np.array([100 if rng.random() < small else 9000 for _ in moments])
    samples = SampleTable(
        rate=RATE, moments=moments, offsets=np.cumsum(sizes), sizes=sizes, keys=np.arange(len(moments))
    )
    return glimpses_of(samples, pixels=32 * 1000)


@pytest.mark.parametrize("still", [5, 10])
@pytest.mark.parametrize("seed", range(40))
def test_what_stands_too_long_is_on_two_looks(seed: int, still: int) -> None:
    glimpses = film(seed)
    looks = set(first_looks(glimpses, still=Fraction(still)))
    for first in range(len(glimpses)):
        for last in range(first, len(glimpses)):
            if glimpses[last].moment - glimpses[first].moment > still:
                assert len(looks & set(glimpses[first : last + 1])) >= 2
                break
    assert {glimpses[0], *(glimpse for glimpse in glimpses if glimpse.is_small)} <= looks


def test_few_are_looked_at_where_pictures_may_stand_long() -> None:
    glimpses = film(1, small=0)
    assert len(glimpses) > 40
    counts = [len(first_looks(glimpses, still=Fraction(still))) for still in (5, 10)]
    assert counts[1] < 0.45 * len(glimpses)
    assert counts[1] < counts[0] < 0.75 * len(glimpses)


def test_two_that_are_alike_have_all_around_them_looked_at() -> None:
    glimpses = film(2, small=0)
    looks = first_looks(glimpses, still=Fraction(10))
    alike = [number == 5 for number in range(len(looks) - 1)]
    found = doubtful(glimpses, looks, alike=alike)
    around = [glimpse for glimpse in glimpses if looks[4].moment < glimpse.moment < looks[7].moment]
    assert set(found) == set(around) - set(looks)
    assert found
    assert doubtful(glimpses, looks, alike=[False] * len(alike)) == ()


def test_the_ends_of_a_film_are_looked_at_where_they_are_alike() -> None:
    glimpses = film(3, small=0)
    looks = first_looks(glimpses, still=Fraction(10))
    everything = doubtful(glimpses, looks, alike=[True] * (len(looks) - 1))
    assert set(everything) | set(looks) == set(glimpses)


def test_a_film_of_one_key_frame_is_looked_at() -> None:
    glimpse = Glimpse(number=0, moment=Fraction(0), is_small=False)
    assert first_looks([glimpse], still=Fraction(5)) == (glimpse,)
    assert doubtful([glimpse], [glimpse], alike=[]) == ()
    assert first_looks([], still=Fraction(5)) == ()
