"""Walks a tuple of stages, resuming at the first artifact that is missing.

Whatever kills the process, the next run of the same order finds every finished stage by its cache key
and goes on from there: documents and files are stored first, the key record last, each atomically.
"""

from __future__ import annotations

import resource
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from itertools import takewhile
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from renderer.clock import Clock, SystemClock
from renderer.contract.orders.base import OrderDocument
from renderer.core.codec import decode, encode
from renderer.errors import ClipwrightError
from renderer.files import write_atomically
from renderer.runtime.allocator import loading
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.cache_key import stage_key
from renderer.runtime.cancellation import never_cancelled
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.pipeline import OpeningEntry
from renderer.runtime.progress import (
    NullObserver,
    Observer,
    RunStarted,
    SegmentsBegun,
    StageAdvanced,
    StageDone,
    StageReport,
    StageStarted,
)
from renderer.runtime.segment_helpers import NoSegmentHelpers, SegmentHelpers
from renderer.runtime.segment_processes import SegmentProcesses
from renderer.runtime.shared_cache import NoSharedCache, SharedCache
from renderer.runtime.stage import Stage, StageContext
from renderer.runtime.stages_apart import (
    BegunAhead,
    NothingApart,
    StagesApart,
    Tell,
    TellingObserver,
    TellingSegments,
    Told,
    pass_on,
)
from renderer.runtime.trace import NullTracer, Tracer
from renderer.runtime.workspace import run_folder, touch
from renderer.runtime.workspace_folders import Workspace

OrderT = TypeVar("OrderT", bound=OrderDocument)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyRecord:
    """What a cache key stands for: the document's digest and the digests of its files."""

    document: str
    blobs: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Everything a run needs besides its stages.

    `apart` takes the stages before the first one that leads other processes.
    """

    order: OrderDocument
    capabilities: CapabilitySet
    workspace: Workspace
    observer: Observer = field(default_factory=NullObserver)
    tracer: Tracer = field(default_factory=NullTracer)
    clock: Clock = field(default_factory=SystemClock)
    cancelled: Callable[[], bool] = never_cancelled
    shared_cache: SharedCache = field(default_factory=NoSharedCache)
    helpers: SegmentHelpers = field(default_factory=NoSegmentHelpers)
    apart: StagesApart = field(default_factory=NothingApart)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """Documents by type, and how each stage went."""

    documents: dict[type, Any]
    reports: tuple[StageReport, ...]


def run_pipeline(stages: Sequence[Stage[Any]], run: Run) -> Outcome:
    """Run what is not in the cache, in order.

    Raises:
        ClipwrightError: whatever a stage raised, or `cancelled`.
    """
    check_wiring(stages)
    run.observer.see(RunStarted(tuple((stage.name, stage.weight) for stage in stages)))
    with _beginning(run, stages) as progress:
        return _walk_all(run, progress)


def run_opened(entry: OpeningEntry[Any], run: Run) -> Outcome:
    """The same for a pipeline whose first stages run apart while all of it is loaded here.

    That it starts is for the caller to tell, before anything is loaded. What `run.apart` does not do is done
    here, as ever.

    Raises:
        ClipwrightError: whatever a stage raised, or `cancelled`.
    """

    def there() -> _Progress:
        with loading():
            return replace(begun, stages=entry.load_opening())

    def here() -> _Progress:
        return replace(begun, stages=entry.load().stages)

    with _beginning(run) as begun:
        _apart(run, there=there, here=here)
        check_wiring(here().stages)
        return _walk_all(run, here())


def check_wiring(stages: Sequence[Stage[Any]]) -> None:
    """Every need of a stage is made by an earlier one, and no document is made twice.

    Raises:
        ValueError: the pipeline is put together wrongly (a programming error).
    """
    made: set[type] = set()
    for stage in stages:
        missing = [need.__name__ for need in stage.needs if need not in made]
        if missing or stage.makes in made:
            message = f"stage {stage.name}: missing {missing}, makes {stage.makes.__name__}"
            raise ValueError(message)
        made.add(stage.makes)


def needed_for(stages: Sequence[Stage[OrderT]], *targets: type) -> tuple[Stage[OrderT], ...]:
    """The stages, in order, without which the target documents cannot be made."""
    wanted = set(targets)
    kept: list[Stage[OrderT]] = []
    for stage in reversed(stages):
        if stage.makes in wanted:
            wanted.update(stage.needs)
            kept.append(stage)
    return tuple(reversed(kept))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Progress:
    """How far a run has come: documents and reports so far, its scratch folder and store."""

    stages: tuple[Stage[Any], ...]
    documents: dict[type, Any]
    reports: list[StageReport]
    scratch: Path
    store: ArtifactStore
    meanwhile: ExitStack

    @property
    def left(self) -> tuple[Stage[Any], ...]:
        """The stages still to come, in order."""
        return self.stages[len(self.reports) :]

    @property
    def unled(self) -> tuple[Stage[Any], ...]:
        """Those of them before the first that leads."""
        return tuple(takewhile(lambda stage: not stage.leads, self.left))

    @property
    def coming(self) -> frozenset[type]:
        """What those after the next stage make."""
        return frozenset(later.makes for later in self.left[1:])

    def digest(self, kind: type) -> str:
        """Digest of the document of this type."""
        made = list(self.documents).index(kind)
        return self.reports[made].document

    def add(self, report: StageReport, document: Any) -> None:
        """The next stage is done."""
        self.documents[self.left[0].makes] = document
        self.reports.append(report)


@contextmanager
def _beginning(run: Run, stages: Sequence[Stage[Any]] = ()) -> Iterator[_Progress]:
    """A run of these stages that has made nothing yet, as long as its folder is there."""
    with run_folder(run.workspace) as (scratch, store), ExitStack() as meanwhile:
        yield _Progress(
            stages=tuple(stages),
            documents={},
            reports=[],
            scratch=scratch,
            store=store,
            meanwhile=meanwhile,
        )


def _walk_all(run: Run, progress: _Progress) -> Outcome:
    """What is left: the stages before the first that leads apart, if there is one, the others here."""
    if progress.unled and progress.unled != progress.left:
        _apart(run, there=lambda: progress, here=lambda: progress)
    _walk_on(progress.left, run, progress)
    return Outcome(documents=progress.documents, reports=tuple(progress.reports))


def _walk_on(stages: Sequence[Stage[Any]], run: Run, progress: _Progress) -> None:
    for stage in stages:
        report, document = _walk(stage, run, progress=progress)
        progress.add(report, document)
        run.observer.see(StageDone(report))


def _apart(run: Run, *, there: Callable[[], _Progress], here: Callable[[], _Progress]) -> None:
    """Have the next stages, up to the first that leads, run apart; what did not come to its end is left.

    Both give the same run as it stands; `there` is called where they run, `here` when they tell something.
    """

    def work(tell: Tell) -> None:
        progress = there()
        engines = run.capabilities.serving(SegmentProcesses, TellingSegments(tell))
        _walk_on(progress.unled, replace(run, observer=TellingObserver(tell), capabilities=engines), progress)

    def done(report: StageReport) -> None:
        progress = here()
        progress.add(report, decode(progress.store.read(report.document), progress.left[0].makes))
        run.observer.see(StageDone(report))

    def begin(ahead: BegunAhead) -> None:
        processes = run.capabilities.engine(SegmentProcesses)
        here().meanwhile.callback(processes.end)
        processes.begin(ahead.plan, run.workspace, ahead.segments, pixels=ahead.pixels)
        run.observer.see(SegmentsBegun(len(ahead.segments)))

    def hear(told: Told) -> None:
        pass_on(told, run.observer, done=done, begin=begin)

    run.apart.run(work, hear)
    for stage in here().left:
        shutil.rmtree(here().scratch / stage.name, ignore_errors=True)


def _walk(stage: Stage[Any], run: Run, *, progress: _Progress) -> tuple[StageReport, Any]:
    if run.cancelled():
        raise ClipwrightError("cancelled")
    run.observer.see(StageStarted(stage.name))
    started = run.clock.monotonic()
    key = stage_key(
        name=stage.name,
        version=stage.version,
        params=stage.params(run.order, run.capabilities),
        inputs=[progress.digest(need) for need in stage.needs],
    )
    recalled = _recall(stage, key, run=run, store=progress.store)
    if recalled:
        document, digest = recalled
    else:
        with run.tracer.span(stage.name, version=stage.version, key=key):
            document, digest = _execute(stage, key, run=run, progress=progress)
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
    except (OSError, msgspec.MsgspecError):
        return ()
    except ClipwrightError as error:
        if error.code == "artifact_corrupt":
            return ()
        raise
    return document, record.document


def _execute(stage: Stage[Any], key: str, *, run: Run, progress: _Progress) -> tuple[Any, str]:
    store = progress.store
    blobs: list[str] = []
    folder = progress.scratch / stage.name
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
        documents={need: progress.documents[need] for need in stage.needs},
        history=tuple(progress.reports),
        store=store,
        scratch=folder,
        tracer=run.tracer,
        advance=advance,
        keep=keep,
        cancelled=run.cancelled,
        shared_cache=run.shared_cache,
        helpers=run.helpers,
        coming=progress.coming,
        meanwhile=progress.meanwhile,
    )
    document = stage.run(context)
    digest = store.put_bytes(encode(document))
    if stage.cached:
        record = KeyRecord(document=digest, blobs=tuple(dict.fromkeys(blobs)))
        encoded = msgspec.json.encode(record)
        write_atomically(run.workspace.keys / key, encoded)
        run.shared_cache.share(key, encoded, (digest, *record.blobs), store)
    return document, digest
