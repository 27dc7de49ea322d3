"""A worker that renders nothing: it claims, reports and stores given bytes, scripted by the topic or title.

"crash" kills the process on the first attempt, "slow" takes its time, anything else is done at once. A slow
film goes through its stages for a minute, unless it hears that it is cancelled.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from api.jobs.phases import STAGES
from renderer.backends.storage.local import LocalStore
from renderer.contract.job import JobMessage
from tests.api.harness import FILM, SIDECARS

CONTENT = b"".join(number.to_bytes(4, "big") for number in range(1_000_000))


def tell(message: JobMessage, **event: Any) -> dict[str, Any]:
    request = urllib.request.Request(  # noqa: S310 - the address comes from the test's own service
        message.report.url,
        data=json.dumps({"version": 2} | event).encode(),
        headers={"Authorization": f"Bearer {message.report.token}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310 - as above
        return dict(json.load(answer))


def work(message: JobMessage) -> None:
    claim = tell(message, kind="claimed", sequence=1, worker=f"scripted-{os.getpid()}")
    if not claim["accepted"]:
        return
    if message.order.private_texts[0] == "crash" and message.attempt == 1:
        os._exit(9)
    if message.order.private_texts[0] == "slow":
        time.sleep(60)
    tell(message, kind="progressed", sequence=2, percent=50, stage="encode", detail="Halfway.")
    complete(message, sequence=3, width=1080, height=1920)


def film(message: JobMessage) -> None:
    if not tell(message, kind="claimed", sequence=1, worker=f"scripted-{os.getpid()}")["accepted"]:
        return
    facts = {
        "kind": "script",
        "title": "Rivers",
        "adaptation": "paced",
        "spoken_characters": 9,
        "estimated_seconds": 700,
    }
    rounds = 150 if message.order.private_texts[0] == "slow" else 1
    stages = list(STAGES["long_form"]) * rounds
    for sequence, stage in enumerate(stages, start=2):
        percent = min(99, sequence)
        said = tell(
            message,
            kind="progressed",
            sequence=sequence,
            percent=percent,
            stage=stage,
            detail="On.",
            facts=[facts],
        )
        if said["cancel"]:
            last = {"code": "cancelled", "sentence": "The job was cancelled.", "retryable": False}
            tell(message, kind="failed", sequence=sequence + 1, **last)
            return
        time.sleep(0.03)
    sidecars = {
        name: stored(message, content, name=name, media_type=media_type)
        for name, (media_type, content) in SIDECARS.items()
    }
    complete(message, sequence=len(stages) + 2, sidecars=sidecars, **FILM)


def stored(message: JobMessage, content: bytes, *, name: str, media_type: str) -> dict[str, Any]:
    """Store the content in the attempt's folder; returns what a result says of it."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(content)
        file.flush()
        store = LocalStore(Path(os.environ["CLIPWRIGHT_STORAGE_ROOT"]))
        kept = store.put_file(f"{message.output.prefix}{name}", Path(file.name))
    return {"key": kept.key, "size": kept.size, "sha256": kept.sha256, "media_type": media_type}


def complete(message: JobMessage, *, sequence: int, **facts: Any) -> None:
    main = stored(message, CONTENT, name=message.output.main, media_type="video/mp4")
    result = {"kind": "video", "file": main, "duration_seconds": 12.5} | facts
    tell(message, kind="completed", sequence=sequence, result=result)


if __name__ == "__main__":
    for line in sys.stdin:
        received = JobMessage.model_validate_json(line)
        (film if received.order.workflow == "long_form" else work)(received)
