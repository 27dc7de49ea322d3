"""The real worker, embedded or behind a broker, with the stub pipeline and a diary of the shared cache.

Run `python -m tests.support.production.stub_worker embedded`, or `… stub_worker worker --queues …`.
Environment variables change its behaviour. With `STUB_FEW_WORDS` it has the real pipeline, the diary, and a
script of two short sentences. With `STUB_REAL` it is the real worker; with `STUB_CUT_SHORT` as well, even
short videos are cut into segments. The diary (`STUB_DIARY`, a file) gets `kept KEY` once a stage's result is
in the bucket, and `missed KEY` when a result is not there and its stage is therefore run. `STUB_PAID` (a
file) gets a line of JSON, with `at` (Unix time in seconds) and `line`, once a spoken line is kept.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from renderer.backends.speech import line_cache
from renderer.backends.speech.base import Speech
from renderer.backends.speech.line_cache import CachedSpeech
from renderer.backends.speech.spans import spoken_with_ranges
from renderer.backends.writing.base import ScriptWriter
from renderer.backends.writing.script_file import ScriptFileWriter
from renderer.cli import worker as worker_command
from renderer.cli.main import main as command_line
from renderer.contract.orders.base import OrderDocument
from renderer.contract.vocabulary import Language, Voice
from renderer.core.script import Line
from renderer.errors import ClipwrightError
from renderer.rendering import segment_content
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.capabilities import CapabilitySet, Factories
from renderer.runtime.retry import Retry
from renderer.runtime.shared_cache import SharedCache
from renderer.worker.composition import context as bench_module
from renderer.worker.job.sharing_beside import SharingBeside
from renderer.worker.job.stored_cache import KEYS
from renderer.worker.job.worker_context import WorkerContext
from renderer.worker.process import embedded
from tests.support.production.stub_pipeline import STUB_PIPELINES, stub_capabilities


@dataclass(frozen=True)
class DiaryTier:
    """Records in the diary what the shared cache does."""

    inner: SharedCache
    store: Any
    diary: Path

    def record(self, key: str) -> bytes:
        found = self.inner.record(key)
        if not found:
            self._write(f"missed {key}")
        return found

    def records(self, keys: Sequence[str]) -> Mapping[str, bytes]:
        return self.inner.records(keys)

    def names(self, folder: str) -> frozenset[str]:
        return self.inner.names(folder)

    def fetch(self, digest: str, store: ArtifactStore) -> None:
        self.inner.fetch(digest, store)

    def share(self, key: str, record: bytes, digests: Sequence[str], store: ArtifactStore) -> None:
        self.inner.share(key, record, digests, store)
        self.inner.when_stored(partial(self._kept, key))

    def when_stored(self, action: Callable[[], None]) -> None:
        self.inner.when_stored(action)

    def _kept(self, key: str) -> None:
        with suppress(ClipwrightError):
            if any(self.store.keys(f"{KEYS}{key}/")):
                self._write(f"kept {key}")

    def _write(self, line: str) -> None:
        with self.diary.open("a") as diary:
            diary.write(f"{line}\n")


def stub_bench(*args: Any, **kwargs: Any) -> WorkerContext:
    worker_context = bench_module.make_worker_context(*args, **kwargs)
    diary = os.environ.get("STUB_DIARY")

    @contextmanager
    def shared_cache(retry: Retry) -> Iterator[SharedCache]:
        with worker_context.shared_cache(retry) as tier:
            if diary and isinstance(tier, SharingBeside):
                yield DiaryTier(tier, worker_context.store, Path(diary))
            else:
                yield tier

    if os.environ.get("STUB_FEW_WORDS"):
        return replace(
            worker_context,
            capabilities=lambda *given: _few_words(worker_context, *given),
            shared_cache=shared_cache,
        )
    return replace(
        worker_context, pipelines=STUB_PIPELINES, capabilities=stub_capabilities, shared_cache=shared_cache
    )


def _few_words(worker_context: WorkerContext, order: OrderDocument, rim: Factories) -> CapabilitySet:
    """All real engines, except a writer of two short sentences with the topic."""
    text = f"This is {order.private_texts[0]}. It is short."
    return worker_context.capabilities(order, {**rim, ScriptWriter: lambda: ScriptFileWriter(text=text)})


def _note_lines(diary: Path) -> None:
    """Record from now on each line that is spoken and kept, or found in the cache."""
    plain = CachedSpeech.speak

    def speak(self: CachedSpeech, line: Line, *, language: Language, voice: Voice) -> Speech:
        said = plain(self, line, language=language, voice=voice)
        entry = {"at": time.time(), "line": spoken_with_ranges(line.tokens).text}
        with diary.open("a") as out:
            out.write(f"{json.dumps(entry)}\n")
        return said

    vars(line_cache)["CachedSpeech"].speak = speak


def main() -> None:
    if paid := os.environ.get("STUB_PAID"):
        _note_lines(Path(paid))
    if os.environ.get("STUB_CUT_SHORT"):
        vars(segment_content)["SHORTEST_SECONDS"] = 1
    if os.environ.get("STUB_REAL"):
        command_line()
        return
    for module in (worker_command, embedded):
        vars(module)["make_worker_context"] = stub_bench
    if sys.argv[1] == "embedded":
        embedded.main()
    else:
        command_line()


if __name__ == "__main__":
    main()
