"""Hypothesis profiles: the default repeats the same examples; `--hypothesis-profile=thorough` tries 2,000.

Tests that judge no voice see no models folder, so the embedded engines speak to them.
"""

from __future__ import annotations

import gc
import os
from pathlib import Path

import structlog
from hypothesis import HealthCheck, settings

os.environ["CLIPWRIGHT_MODELS"] = str(Path(__file__).with_name("no models"))
os.environ.setdefault("CLIPWRIGHT_OFFLINE", "true")  # no test asks a public encyclopaedia

settings.register_profile("default", derandomize=True, deadline=None, database=None)
settings.register_profile(
    "thorough", max_examples=2000, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("default")

structlog.configure()  # records of every level, as a worker has them, not those of a command


def pytest_collection_finish() -> None:
    """What is loaded now stays: no search for garbage, of which each rendered video has one, looks at it."""
    gc.collect()
    gc.freeze()
