"""Tests of the kernels need them built."""

from __future__ import annotations

import pytest

from renderer.kernels.library import library
from tests.support.production.servers import lacking


@pytest.fixture(autouse=True, scope="session")
def built() -> None:
    if not library():
        lacking("no kernels: python -m renderer.kernels.build")
