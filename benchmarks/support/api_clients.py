"""Clients of the API benchmark, cheap enough to leave the machine to the servers.

Run as a module, this is a process of two hundred polling clients:
`python -m benchmarks.support.api_clients PORT OTHER_PORT SECONDS < REQUEST`.
Each sends a request every five seconds, spread evenly, on a fresh connection as `curl` in a loop would; the
clock runs from before the connect to the last byte. Right after each request the same client asks a server
that only answers (OTHER_PORT), whose figures are what the clients, the kernel and the load cost by
themselves. Nothing is subtracted.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

CONNECTIONS = 16
POLLERS = 200
POLL_SECONDS = 5.0


@dataclass(frozen=True, kw_only=True)
class Request:
    """The parts of one HTTP request."""

    method: str
    path: str
    headers: tuple[str, ...] = ()
    body: bytes = b""

    def raw(self) -> bytes:
        """The bytes of the request."""
        lines = [f"{self.method} {self.path} HTTP/1.1", "Host: 127.0.0.1", *self.headers]
        if self.body:
            lines += ["Content-Type: application/json", f"Content-Length: {len(self.body)}"]
        return ("\r\n".join(lines) + "\r\n\r\n").encode() + self.body


@asynccontextmanager
async def connection(port: int) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Open one keep-alive connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield reader, writer
    finally:
        writer.close()


async def exchange(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, raw: bytes) -> tuple[int, int]:
    """Send one request; returns status and body size of the response."""
    writer.write(raw)
    head = await reader.readuntil(b"\r\n\r\n")
    length = body_length(head)
    left = length
    while left:
        chunk = await reader.read(min(left, 1 << 18))
        if not chunk:
            raise ConnectionError(head)
        left -= len(chunk)
    return int(head[9:12]), length


def body_length(head: bytes) -> int:
    """Content-Length of a response head."""
    return int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0] or 0)


async def throughput(port: int, requests: Iterator[bytes], *, seconds: float, expect: int) -> float:
    """Requests per second over `CONNECTIONS` connections."""
    done, until = 0, time.perf_counter() + seconds

    async def client() -> None:
        nonlocal done
        async with connection(port) as (reader, writer):
            while time.perf_counter() < until and (raw := next(requests, None)):
                status, _ = await exchange(reader, writer, raw)
                if status != expect:
                    raise RuntimeError(f"status {status}")  # noqa: EM102, TRY003 - ends the script
                done += 1

    began = time.perf_counter()
    await asyncio.gather(*(client() for _ in range(CONNECTIONS)))
    return done / (time.perf_counter() - began)


async def download_rate(port: int, raw: bytes, *, seconds: float) -> float:
    """MB per second of one client that downloads the file repeatedly."""
    size, began = 0, time.perf_counter()
    async with connection(port) as (reader, writer):
        while time.perf_counter() - began < seconds:
            size += (await exchange(reader, writer, raw))[1]
    return size / 1e6 / (time.perf_counter() - began)


class Poll(asyncio.Protocol):
    """One request on one connection; `over` is set to the time of the last byte."""

    def __init__(self, raw: bytes) -> None:
        self.over: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self._raw = raw
        self._got = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the request."""
        if isinstance(transport, asyncio.Transport):
            transport.write(self._raw)

    def data_received(self, data: bytes) -> None:
        """Collect data until the body is complete."""
        self._got += data
        head, end, body = self._got.partition(b"\r\n\r\n")
        if end and len(body) >= body_length(head) and not self.over.done():
            if not head.startswith(b"HTTP/1.1 200"):
                self.over.set_exception(ConnectionError(head))
                return
            self.over.set_result(time.perf_counter())

    def connection_lost(self, exc: Exception | None) -> None:
        """Fail if the connection ends before the body is complete."""
        if not self.over.done():
            self.over.set_exception(exc or ConnectionError("closed"))


async def poll(port: int, raw: bytes) -> float:
    """Milliseconds of one poll."""
    began = time.perf_counter()
    transport, asked = await asyncio.get_running_loop().create_connection(
        lambda: Poll(raw), "127.0.0.1", port
    )
    try:
        return (await asked.over - began) * 1000
    finally:
        transport.close()


async def poll_all(ports: tuple[int, ...], raw: bytes, *, seconds: float) -> list[list[float]]:
    """Poll all ports with all clients; returns the sorted latencies of each port, in milliseconds."""
    found: list[list[float]] = [[] for _ in ports]

    async def client(number: int) -> None:
        began = time.perf_counter() + POLL_SECONDS * number / POLLERS
        for turn in range(max(1, int(seconds / POLL_SECONDS))):
            await asyncio.sleep(max(0.0, began + turn * POLL_SECONDS - time.perf_counter()))
            for port, latencies in zip(ports, found, strict=True):
                latencies.append(await poll(port, raw))

    await asyncio.gather(*(client(number) for number in range(POLLERS)))
    return [sorted(latencies) for latencies in found]


class Nothing(asyncio.Protocol):
    """A server that answers every request at once with the same response."""

    _ANSWER = b"HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n" + b"x" * 900

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport for the answer."""
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Send the response."""
        del data
        if isinstance(self._transport, asyncio.Transport):
            self._transport.write(self._ANSWER)


async def answer_nothing(port: int) -> None:
    """Serve `Nothing` until cancelled."""
    server = await asyncio.get_running_loop().create_server(Nothing, "127.0.0.1", port)
    await server.serve_forever()


def main() -> None:
    """Poll both ports and print the latencies as JSON."""
    raw = sys.stdin.buffer.read()
    gc.freeze()
    ports, seconds = (int(sys.argv[1]), int(sys.argv[2])), float(sys.argv[3])
    print(json.dumps(asyncio.run(poll_all(ports, raw, seconds=seconds))))


if __name__ == "__main__":
    main()
