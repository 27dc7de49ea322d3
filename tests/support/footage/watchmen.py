"""Detects access to outside resources: a port that counts connections, and a watch on a file."""

from __future__ import annotations

import ctypes
import os
import socket
import threading
from contextlib import suppress
from pathlib import Path
from typing import Final

_OPENED: Final = 0x20
_READ: Final = 0x01


class Listener:
    """A loopback port that counts connections."""

    def __init__(self) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._socket.getsockname()[1]}/canary.mp4"
        self.visitors = 0
        threading.Thread(target=self._count, daemon=True).start()

    def _count(self) -> None:
        with suppress(OSError):
            while True:
                self._socket.accept()[0].close()
                self.visitors += 1

    def close(self) -> None:
        self._socket.close()


class FileWatch:
    """Detects every opening and reading of a file by any process (inotify)."""

    def __init__(self, path: Path) -> None:
        libc = ctypes.CDLL(None, use_errno=True)
        self._descriptor = libc.inotify_init1(os.O_NONBLOCK)
        watch = libc.inotify_add_watch(self._descriptor, os.fsencode(path), _OPENED | _READ)
        assert self._descriptor >= 0
        assert watch >= 0

    def touched(self) -> bool:
        """Whether the file was opened or read since the last call."""
        try:
            return bool(os.read(self._descriptor, 4096))
        except BlockingIOError:
            return False

    def close(self) -> None:
        os.close(self._descriptor)
