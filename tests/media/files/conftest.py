"""Closes pictures that a test has opened, as the end of the child process does in the product."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from renderer.media.sources.still import open_still

Opened = Callable[[Path, str], Any]


@pytest.fixture
def opened() -> Iterator[Opened]:
    """An `open_still` whose pictures are all closed at the end."""
    pictures: list[Any] = []

    def kept(path: Path, name: str) -> Any:
        pictures.append(open_still(path, name))
        return pictures[-1]

    yield kept
    for picture in pictures:
        picture.close()
