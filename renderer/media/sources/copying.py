"""Copies a user's file unchanged, so that the bytes examined first and those read later are the same."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path
from typing import Final

from renderer.errors import ClipwrightError
from renderer.media.opening import open_regular
from renderer.media.sources.refusal import Refusal

_CHUNK: Final = 1 << 20
_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


def copy_file(path: Path, into: Path, *, within: str = "") -> None:
    """Copy the regular file at `path`; with `within`, only if it truly lies below that folder.

    Raises:
        ClipwrightError: `media_unreadable` or `disk_full`; `into` may then hold part of the file.
    """
    try:
        with os.fdopen(open_regular(path, within=within), "rb") as source, into.open("wb") as out:
            shutil.copyfileobj(source, out, _CHUNK)
    except Refusal as refusal:
        raise ClipwrightError("media_unreadable", path=path, reason=refusal) from refusal
    except OSError as error:
        if error.errno in _FULL:
            raise ClipwrightError("disk_full", path=into) from error
        raise ClipwrightError("media_unreadable", path=path, reason=Refusal("not_a_file")) from error
