"""The real worker, embedded or behind a broker, with the stub pipeline in it and a diary of what was shared.

`python -m tests.support.stub_worker embedded`, or `… stub_worker worker --queues …`.
With `STUB_REAL` it has the real pipeline, with `STUB_CUT_SHORT` as well cut into segments long before a video
is long. The diary (`STUB_DIARY`, a file) gets `kept KEY` once a stage's result is in the bucket, and
`missed KEY` when a result is not there and its stage is therefore run.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pipelines import segments
from renderer.cli.main import main as command_line
from renderer.errors import ClipwrightError
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.patience import Patience
from renderer.runtime.remote import WORK, Remote, StoreTier
from renderer.worker import bench as bench_module
from renderer.worker import celery_app, embedded
from renderer.worker.run_job import Bench
from tests.support.stub_pipeline import stub_pipeline, stub_ports


@dataclass(frozen=True)
class DiaryTier:
    """Writes down what the tier does."""

    inner: Remote
    store: Any
    diary: Path

    def record(self, key: str) -> bytes:
        found = self.inner.record(key)
        if not found:
            self._write(f"missed {key}")
        return found

    def fetch(self, digest: str, store: ArtifactStore) -> None:
        self.inner.fetch(digest, store)

    def share(self, key: str, record: bytes, digests: Sequence[str], store: ArtifactStore) -> None:
        self.inner.share(key, record, digests, store)
        try:
            self.store.stat(f"{WORK}keys/{key}")
        except ClipwrightError:
            return
        self._write(f"kept {key}")

    def _write(self, line: str) -> None:
        with self.diary.open("a") as diary:
            diary.write(f"{line}\n")


def stub_bench(*args: Any, **kwargs: Any) -> Bench:
    bench = bench_module.make_bench(*args, **kwargs)
    diary = os.environ.get("STUB_DIARY")

    def remote(patience: Patience) -> Remote:
        tier = bench.remote(patience)
        if diary and isinstance(tier, StoreTier):
            return DiaryTier(tier, bench.store, Path(diary))
        return tier

    return replace(bench, pipelines=stub_pipeline, ports=stub_ports, remote=remote)


def main() -> None:
    if os.environ.get("STUB_CUT_SHORT"):
        vars(segments)["WHOLE_SECONDS"] = 5
        vars(segments)["SEGMENT_SECONDS"] = 6
    if os.environ.get("STUB_REAL"):
        command_line()
        return
    for module in (celery_app, embedded):
        vars(module)["make_bench"] = stub_bench
    if sys.argv[1] == "embedded":
        embedded.main()
    else:
        command_line()


if __name__ == "__main__":
    main()
