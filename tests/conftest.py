"""Set-up of all tests: Hypothesis profiles, environment, logging and garbage collection.

The default profile repeats the same examples; `--hypothesis-profile=thorough` tries 2,000. The models folder
does not exist for tests, so that the embedded engines speak, except where a test judges a voice.
"""

from __future__ import annotations

import gc
import os
from pathlib import Path

import structlog
from hypothesis import HealthCheck, settings

os.environ["CLIPWRIGHT_MODELS"] = str(Path(__file__).with_name("no models"))
os.environ.setdefault("CLIPWRIGHT_OFFLINE", "true")  # no test contacts a public encyclopaedia

settings.register_profile("default", derandomize=True, deadline=None, database=None)
settings.register_profile(
    "thorough", max_examples=2000, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("default")

structlog.configure()  # records of every level, as in a worker, not only those of a command


def pytest_collection_finish() -> None:
    """Exclude all objects loaded so far from garbage collection, which runs for every rendered video."""
    gc.collect()
    gc.freeze()
