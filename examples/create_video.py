# noqa: INP001 - a script
"""Create a video, poll it as told, download it; a cut download is resumed. Needs nothing but Python.

Usage: CLIPWRIGHT_API_KEY=... python create_video.py BASE_URL TOPIC FILE.mp4
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
import urllib.error
import urllib.request
import uuid
from http.client import HTTPResponse, IncompleteRead
from pathlib import Path
from typing import Any

TRIES = 6
TEMPORARY = {429, 500, 503}


class Client:
    """Talks to one service with one key."""

    def __init__(self, key: str) -> None:
        self._key = key

    def call(self, method: str, url: str, body: object = None, **headers: str) -> HTTPResponse:
        """Send one request; temporary failures are tried again, as long and as late as the service asks."""
        data = None if body is None else json.dumps(body).encode()
        sent = {"Authorization": f"Bearer {self._key}"} | {k.replace("_", "-"): v for k, v in headers.items()}
        for attempt in range(TRIES):
            request = urllib.request.Request(url, data=data, method=method, headers=sent)  # noqa: S310 - the caller's own service
            try:
                answer: HTTPResponse = urllib.request.urlopen(request, timeout=60)  # noqa: S310 - as above
            except urllib.error.HTTPError as error:
                if error.code not in TEMPORARY or attempt == TRIES - 1:
                    sys.exit(f"{error.code}: {json.load(error)['code']}")
                time.sleep(float(error.headers.get("Retry-After", _pause(attempt))))
            except urllib.error.URLError:
                if attempt == TRIES - 1:
                    raise
                time.sleep(_pause(attempt))
            else:
                return answer
        raise AssertionError("unreachable")

    def create(self, base: str, topic: str) -> str:
        """The address of the new video. Repeating the request with the same key creates nothing twice."""
        key = str(uuid.uuid4())
        answer = self.call(
            "POST", f"{base}/videos", {"topic": topic}, Content_Type="application/json", Idempotency_Key=key
        )
        return str(json.load(answer)["links"]["self"])

    def wait(self, link: str) -> dict[str, Any]:
        """The video when its status is final."""
        while True:
            answer = self.call("GET", link)
            video: dict[str, Any] = json.load(answer)
            progress = video["progress"]
            print(f"{video['status']}: {progress['percent']} % {progress['detail']}", file=sys.stderr)  # noqa: T201 - a script
            if video["status"] not in {"queued", "processing"}:
                return video
            time.sleep(float(answer.headers["Retry-After"]))

    def download(self, url: str, target: Path) -> None:
        """Save the file; what has arrived before a cut is kept and the rest is asked for."""
        with target.open("wb") as file:
            etag = ""
            while True:
                resume = {"Range": f"bytes={file.tell()}-", "If_Range": etag} if etag else {}
                answer = self.call("GET", url, **resume)
                if answer.status == 200:  # noqa: PLR2004 - not the rest but the whole
                    file.seek(0)
                etag = str(answer.headers["ETag"])
                if _copied(answer, file):
                    file.truncate()
                    return


def _copied(answer: HTTPResponse, file: Any) -> bool:
    left = int(answer.headers["Content-Length"])
    try:
        while left and (chunk := answer.read(min(left, 1 << 18))):
            file.write(chunk)
            left -= len(chunk)
    except (IncompleteRead, OSError):
        return False
    return left == 0


def _pause(attempt: int) -> float:
    """Exponential back-off with jitter, in seconds."""
    return random.uniform(0.5, 1.0) * min(30.0, 2.0**attempt)  # noqa: S311 - jitter is no secret


def main(base: str, topic: str, file: str) -> None:
    """Create, poll, download."""
    client = Client(os.environ["CLIPWRIGHT_API_KEY"])
    video = client.wait(client.create(base, topic))
    if video["status"] != "completed":
        sys.exit(f"no video: {video['status']}")
    client.download(video["links"]["download"], Path(file))


if __name__ == "__main__":
    main(*sys.argv[1:4])
