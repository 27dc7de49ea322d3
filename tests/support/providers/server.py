"""A local server for chat, speech, pictures and stock search, which records the requests it receives."""

from __future__ import annotations

import base64
import io
import json
import threading
import time
import wave
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit

import av
import numpy as np

from renderer.backends.imagery.base import Candidate, Credit, PictureShape
from renderer.backends.imagery.fake import FakePictures
from renderer.contract.vocabulary import Language
from tests.support.providers.moods import Mood

VOICE_RATE = 24_000


@dataclass(frozen=True, kw_only=True)
class Seen:
    """A received request."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: bytes
    at: float = field(default_factory=time.time)
    """Time of arrival, as Unix time in seconds."""

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class ProviderServer:
    """Use as a context manager; `moods` answer first, one request each. `chat` gives the text of an answer.

    Without `streams` the server sends whole JSON documents, even if a stream is requested.
    """

    chat: Callable[[dict[str, Any]], str] = lambda _request: "{}"
    finish: str = "stop"
    refusal: str = ""
    streams: bool = True
    stock: list[dict[str, Any]] = field(default_factory=list)
    picture_by_address: bool = False
    moods: deque[Mood] = field(default_factory=deque)
    seen: list[Seen] = field(default_factory=list)

    def __enter__(self) -> Self:
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                outer.answer(self)

            def do_POST(self) -> None:
                outer.answer(self)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the base class's name
                del format, args

        self._server = _QuietServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def paid(self) -> list[str]:
        """Paths of the requests that cost money, in order."""
        return [one.path.removeprefix("/v1") for one in self.seen if one.method == "POST"]

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        parts = urlsplit(handler.path)
        body = handler.rfile.read(int(handler.headers.get("Content-Length") or 0))
        headers = {name.lower(): value for name, value in handler.headers.items()}
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        seen = Seen(method=handler.command, path=parts.path, query=query, headers=headers, body=body)
        self.seen.append(seen)
        with suppress(OSError):  # a client may hang up early
            if self.moods:
                self.moods.popleft()(handler)
            else:
                self._proper(handler, seen)

    def _proper(self, handler: BaseHTTPRequestHandler, seen: Seen) -> None:
        path = seen.path.removeprefix("/v1")
        if path == "/chat/completions":
            self._chat(handler, seen.json)
        elif path == "/audio/speech":
            kind = seen.json["response_format"]
            spoken = coded_sound(spoken_wav(seen.json["input"]), kind)
            _chunked(handler, _SOUND_TYPES[kind], _pieces(spoken, 4000))
        elif path == "/images/generations":
            self._image(handler, seen.json)
        elif path in {"/search", "/"}:
            _json(handler, {"photos": self.stock, "hits": self.stock})
        elif path.startswith("/files/"):
            _whole(handler, "image/png", picture(path))
        else:
            handler.send_error(404)

    def _chat(self, handler: BaseHTTPRequestHandler, request: dict[str, Any]) -> None:
        text = "" if self.refusal else self.chat(request)
        if not self.streams:
            _json(handler, completion(text, refusal=self.refusal, ending=self.finish))
            return
        deltas: list[tuple[dict[str, Any], str | None]] = [({"role": "assistant", "content": ""}, None)]
        deltas += [({"content": text[at : at + 40]}, None) for at in range(0, len(text), 40)]
        deltas += [({"refusal": self.refusal}, None)] if self.refusal else []
        deltas.append(({}, self.finish))
        events = [_event(delta, ending) for delta, ending in deltas if delta or ending]
        _chunked(handler, "text/event-stream; charset=utf-8", [*events, b"data: [DONE]\n\n"])

    def _image(self, handler: BaseHTTPRequestHandler, request: dict[str, Any]) -> None:
        if self.picture_by_address:
            _json(handler, {"data": [{"url": f"{self.url}/files/made.png"}]})
        else:
            _json(handler, {"data": [{"b64_json": base64.b64encode(picture(request["prompt"])).decode()}]})


class _QuietServer(ThreadingHTTPServer):
    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore errors: clients hang up on bad answers, as the tests intend."""


def completion(text: str, *, refusal: str = "", ending: str | None = "stop") -> dict[str, Any]:
    """A whole chat completion."""
    message = {"role": "assistant", "content": text, "refusal": refusal or None}
    choice = {"index": 0, "message": message, "finish_reason": ending}
    return {"id": "c1", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}


def _event(delta: dict[str, Any], ending: str | None) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": ending}
    chunk = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]}
    return f"data: {json.dumps(chunk)}\n\n".encode()


def _pieces(body: bytes, size: int) -> list[bytes]:
    return [body[at : at + size] for at in range(0, len(body), size)]


def _chunked(handler: BaseHTTPRequestHandler, kind: str, pieces: list[bytes]) -> None:
    handler.send_response(200)
    handler.send_header("Content-Type", kind)
    handler.send_header("Transfer-Encoding", "chunked")
    handler.end_headers()
    for piece in pieces:
        handler.wfile.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
    handler.wfile.write(b"0\r\n\r\n")


def _whole(handler: BaseHTTPRequestHandler, kind: str, body: bytes) -> None:
    handler.send_response(200)
    handler.send_header("Content-Type", kind)
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body)


def _json(handler: BaseHTTPRequestHandler, document: object) -> None:
    _whole(handler, "application/json", json.dumps(document).encode())


_SOUND_TYPES = {
    "wav": "audio/wav",
    "mp3": "audio/mpeg",
    "aac": "audio/aac",
    "flac": "audio/flac",
    "opus": "audio/ogg",
}
_ENCODERS = {"mp3": "libmp3lame", "aac": "aac", "flac": "flac", "opus": "libopus"}
_CONTAINERS = {"aac": "adts", "opus": "ogg"}


def coded_sound(wav: bytes, kind: str) -> bytes:
    """The WAV as it is, or encoded as "mp3", "aac", "flac" or "opus"."""
    if kind == "wav":
        return wav
    samples = np.frombuffer(wav[44:], "<i2")
    memory = io.BytesIO()
    with av.open(memory, "w", format=_CONTAINERS.get(kind, kind)) as container:
        stream: Any = container.add_stream(_ENCODERS[kind], rate=VOICE_RATE, layout="mono")
        resampler = av.AudioResampler(stream.format, stream.layout, VOICE_RATE, stream.frame_size or 1024)
        sound = av.AudioFrame.from_ndarray(samples[None], format="s16", layout="mono")
        sound.rate, sound.pts = VOICE_RATE, 0
        for frame in (*resampler.resample(sound), *resampler.resample(None)):
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return memory.getvalue()


def spoken_wav(text: str, *, seconds_per_letter: float = 0.05) -> bytes:
    """A WAV as streaming servers send it: its header has no length, which is unknown when it is written."""
    seconds = 0.2 + len(text) * seconds_per_letter
    times = np.arange(round(seconds * VOICE_RATE)) / VOICE_RATE
    tone = 0.05 * np.sin(2 * np.pi * 200 * times) * (times > 0.1) * (times < seconds - 0.05)
    memory = io.BytesIO()
    with wave.open(memory, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(VOICE_RATE)
        out.writeframes((tone * 32767).astype("<i2").tobytes())
    body = bytearray(memory.getvalue())
    body[4:8] = body[40:44] = b"\xff\xff\xff\xff"
    return bytes(body)


def picture(name: str) -> bytes:
    """A small PNG that depends on the name."""
    source = FakePictures()
    found = source.search(name, language=Language.EN, shape=PictureShape(width=1, height=1))
    return source.fetch(found[0])


def photo(
    server: ProviderServer, number: int, title: str, *, width: int = 2000, height: int = 3000
) -> dict[str, Any]:
    """A row of a stock search, with the fields of both protocols."""
    address = f"{server.url}/files/{number}.png"
    return {
        "id": number,
        "width": width,
        "height": height,
        "imageWidth": width,
        "imageHeight": height,
        "src": {"large2x": address},
        "largeImageURL": address,
        "url": f"https://example.org/{number}",
        "pageURL": f"https://example.org/{number}",
        "photographer": f"Photographer {number}",
        "user": f"Photographer {number}",
        "alt": title,
        "tags": title.replace(" ", ", "),
    }


def candidate(identity: str) -> Candidate:
    credit = Credit(provider="test", licence="CC0")
    return Candidate(identity=identity, address=identity, title=identity, width=0, height=0, credit=credit)
