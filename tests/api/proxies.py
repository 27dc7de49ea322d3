"""TCP proxies that harm downloads on their way."""

from __future__ import annotations

import re
import socket
import threading
from contextlib import suppress
from typing import Final, Literal

UNHARMED: Final = 1_000_000
"""Bytes of the answer that pass unharmed on every connection."""
_VIDEO: Final = re.compile(rb"(?is)HTTP/1\.1 20[06] .*?content-type: video/mp4.*?\r\n\r\n")
"""The head of an answer that is a video or a part of one; the service writes it in one piece."""
_START: Final = re.compile(rb"(?i)content-range: bytes (\d+)-")


class MeddlingProxy:
    """Passes bytes on, and applies `harm` to the first connections that return more than a million bytes.

    Those are cut there ("cut"), or one byte of the piece that passes the million is changed ("flip").
    """

    def __init__(self, target: int, *, times: int, harm: Literal["cut", "flip"] = "cut") -> None:
        self._target = target
        self._times_left = threading.Semaphore(times)
        self._harm = harm
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()

    def is_harmful(self) -> bool:
        """Whether this connection is to be harmed; each call counts one."""
        return self._times_left.acquire(blocking=False)

    def _accept(self) -> None:
        with self._listener:
            while True:
                try:
                    client, _ = self._listener.accept()
                except OSError:
                    return
                self._threads.append(threading.Thread(target=self._serve, args=(client,)))
                self._threads[-1].start()

    def _serve(self, client: socket.socket) -> None:
        with client, socket.create_connection(("127.0.0.1", self._target)) as upstream:
            forward = threading.Thread(target=self._pump, args=(client, upstream), kwargs={"limit": None})
            forward.start()
            self._pump(upstream, client, limit=UNHARMED)
            for end in (client, upstream):
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
            forward.join()

    def _pump(self, source: socket.socket, sink: socket.socket, *, limit: int | None) -> None:
        carried = 0
        with suppress(OSError):
            while chunk := source.recv(65536):
                before, carried = carried, carried + len(chunk)
                harmed = limit is not None and before <= limit < carried and self.is_harmful()
                sink.sendall(_flipped(chunk) if harmed and self._harm == "flip" else chunk)
                if harmed and self._harm == "cut":
                    return
            sink.shutdown(socket.SHUT_WR)


class EndingProxy(MeddlingProxy):
    """Ends every answer that contains more than a million bytes of a video at its first million."""

    def __init__(self, target: int) -> None:
        self.ended = 0
        self._count = threading.Lock()
        super().__init__(target, times=0)

    def _pump(self, source: socket.socket, sink: socket.socket, *, limit: int | None) -> None:
        left = None
        with suppress(OSError):
            while chunk := source.recv(65536):
                if limit is not None and (head := _VIDEO.match(chunk)):
                    start = _START.search(head[0])
                    left = len(head[0]) + max(0, UNHARMED - (int(start[1]) if start else 0))
                sink.sendall(chunk[:left])
                if left is not None and left < len(chunk):
                    with self._count:
                        self.ended += 1
                    return
                left = None if left is None else left - len(chunk)
            sink.shutdown(socket.SHUT_WR)


def _flipped(chunk: bytes) -> bytes:
    return chunk[:-1] + bytes([chunk[-1] ^ 1])
