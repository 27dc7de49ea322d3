"""Hypothesis profiles: the default repeats the same examples; `--hypothesis-profile=thorough` tries 2,000."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("default", derandomize=True, deadline=None, database=None)
settings.register_profile(
    "thorough", max_examples=2000, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("default")
