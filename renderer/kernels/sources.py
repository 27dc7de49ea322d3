"""The C sources of the kernels, and the file that is built out of them: its name says of which sources."""

from __future__ import annotations

import hashlib
import platform
from functools import cache
from pathlib import Path
from typing import Final

SOURCES: Final = Path(__file__).parent / "source"
LIBRARIES: Final = Path(__file__).parent / "library"
"""Where libraries are built; not under version control."""

FLAGS: Final = ("-std=c11", "-O3", "-fPIC", "-shared", "-fvisibility=hidden")
"""No flag names a processor: what needs one is chosen when it runs."""


def c_files() -> list[Path]:
    """The sources to compile, in order."""
    return sorted(SOURCES.glob("*.c"))


@cache
def library_path() -> Path:
    """The library of these very sources for this kind of machine, built or not."""
    digest = hashlib.sha256(" ".join(FLAGS).encode())
    for path in [*c_files(), *sorted(SOURCES.glob("*.h"))]:
        digest.update(path.read_bytes())
    kind = f"{platform.system()}-{platform.machine()}".lower()
    return LIBRARIES / f"kernels-{kind}-{digest.hexdigest()[:16]}.so"
