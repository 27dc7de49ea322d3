# noqa: INP001 - a script
"""Create a video, poll it at the advised interval, and download it.

An interrupted download is resumed, and only a complete file is kept. Needs nothing but Python.
Usage: CLIPWRIGHT_API_KEY=... python create_video.py BASE_URL TOPIC FILE.mp4
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import sys
import time
import urllib.error
import urllib.request
import uuid
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import Any, BinaryIO

TRIES = 6
TEMPORARY = {429, 500, 503}


class Client:
    """Talks to one service with one key."""

    def __init__(self, key: str) -> None:
        self._key = key

    def call(self, method: str, url: str, body: object = None, **headers: str) -> HTTPResponse:
        """Send one request; temporary failures are retried, after the delay that the service asks for."""
        data = None if body is None else json.dumps(body).encode()
        sent = {"Authorization": f"Bearer {self._key}"} | {k.replace("_", "-"): v for k, v in headers.items()}
        for attempt in range(TRIES):
            request = urllib.request.Request(url, data=data, method=method, headers=sent)  # noqa: S310 - the caller's own service
            try:
                answer: HTTPResponse = urllib.request.urlopen(request, timeout=60)  # noqa: S310 - as above
            except urllib.error.HTTPError as error:
                if error.code not in TEMPORARY or attempt == TRIES - 1:
                    sys.exit(f"{error.code}: {_code(error)}")
                time.sleep(float(error.headers.get("Retry-After", _pause(attempt))))
            except (OSError, HTTPException):
                if attempt == TRIES - 1:
                    raise
                time.sleep(_pause(attempt))
            else:
                return answer
        raise AssertionError("unreachable")

    def create(self, base: str, topic: str) -> str:
        """Create a video and return its URL; a repeated request with the same key creates no second video."""
        key = str(uuid.uuid4())
        answer = self.call(
            "POST", f"{base}/videos", {"topic": topic}, Content_Type="application/json", Idempotency_Key=key
        )
        return str(json.load(answer)["links"]["self"])

    def wait(self, link: str) -> dict[str, Any]:
        """Poll until the status is final, and return the video."""
        while True:
            answer = self.call("GET", link)
            video: dict[str, Any] = json.load(answer)
            progress = video["progress"]
            print(f"{video['status']}: {progress['percent']} % {progress['detail']}", file=sys.stderr)  # noqa: T201 - a script
            if video["status"] not in {"queued", "processing"}:
                return video
            time.sleep(float(answer.headers["Retry-After"]))

    def download(self, url: str, target: Path) -> None:
        """Download to a temporary file beside the target, and replace the target when it is complete."""
        part = target.with_name(f"{target.name}.part")
        try:
            with part.open("w+b") as file:
                etag, length = self._fetch_all(url, file)
                _check(file, etag, length)
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)

    def _fetch_all(self, url: str, file: BinaryIO) -> tuple[str, int]:
        """Fetch the file; after an interruption only the rest of the same file is requested (If-Range)."""
        etag, idle = "", 0
        while idle < TRIES:
            at = file.tell()
            resume = {"Range": f"bytes={at}-", "If_Range": etag} if etag else {}
            answer = self.call("GET", url, **resume)
            if answer.status == 200:  # noqa: PLR2004 - the whole file, not the rest
                at = file.seek(0)
                file.truncate()
            etag, length = str(answer.headers["ETag"]), at + int(answer.headers["Content-Length"])
            _copy(answer, file)
            if file.tell() == length:
                return etag, length
            idle = idle + 1 if file.tell() == at else 0  # only tries without any new bytes count
            time.sleep(_pause(idle))
        sys.exit("the download was cut too often")


def _code(error: urllib.error.HTTPError) -> str:
    try:
        return str(json.load(error)["code"])
    except (ValueError, KeyError, TypeError):  # a proxy may answer with an HTML page
        return str(error.reason)


def _copy(answer: HTTPResponse, file: BinaryIO) -> None:
    """Copy all that arrives, even if the connection ends early."""
    try:
        while chunk := answer.read1(1 << 18):
            file.write(chunk)
    except (HTTPException, OSError):
        pass


def _check(file: BinaryIO, etag: str, length: int) -> None:
    """Exit if the file's size is wrong, or its SHA-256 is not the ETag."""
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    if size != length:
        sys.exit(f"the file is damaged: {size} of {length} bytes")
    digest = hashlib.sha256()
    while chunk := file.read(1 << 20):
        digest.update(chunk)
    if f'"{digest.hexdigest()}"' != etag:
        sys.exit(f"the file is damaged: its digest is not the ETag {etag}")


def _pause(attempt: int) -> float:
    """Exponential back-off with jitter, in seconds."""
    return random.uniform(0.5, 1.0) * min(30.0, 2.0**attempt)  # noqa: S311 - not used for security


def main(base: str, topic: str, file: str) -> None:
    """Create a video, wait for it, and download it."""
    client = Client(os.environ["CLIPWRIGHT_API_KEY"])
    video = client.wait(client.create(base, topic))
    if video["status"] != "completed":
        sys.exit(f"no video: {video['status']}")
    client.download(video["links"]["download"], Path(file))


if __name__ == "__main__":
    main(*sys.argv[1:4])
