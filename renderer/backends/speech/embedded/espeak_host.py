"""The program in the espeak helper process, which speaks each utterance of a request in a forked child.

espeak-ng's output depends on everything it has spoken before, so only the first utterance after
initialisation is reproducible. The helper initialises the library once and never speaks itself; each
utterance is spoken by a fork of that untouched state. A crash or hang ends one child, never the renderer,
and the GPL library is never mapped into the renderer's own process. Little is imported besides the standard
library, to keep the start-up short.

The helper also converts texts to phonemes (IPA), for the neural voices that take phonemes as input.

Frames in both directions have a 4-byte little-endian length and a JSON header; in replies, one per utterance
and in their order, the header's `bytes` is the number of bytes of 16-bit PCM that follow.
"""

from __future__ import annotations

import ctypes
import json
import os
import select
import signal
from contextlib import suppress
from typing import Final

from msgspec import Struct

RATE_PARAMETER: Final = 1
VOLUME_PARAMETER: Final = 2
SEED: Final = 1
VOLUME: Final = 60
"""Percent. At espeak's default of 100, loud vowels of some voices clip inside the synthesiser."""
PITCH_PARAMETER: Final = 3
RANGE_PARAMETER: Final = 4
SYNCHRONOUS: Final = 2
DONT_EXIT: Final = 0x8000
UTF8: Final = 1
CHARACTER_POSITION: Final = 1
WORD_EVENT: Final = 1
IPA_TIED: Final = ord("^") << 8 | 0x82
"""IPA with the parts of diphthongs and affricates tied by "^" (speak_lib.h, `espeak_TextToPhonemes`)."""
LENGTH: Final = ctypes.c_uint32
AT_ONCE: Final = 4
"""Number of children that run at the same time."""


class _EventId(ctypes.Union):
    _fields_ = (("number", ctypes.c_int), ("name", ctypes.c_char_p), ("string", ctypes.c_char * 8))


class _Event(ctypes.Structure):
    """`espeak_EVENT` of speak_lib.h."""

    _fields_ = (
        ("type", ctypes.c_int),
        ("unique_identifier", ctypes.c_uint),
        ("text_position", ctypes.c_int),
        ("length", ctypes.c_int),
        ("audio_position", ctypes.c_int),
        ("sample", ctypes.c_int),
        ("user_data", ctypes.c_void_p),
        ("id", _EventId),
    )


_Callback = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.POINTER(_Event)
)


def read_exactly(fd: int, count: int, timeout: float | None) -> bytes:
    """Read `count` bytes from `fd`; `timeout` is the longest wait for data in seconds, None for any.

    Raises:
        TimeoutError: no data came for that long.
        EOFError: the other end was closed.
    """
    parts = bytearray()
    while len(parts) < count:
        if not select.select([fd], [], [], timeout)[0]:
            raise TimeoutError
        part = os.read(fd, min(count - len(parts), 1 << 20))
        if not part:
            raise EOFError
        parts += part
    return bytes(parts)


def write_all(fd: int, data: bytes) -> None:
    """Write all of `data` to `fd`."""
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]


def frame(header: dict[str, object], body: bytes = b"") -> bytes:
    """A header and its body, encoded for the pipe."""
    head = json.dumps({**header, "bytes": len(body)}).encode()
    return bytes(LENGTH(len(head))) + head + body


def read_frame(fd: int, timeout: float | None) -> tuple[dict[str, object], bytes]:
    """Read one frame; raises what `read_exactly` raises."""
    size = LENGTH.from_buffer_copy(read_exactly(fd, ctypes.sizeof(LENGTH), timeout)).value
    header: dict[str, object] = json.loads(read_exactly(fd, size, timeout))
    body = int(str(header["bytes"]))
    return header, read_exactly(fd, body, timeout) if body else b""


class _Library:
    """The initialised espeak-ng library."""

    def __init__(self) -> None:
        import espeakng_loader  # noqa: PLC0415  only the helper process may load the library

        data = espeakng_loader.get_data_path()
        # espeak keeps its data path in a 160-byte buffer; a relative one fits wherever the package is
        os.chdir(os.path.dirname(data))  # noqa: PTH120  keeps pathlib out of the helper's start-up
        self._lib = ctypes.CDLL(espeakng_loader.get_library_path())
        self.rate = int(self._lib.espeak_Initialize(SYNCHRONOUS, 0, b".", DONT_EXIT))
        self._pcm = bytearray()
        self._words: list[tuple[int, int]] = []
        self._callback = _Callback(self._collect)
        self._lib.espeak_SetSynthCallback(self._callback)
        # reads the 150 voice files here, once, instead of in every child
        self._lib.espeak_ListVoices.restype = ctypes.c_void_p
        self._lib.espeak_ListVoices(None)
        # initialisation seeds breath and flutter from the clock
        self._lib.espeak_ng_SetRandSeed(ctypes.c_long(SEED))

    def _collect(self, samples: object, count: int, events: object) -> int:
        if samples and count > 0:
            self._pcm += ctypes.string_at(samples, 2 * count)  # type: ignore[arg-type]  # a ctypes pointer
        index = 0
        while (event := events[index]).type:  # type: ignore[index]  # a ctypes pointer to an array
            if event.type == WORD_EVENT:
                self._words.append((event.text_position - 1, event.sample))
            index += 1
        return 0

    def speak(self, request: dict[str, object]) -> bytes:
        """Speak a request; returns the reply frame. Call it once per process."""
        if self._lib.espeak_SetVoiceByName(str(request["voice"]).encode()):
            return frame({"error": "voice", "reason": f"espeak-ng has no voice {request['voice']!r}"})
        self._lib.espeak_SetParameter(VOLUME_PARAMETER, VOLUME, 0)
        for parameter, key in (
            (RATE_PARAMETER, "rate"),
            (PITCH_PARAMETER, "pitch"),
            (RANGE_PARAMETER, "range"),
        ):
            self._lib.espeak_SetParameter(parameter, int(str(request[key])), 0)
        text = str(request["text"]).encode() + b"\0"
        code = self._lib.espeak_Synth(
            text, ctypes.c_size_t(len(text)), 0, CHARACTER_POSITION, 0, UTF8, None, None
        )
        self._lib.espeak_Synchronize()
        if code:
            return frame({"error": "failed", "reason": f"espeak-ng returned {code}"})
        return frame({"rate": self.rate, "words": self._words}, bytes(self._pcm))

    def read(self, request: dict[str, object]) -> bytes:
        """Convert texts to phonemes; returns the reply frame. Call it once per process."""
        if self._lib.espeak_SetVoiceByName(str(request["voice"]).encode()):
            return frame({"error": "voice", "reason": f"espeak-ng has no voice {request['voice']!r}"})
        self._lib.espeak_TextToPhonemes.restype = ctypes.c_char_p
        texts: list[str] = request["read"]  # type: ignore[assignment]  # the renderer wrote it
        return frame({"phonemes": [self._phonemes(text) for text in texts]})

    def _phonemes(self, text: str) -> str:
        rest, clauses = ctypes.c_char_p(text.encode()), []
        while rest.value:
            clauses.append(self._lib.espeak_TextToPhonemes(ctypes.byref(rest), UTF8, IPA_TIED).decode())
        return " ".join(clauses)

    def answer(self, request: dict[str, object]) -> bytes:
        """Speak, or convert to phonemes, as requested."""
        return self.read(request) if "read" in request else self.speak(request)


class _Child(Struct, frozen=True, kw_only=True):
    pid: int
    answers: int


def _begun(library: _Library, utterance: dict[str, object], timeout: float) -> _Child:
    """Fork a child that answers an utterance through a pipe."""
    source, sink = os.pipe()
    pid = os.fork()
    if pid == 0:
        signal.alarm(int(timeout) + 1)  # ends a hanging child even if this helper has died
        try:
            write_all(sink, library.answer(utterance))
        finally:
            os._exit(0)
    os.close(sink)
    return _Child(pid=pid, answers=source)


def _ended(child: _Child, timeout: float) -> bytes:
    """The child's reply, or an error frame if it died or took too long."""
    reason = ""
    try:
        header, body = read_frame(child.answers, timeout)
    except TimeoutError:
        reason = f"no answer within {timeout:g} s"
    except EOFError:
        reason = "the speaking process died"
    finally:
        os.close(child.answers)
        os.kill(child.pid, signal.SIGKILL)
        os.waitpid(child.pid, 0)
    return frame({"error": "failed", "reason": reason}) if reason else frame(header, body)


def _answer(library: _Library, request: dict[str, object], replies: int) -> None:
    utterances: list[dict[str, object]] = request["utterances"]  # type: ignore[assignment]  # the renderer wrote it
    timeout = float(str(request["timeout"]))
    for first in range(0, len(utterances), AT_ONCE):
        children = [_begun(library, one, timeout) for one in utterances[first : first + AT_ONCE]]
        for child in children:
            write_all(replies, _ended(child, timeout))


def main(requests: int, replies: int) -> None:
    """Serve frames from `requests` to `replies` (file descriptors) until the renderer closes them or dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    library = _Library()
    with suppress(EOFError, BrokenPipeError):
        write_all(replies, frame({"rate": library.rate}))
        while True:
            request, _ = read_frame(requests, None)
            _answer(library, request, replies)
