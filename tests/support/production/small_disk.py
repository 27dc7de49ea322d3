"""File systems in memory: small ones, which fill up, and such as take no writes."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.production.servers import lacking


@contextmanager
def mounted(folder: Path, options: str) -> Iterator[Path]:
    """A tmpfs with these options at `folder`, which is made; where none may be mounted, as `lacking` says."""
    folder.mkdir(exist_ok=True)
    mount = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
    done = subprocess.run(mount, capture_output=True, text=True, check=False)
    if done.returncode:
        lacking(f"no file system can be mounted here: {done.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
