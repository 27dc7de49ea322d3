"""Builds the kernels: `python -m renderer.kernels.build`. Says in one line what it did; exits with 0.

Any C compiler will do, including that of the package `ziglang`; without one, numpy draws the same pixels,
slowly. A library that was already built from these exact sources is not built again.
"""

from __future__ import annotations

import platform
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from renderer.kernels.library import FLAGS, LIBRARIES, c_files, library_path

COMPILERS: Final = ("cc", "gcc", "clang")
_SECONDS: Final = 300


def compiler() -> list[str]:
    """The command of a C compiler, with options for any processor of this architecture; empty if none."""
    for name in COMPILERS:
        if found := shutil.which(name):
            return [found]
    if find_spec("ziglang"):
        # without a target, zig would build for this machine's exact processor
        system = {"Linux": "linux-gnu", "Darwin": "macos"}[platform.system()]
        target = f"{_machine()}-{system}"
        return [sys.executable, "-m", "ziglang", "cc", "-target", target]
    return []


def _machine() -> str:
    machine = platform.machine().lower()
    return {"amd64": "x86_64", "arm64": "aarch64"}.get(machine, machine)


def build() -> str:
    """Build the library if it is missing; returns a sentence about what was done.

    Raises:
        RuntimeError: the compiler failed; the message has its output.
    """
    wanted = library_path()
    if wanted.exists():
        return f"kernels: {wanted.name} is there"
    command = compiler()
    if not command:
        return "kernels: no C compiler (cc, gcc, clang or the package ziglang); numpy draws pixels, slowly"
    LIBRARIES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=LIBRARIES) as folder:
        made = Path(folder) / wanted.name
        _run([*command, *FLAGS, *map(str, c_files()), "-o", str(made)])
        made.replace(wanted)
    for old in LIBRARIES.glob("kernels-*.so"):
        if old != wanted:
            old.unlink(missing_ok=True)
    return f"kernels: {wanted.name} built by {Path(command[0]).name if len(command) == 1 else 'ziglang'}"


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS, check=False)  # noqa: S603 - a compiler and files of ours
    if done.returncode:
        message = f"the kernels' sources did not compile: {done.stderr.strip()[-2000:]}"
        raise RuntimeError(message)


if __name__ == "__main__":
    sys.stdout.write(f"{build()}\n")
