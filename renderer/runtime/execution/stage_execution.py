"""The execution of one stage: recalled from the cache if it has run before, otherwise run and remembered.

A cache key stands for everything that goes into a stage. Documents and files are stored first, the key's
record last, each atomically: a record can therefore be relied on, and one whose files are missing or damaged
counts as absent.
"""

from __future__ import annotations

import resource
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from renderer.core.codec import decode, encode
from renderer.errors import ClipwrightError
from renderer.files import write_atomically
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.cache_key import stage_key
from renderer.runtime.execution.run import Run
from renderer.runtime.progress import StageAdvanced, StageReport, StageStarted
from renderer.runtime.stage import Stage, StageContext
from renderer.runtime.workspace import touch


class KeyRecord(Struct, frozen=True, kw_only=True):
    """What a cache key stands for: the document's digest and the digests of its files."""

    document: str
    blobs: tuple[str, ...]


class StageInputs(Struct, frozen=True, kw_only=True):
    """What the run hands to its next stage: documents that the stage needs, their digests, where to work."""

    documents: dict[type, Any]
    digests: tuple[str, ...]
    history: tuple[StageReport, ...]
    coming: frozenset[type]
    scratch: Path
    store: ArtifactStore
    meanwhile: ExitStack


def execute_stage(stage: Stage[Any], run: Run, *, inputs: StageInputs) -> tuple[StageReport, Any]:
    """Run or recall a stage; returns how it went, and its document.

    Raises:
        ClipwrightError: whatever the stage raised, or `cancelled`.
    """
    if run.cancelled():
        raise ClipwrightError("cancelled")
    run.observer.see(StageStarted(stage.name))
    started = run.clock.monotonic()
    key = stage_key(
        name=stage.name,
        version=stage.version,
        params=stage.params(run.order, run.capabilities),
        inputs=inputs.digests,
    )
    recalled = _recall(stage, key, run=run, store=inputs.store)
    if recalled:
        document, digest = recalled
    else:
        with run.tracer.span(stage.name, version=stage.version, key=key):
            document, digest = _run(stage, key, run=run, inputs=inputs)
    said = stage.says(document)
    report = StageReport(
        name=stage.name,
        version=stage.version,
        key=key,
        document=digest,
        seconds=run.clock.monotonic() - started,
        cached=bool(recalled),
        peak_memory_mb=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        frames=said.frames,
        facts=said.facts,
        summary=said.summary,
    )
    return report, document


def _recall(stage: Stage[Any], key: str, *, run: Run, store: ArtifactStore) -> tuple[Any, str] | tuple[()]:
    """The stored document of a key and its digest; empty when anything is missing or damaged."""
    if not stage.cached:
        return ()
    path = run.workspace.keys / key
    try:
        is_here = path.is_file()
        record = msgspec.json.decode(
            path.read_bytes() if is_here else run.shared_cache.record(key), type=KeyRecord
        )
        for digest in (record.document, *record.blobs):
            run.shared_cache.fetch(digest, store)
        for blob in record.blobs:
            store.verified(blob)
        document: Any = decode(store.read(record.document), stage.makes)
        if is_here:
            touch(path)
        else:
            write_atomically(path, msgspec.json.encode(record))
    except (OSError, ValueError):  # also for bytes that are no UTF-8
        return ()
    except ClipwrightError as error:
        if error.code == "artifact_corrupt":
            return ()
        raise
    return document, record.document


def _run(stage: Stage[Any], key: str, *, run: Run, inputs: StageInputs) -> tuple[Any, str]:
    store = inputs.store
    blobs: list[str] = []
    folder = inputs.scratch / stage.name
    folder.mkdir()

    def keep(path: Path) -> str:
        digest = store.put_file(path)
        blobs.append(digest)
        return digest

    def advance(fraction: float, detail: str) -> None:
        run.observer.see(StageAdvanced(stage.name, fraction, detail))

    context = StageContext(
        order=run.order,
        capabilities=run.capabilities,
        documents=inputs.documents,
        history=inputs.history,
        store=store,
        scratch=folder,
        tracer=run.tracer,
        advance=advance,
        keep=keep,
        cancelled=run.cancelled,
        shared_cache=run.shared_cache,
        helpers=run.helpers,
        coming=inputs.coming,
        meanwhile=inputs.meanwhile,
    )
    document = stage.run(context)
    digest = store.put_bytes(encode(document))
    if stage.cached:
        _remember(key, digest, blobs=blobs, run=run, store=store)
    return document, digest


def _remember(key: str, digest: str, *, blobs: Iterable[str], run: Run, store: ArtifactStore) -> None:
    """Remember the digests of a document and its files under a key, here and for other machines."""
    record = KeyRecord(document=digest, blobs=tuple(dict.fromkeys(blobs)))
    encoded = msgspec.json.encode(record)
    write_atomically(run.workspace.keys / key, encoded)
    run.shared_cache.share(key, encoded, (digest, *record.blobs), store)
