"""The kernels must be built for these tests."""

from __future__ import annotations

import pytest

from renderer.kernels.library import library
from tests.support.production.servers import lacking


@pytest.fixture(autouse=True, scope="session")
def built() -> None:
    if not library():
        lacking("no kernels: python -m renderer.kernels.build")
