"""What each container image installs: its Python, its C library, and pins of all that its extras need."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.audit import PINS, pins

ROOT = Path(__file__).parents[2]
GLIBC = {"bookworm": 36, "ubuntu24.04": 39}
"""Minor version of glibc 2 in the base images."""
SOURCE_ONLY = frozenset({"docopt", "pyvips"})
"""Packages without wheels in the registry that need no compiler, being pure Python."""
BESIDE = frozenset({("moviepy", "pillow")})
"""Requirements that are overridden on purpose (decision 0016)."""


@dataclass(frozen=True, kw_only=True)
class Image:
    """The relevant facts of a Dockerfile."""

    name: str
    python: str
    glibc: int
    extras: tuple[str, ...]

    def platforms(self) -> list[str]:
        """Platform tags of the wheels that run in the image."""
        return [
            *(f"manylinux_2_{minor}_x86_64" for minor in range(self.glibc, 4, -1)),
            "manylinux2014_x86_64",
        ]


def image(name: str) -> Image:
    text = (ROOT / name).read_text("utf-8")
    (system,) = {each for each in GLIBC if f"{each}@sha256:" in text}
    python = re.findall(r"python:?(3\.\d+)", text)[0]
    extras = re.findall(r"pip install .*\.\[(.*)\]", text)[0].split(",")
    return Image(name=name, python=python, glibc=GLIBC[system], extras=tuple(extras))


@cache
def pinned() -> dict[str, str]:
    return pins(PINS.read_text("utf-8"))


def declared(extras: tuple[str, ...]) -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    lines = [
        *project["dependencies"],
        *(each for extra in extras for each in project["optional-dependencies"][extra]),
    ]
    return [Requirement(line) for line in lines]


def closure(extras: tuple[str, ...], python: str) -> list[tuple[str, Requirement]]:
    """All requirements of the extras on that Python, direct and indirect, with the package that has each."""
    environment = {str(name): str(value) for name, value in default_environment().items()}
    environment |= {"python_version": python, "python_full_version": f"{python}.0"}
    found: list[tuple[str, Requirement]] = []
    waiting = [("clipwright", each) for each in declared(extras)]
    seen: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        asker, wanted = waiting.pop()
        found.append((asker, wanted))
        key = (canonicalize_name(wanted.name), frozenset(wanted.extras))
        if key not in seen:
            seen.add(key)
            waiting += [(key[0], each) for each in _needs(wanted, environment)]
    return found


def _needs(wanted: Requirement, environment: dict[str, str]) -> Iterator[Requirement]:
    try:
        lines = requires(wanted.name) or []
    except PackageNotFoundError:
        return
    for each in map(Requirement, lines):
        if each.marker is None or any(
            each.marker.evaluate(environment | {"extra": extra}) for extra in ("", *wanted.extras)
        ):
            yield each
