"""A worker that renders nothing: it claims, reports, stores given bytes. Its topic is its script.

"crash" kills the process on the first attempt; "slow" takes its time; everything else is done at once.
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

from renderer.backends.storage.local import LocalStore
from renderer.contract.job import JobMessage

CONTENT = b"".join(number.to_bytes(4, "big") for number in range(1_000_000))


def tell(message: JobMessage, **event: Any) -> dict[str, Any]:
    request = urllib.request.Request(  # noqa: S310 - the address comes from the test's own service
        message.report.url,
        data=json.dumps(event).encode(),
        headers={"Authorization": f"Bearer {message.report.token}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310 - as above
        return dict(json.load(answer))


def work(message: JobMessage) -> None:
    claim = tell(message, kind="claimed", sequence=1, worker=f"scripted-{os.getpid()}")
    if not claim["accepted"]:
        return
    if message.order.topic == "crash" and message.attempt == 1:
        os._exit(9)
    if message.order.topic == "slow":
        time.sleep(60)
    tell(message, kind="progressed", sequence=2, percent=50, stage="encode", detail="Halfway.")
    with tempfile.NamedTemporaryFile() as file:
        file.write(CONTENT)
        file.flush()
        store = LocalStore(Path(os.environ["CLIPWRIGHT_STORAGE_ROOT"]))
        stored = store.put_file(message.output.key, Path(file.name))
    tell(
        message,
        kind="completed",
        sequence=3,
        key=stored.key,
        size=stored.size,
        sha256=stored.sha256,
        duration_seconds=12.5,
    )


if __name__ == "__main__":
    for line in sys.stdin:
        work(JobMessage.model_validate_json(line))
