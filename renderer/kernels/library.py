"""The only access to the compiled library: loaded once, under a name with the digest of its sources.

Calls release the GIL. Callers must have checked memory and sizes (`checks`): C trusts its arguments.
"""

from __future__ import annotations

import ctypes
import hashlib
import platform
import struct
import warnings
from functools import cache
from pathlib import Path
from typing import Final

SOURCES: Final = Path(__file__).parent / "source"
LIBRARIES: Final = Path(__file__).parent / "library"
"""Where libraries are built; not under version control."""

FLAGS: Final = ("-std=c11", "-O3", "-ffp-contract=off", "-fPIC", "-shared", "-fvisibility=hidden")
"""No flag names a processor: variants for one are chosen at run time. No multiply-add is fused."""


def c_files() -> list[Path]:
    """The sources to compile, in order."""
    return sorted(SOURCES.glob("*.c"))


@cache
def library_path() -> Path:
    """Path of the library of these exact sources for this kind of machine, built or not."""
    digest = hashlib.sha256(" ".join(FLAGS).encode())
    for path in [*c_files(), *sorted(SOURCES.glob("*.h"))]:
        digest.update(path.read_bytes())
    kind = f"{platform.system()}-{platform.machine()}".lower()
    return LIBRARIES / f"kernels-{kind}-{digest.hexdigest()[:16]}.so"


_NO_MEMORY: Final = -1
"""`NO_MEMORY` of kernels.h."""

_COUNT, _PLACE = ctypes.c_int32, ctypes.c_int64
_PLANE: Final = [ctypes.c_void_p, ctypes.c_ssize_t, _COUNT, _COUNT]
_RECORD: Final = ctypes.c_char_p
"""Bytes that hold C structures, one after another."""

_POINTER, _STRIDE = ctypes.c_void_p, ctypes.c_ssize_t
_FACTOR, _DOUBLE = ctypes.c_float, ctypes.c_double
_SOUND: Final = [_POINTER, _STRIDE]
_TARGET: Final = [_POINTER, _STRIDE, _COUNT, _COUNT]
_READ: Final = [_POINTER, _STRIDE]

_FUNCTIONS: Final = {
    "clipwright_resample": (_COUNT, [*_PLANE, *_PLANE, _PLACE, _PLACE, _PLACE, _PLACE]),
    "clipwright_view": (_COUNT, [_RECORD, _RECORD, _RECORD]),
    "clipwright_draw": (_COUNT, [_RECORD, _RECORD, _COUNT, _RECORD, _COUNT]),
    "clipwright_lay": (_COUNT, [_RECORD, _RECORD, _RECORD, _COUNT]),
    "clipwright_sprites": (_COUNT, [_RECORD, _RECORD, _COUNT]),
    "clipwright_separate": (None, [_RECORD]),
    "clipwright_soften": (_COUNT, [_RECORD, _RECORD, _RECORD]),
    "clipwright_filter": (
        None,
        [*_SOUND, *_SOUND, _COUNT, _COUNT, _POINTER, _COUNT, _POINTER, _COUNT, _DOUBLE],
    ),
    "clipwright_energies": (None, [_POINTER, _COUNT, _COUNT, *_SOUND, _COUNT]),
    "clipwright_peaks": (
        None,
        [_POINTER, _COUNT, *_SOUND, _COUNT, _POINTER, _FACTOR, _FACTOR, _COUNT],
    ),
    "clipwright_hall": (_COUNT, [_POINTER, *_SOUND, *_SOUND, _COUNT]),
    "clipwright_double": (None, [*_SOUND, *_SOUND, _COUNT, _COUNT, _POINTER]),
    "clipwright_pluck": (None, [_POINTER, _COUNT, _DOUBLE, _POINTER, _COUNT, _COUNT, _DOUBLE]),
    "clipwright_follow": (None, [_POINTER, _POINTER, _COUNT, _DOUBLE, _DOUBLE, _DOUBLE]),
    "clipwright_add": (None, [*_SOUND, *_SOUND, *_SOUND, _COUNT, _COUNT, _FACTOR, _FACTOR]),
    "clipwright_paint": (None, [*_TARGET, *_READ, _POINTER, *_READ, _COUNT, _COUNT]),
    "clipwright_dither": (
        _COUNT,
        [*_TARGET, *_READ, _COUNT, _COUNT, _POINTER, _COUNT, _COUNT, _COUNT, _COUNT],
    ),
    "clipwright_grade": (_COUNT, [_POINTER]),
    "clipwright_premultiply": (_COUNT, [_POINTER]),
    "clipwright_extents": (None, [_POINTER, *_READ, _COUNT, _COUNT]),
    "clipwright_turn": (None, [_POINTER]),
    "clipwright_warp": (None, [_RECORD]),
    "clipwright_own_memory": (_COUNT, [_RECORD]),
    "clipwright_return_memory": (None, []),
    "clipwright_portable": (None, [_COUNT]),
    "clipwright_uses_avx2": (_COUNT, []),
}
"""Result and arguments of each function, as its C source has them."""


@cache
def library() -> ctypes.CDLL | None:
    """The compiled kernels; None, with a single warning, if they were not built from these sources."""
    path = library_path()
    try:
        loaded = ctypes.CDLL(str(path))
    except OSError:
        warnings.warn(f"{path.name} is not built: pixels are drawn slowly", RuntimeWarning, stacklevel=2)
        return None
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(loaded, name)
        function.restype, function.argtypes = result, arguments
    return loaded


def kernels_in_use() -> str:
    """What draws pixels here, as a sentence for a person."""
    loaded = library()
    if not loaded:
        return "numpy draws pixels, slowly: `make setup` builds the kernels where it finds a compiler"
    return f"compiled kernels draw pixels{' (AVX2)' if loaded.clipwright_uses_avx2() else ''}"


def check(status: int) -> None:
    """Convert a kernel's status into an exception if it failed.

    Raises:
        MemoryError: there was no memory for its tables.
        ValueError: it would have left its arrays, or places are too far away.
    """
    if status == _NO_MEMORY:
        message = "no memory for a kernel's tables"
        raise MemoryError(message)
    if status:
        message = "what is drawn does not fit its target, lies too far away, or what is written is read"
        raise ValueError(message)


def packed(record: struct.Struct, *values: int) -> bytes:
    """The values packed as a C structure.

    Raises:
        ValueError: a value is too large for its field.
    """
    try:
        return record.pack(*values)
    except struct.error as error:
        message = "places lie too far away"
        raise ValueError(message) from error
