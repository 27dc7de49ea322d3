"""The renderer's end of the espeak helper process (espeak_host.py)."""

from __future__ import annotations

import contextlib
import functools
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from typing import Final

import numpy as np
from msgspec import Struct
from msgspec.structs import asdict

from renderer.backends.speech.embedded import espeak_host

START_SECONDS: Final = 30.0
GRACE_SECONDS: Final = 5.0


class Utterance(Struct, frozen=True, kw_only=True, eq=False):
    """Spoken text: 16-bit mono `samples` at `rate` hertz; `words` are (character offset, sample)."""

    samples: np.ndarray[tuple[int], np.dtype[np.int16]]
    rate: int
    words: tuple[tuple[int, int], ...]


class _Helper(Struct, frozen=True, kw_only=True):
    pid: int
    requests: int
    replies: int


class Asked(Struct, frozen=True, kw_only=True):
    """A text to speak and how, in espeak's own units."""

    text: str
    voice: str
    rate: int
    pitch: int
    range: int


class EspeakError(Exception):
    """The helper could not speak; the message says why. The next request starts a new helper."""


class EspeakProcess:
    """Starts the helper on first use or before, restarts it if it has died, and speaks through it.

    Safe to use from several threads and after a fork: a forked child starts its own helper. It also works in
    daemonic pool workers. The helper ends when the renderer's end of the pipe is closed.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._owner = os.getpid()
        self._helper: _Helper | None = None
        self._is_ready = False

    def start(self) -> None:
        """Start the helper, unless it is running, without waiting until it is ready."""
        if not self._lock.acquire(blocking=False):  # in use, so it was started
            return
        try:
            with contextlib.suppress(OSError):  # the first request reports it
                self._launched()
        finally:
            self._lock.release()

    def speak(self, asked: Asked, *, timeout: float) -> Utterance:
        """Speak one text; raises what `speak_all` raises."""
        return self.speak_all([asked], timeout=timeout)[0]

    def speak_all(self, asked: Sequence[Asked], *, timeout: float) -> list[Utterance]:
        """Speak texts, several at once; `timeout` is for each, in seconds.

        Raises:
            EspeakError: a crash, a hang or a refusal.
            LookupError: espeak has no such voice.
        """
        request: dict[str, object] = {"utterances": [asdict(one) for one in asked], "timeout": timeout}
        with self._lock:
            answers = self._exchange(request, len(asked), timeout)
        return [_utterance(header, body) for header, body in answers]

    def read_all(self, asked: Sequence[tuple[str, Sequence[str]]], *, timeout: float) -> list[list[str]]:
        """The phonemes of the texts of each (espeak voice, texts); raises what `speak_all` raises."""
        utterances = [{"voice": voice, "read": list(texts)} for voice, texts in asked]
        request: dict[str, object] = {"utterances": utterances, "timeout": timeout}
        with self._lock:
            answers = self._exchange(request, len(asked), timeout)
        return [_phonemes(header) for header, _ in answers]

    def close(self) -> None:
        """End the helper; the next use starts another."""
        with self._lock:
            self._stop()

    def _exchange(
        self, request: dict[str, object], count: int, timeout: float
    ) -> list[tuple[dict[str, object], bytes]]:
        helper, whole = self._started(), False
        try:
            espeak_host.write_all(helper.requests, espeak_host.frame(request))
            answers = [espeak_host.read_frame(helper.replies, timeout + GRACE_SECONDS) for _ in range(count)]
            whole = True
        except (OSError, EOFError) as error:
            raise EspeakError(str(error) or "its helper process is gone") from error
        finally:
            if not whole:  # the next request must not read these answers, even after an interruption
                self._stop()
        return answers

    def _started(self) -> _Helper:
        helper = self._launched()
        if self._is_ready:
            return helper
        try:
            espeak_host.read_frame(helper.replies, START_SECONDS)
            self._is_ready = True
        except (OSError, EOFError) as error:
            message = "its helper process did not start; is espeakng-loader installed?"
            raise EspeakError(message) from error
        finally:
            if not self._is_ready:  # it may have sent half of its greeting, even after an interruption
                self._stop()
        return helper

    def _launched(self) -> _Helper:
        if self._owner != os.getpid():
            self._forget()
        if self._helper is None:
            self._helper, self._is_ready = _launch(), False
        return self._helper

    def _forget(self) -> None:
        # after a fork the helper belongs to the parent: close only this process's copies of its pipes
        if self._helper is not None:
            os.close(self._helper.requests)
            os.close(self._helper.replies)
        self._helper, self._owner = None, os.getpid()

    def _stop(self) -> None:
        helper, self._helper = self._helper, None
        if helper is None:
            return
        os.close(helper.requests)
        os.close(helper.replies)
        with contextlib.suppress(OSError):
            os.kill(helper.pid, signal.SIGKILL)
            os.waitpid(helper.pid, 0)


def _phonemes(header: dict[str, object]) -> list[str]:
    _refused(header)
    texts: list[str] = header["phonemes"]  # type: ignore[assignment]  # our own helper wrote it
    return texts


def _refused(header: dict[str, object]) -> None:
    if header.get("error") == "voice":
        raise LookupError(header["reason"])
    if "error" in header:
        raise EspeakError(str(header["reason"]))


def _utterance(header: dict[str, object], body: bytes) -> Utterance:
    _refused(header)
    words: list[list[int]] = header["words"]  # type: ignore[assignment]  # our own helper wrote it
    return Utterance(
        samples=np.frombuffer(body, dtype="<i2"),
        rate=int(str(header["rate"])),
        words=tuple((offset, sample) for offset, sample in words),
    )


def _launch() -> _Helper:
    """Start a helper, which sends a frame once it is ready."""
    their_requests, our_requests = os.pipe()
    try:
        our_replies, their_replies = os.pipe()
    except OSError:  # too many open files
        os.close(their_requests)
        os.close(our_requests)
        raise
    program = (
        f"import sys; sys.path[:] = {sys.path!r}; "
        "from renderer.backends.speech.embedded.espeak_host import main; "
        f"main({their_requests}, {their_replies})"
    )
    try:
        child = subprocess.Popen(  # noqa: S603 - our own interpreter and program
            [sys.executable, "-c", program], pass_fds=(their_requests, their_replies)
        )
    except OSError:
        os.close(our_requests)
        os.close(our_replies)
        raise
    finally:
        os.close(their_requests)
        os.close(their_replies)
    pid, child.returncode = child.pid, 0  # it is waited for by its pid, and a forked process drops the object
    return _Helper(pid=pid, requests=our_requests, replies=our_replies)


@functools.cache
def shared_process() -> EspeakProcess:
    """The helper process that all engines of this process share."""
    return EspeakProcess()
