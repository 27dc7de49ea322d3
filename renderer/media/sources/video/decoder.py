"""The decoder process: ffmpeg under limits, in its own process group, with a descriptor as its only input.

It gets no environment and may open neither files nor addresses: the only protocol allowed is the descriptor
it was given, and the demuxer is forced. When its reader goes away, its pipe breaks and it ends.
"""

from __future__ import annotations

import fcntl
import os
import select
import signal
import subprocess
import sys
import weakref
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO, Final

import numpy as np
import numpy.typing as npt

from renderer.errors import ClipwrightError
from renderer.media.sources.refusal import Refusal
from renderer.media.sources.sandbox import SandboxLimits

DECODER_LIMITS: Final = SandboxLimits(memory=2 << 30, seconds=300, file_bytes=0)
"""Limits of one decoder process, which reads some seconds of a video."""
STALL_SECONDS: Final = 60
"""A decoder that produces nothing for this long is ended."""
_OUT_OF_TIME: Final = frozenset({-signal.SIGXCPU, -signal.SIGKILL, 255})
"""Exit statuses of a decoder out of time; ffmpeg exits with 255 when a signal such as SIGXCPU tells it to."""
_PIPE_BYTES: Final = 1 << 20
_NO_ENVIRONMENT: Final[dict[str, str]] = {}
_LAUNCHER: Final = Path(__file__).with_name("launcher.py")

Bytes = npt.NDArray[np.uint8]


@cache
def decoder_program() -> str:
    """Path of the ffmpeg that comes with imageio-ffmpeg: the same version on every machine."""
    import imageio_ffmpeg  # noqa: PLC0415  # looks for its binary when it is asked

    return str(imageio_ffmpeg.get_ffmpeg_exe())


def start_decoder(
    arguments: Sequence[str],
    source: Path,
    *,
    limits: SandboxLimits = DECODER_LIMITS,
    stall_seconds: float = STALL_SECONDS,
) -> RawPipe:
    """Start ffmpeg with `arguments` (without the program's name); its descriptor 0 is `source`.

    Raises:
        ClipwrightError: `media_unreadable` when `source` cannot be opened.
    """
    bounds = [str(bound) for bound in (limits.memory, limits.seconds, limits.file_bytes)]
    command = [sys.executable, "-I", "-S", str(_LAUNCHER), *bounds, decoder_program(), *arguments]
    try:
        with source.open("rb") as file:
            return RawPipe(command, name=source.name, given=file, limits=limits, stall_seconds=stall_seconds)
    except OSError as error:
        reason = Refusal("not_a_file")
        raise ClipwrightError("media_unreadable", path=source.name, reason=reason) from error


def child_command(module: str, request: str) -> list[str]:
    """The command that runs one of our modules in a separate process."""
    return [sys.executable, "-m", module, request]


class RawPipe:
    """A bounded process that writes raw bytes. It ends with `close`, or when this object is collected."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        name: str,
        limits: SandboxLimits,
        given: BinaryIO | int = subprocess.DEVNULL,
        environment: Mapping[str, str] = _NO_ENVIRONMENT,
        stall_seconds: float = STALL_SECONDS,
    ) -> None:
        """Start `command`, which limits itself; `given` is its descriptor 0, `name` its name in errors."""
        self._name, self._limits, self._stall = name, limits, stall_seconds
        self._child = subprocess.Popen(  # noqa: S603  # a fixed program, arguments of ours
            command,
            stdin=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            cwd="/",
            env=dict(environment),
            start_new_session=True,
        )
        pipe: Any = self._child.stdout
        self._pipe = pipe
        with suppress(OSError):  # a smaller pipe is only slower
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
        self._poll = select.poll()
        self._poll.register(pipe, select.POLLIN)
        self._end = weakref.finalize(self, _end, self._child)

    def fill(self, buffer: Bytes) -> int:
        """Fill a flat buffer; returns the number of bytes read, fewer than its size only at the end.

        Raises:
            ClipwrightError: `media_unreadable` when the decoder crashed, hit a limit or stalls.
        """
        view, filled = buffer.data, 0
        while filled < len(view):
            if not self._poll.poll(self._stall * 1000):
                self.close()
                raise self._unreadable("too_slow", seconds=round(self._stall))
            count = self._pipe.readinto(view[filled:])
            if not count:
                self._check_end()
                break
            filled += count
        return filled

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self._end()

    def _check_end(self) -> None:
        try:
            status = self._child.wait(self._stall)
        except subprocess.TimeoutExpired:  # it has closed its pipe, and does not end
            self.close()
            raise self._unreadable("too_slow", seconds=round(self._stall)) from None
        if status in _OUT_OF_TIME:
            raise self._unreadable("too_slow", seconds=self._limits.seconds)
        if status < 0:
            raise self._unreadable("crash")

    def _unreadable(self, name: str, **facts: object) -> ClipwrightError:
        return ClipwrightError("media_unreadable", path=self._name, reason=Refusal(name, **facts))


def _end(child: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    if child.stdout:
        child.stdout.close()
    child.wait()
