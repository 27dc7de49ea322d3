"""Processes below another one that run a certain program, however soon they end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import psutil


def running_below(root: int, program: str) -> list[psutil.Process]:
    """Living descendants of a process whose command line contains `program`.

    One that has been killed and not been waited for yet has no command line, and is not among them.
    """
    return [each for each, line in _command_lines(root) if program in line]


def _command_lines(root: int) -> Iterator[tuple[psutil.Process, str]]:
    for each in psutil.Process(root).children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            yield each, " ".join(each.cmdline())
