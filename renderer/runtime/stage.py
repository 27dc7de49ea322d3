"""A stage: a frozen record that says what it needs, what it makes, and how.

A stage makes exactly one document (a frozen value). Files it makes go into the artifact store, and their
digests into the document. It never sees another stage, only the documents it needs.
It knows the type of its order; the runtime does not.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Generic, TypeVar

from msgspec import Struct, field

from renderer.contract.facts import Facts
from renderer.contract.orders.base import OrderDocument
from renderer.errors import ClipwrightError
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.cancellation import never_cancelled
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.progress import StageReport
from renderer.runtime.segment_helpers import NoSegmentHelpers, SegmentHelpers
from renderer.runtime.shared_cache import NoSharedCache, SharedCache
from renderer.runtime.trace import Tracer

D = TypeVar("D")
T = TypeVar("T")
OrderT_co = TypeVar("OrderT_co", bound=OrderDocument, covariant=True)
OrderT_contra = TypeVar("OrderT_contra", bound=OrderDocument, contravariant=True)


class StageContext(Struct, Generic[OrderT_co], frozen=True, kw_only=True):
    """What a running stage may touch.

    `scratch` is empty and private; `advance(fraction, detail)` reports real progress;
    `keep(path)` moves a finished file into the store and returns its digest; `history` tells how the
    stages before this one went. `documents` holds what the stage needs, and nothing else; `coming` says what
    later stages of this run make. Work that the stage leaves running for them is ended with the run, by
    callbacks that it puts on `meanwhile`.
    """

    order: OrderT_co
    capabilities: CapabilitySet
    documents: dict[type, Any]
    history: tuple[StageReport, ...]
    store: ArtifactStore
    scratch: Path
    tracer: Tracer
    advance: Callable[[float, str], None]
    keep: Callable[[Path], str]
    cancelled: Callable[[], bool] = never_cancelled
    shared_cache: SharedCache = field(default_factory=NoSharedCache)
    helpers: SegmentHelpers = field(default_factory=NoSegmentHelpers)
    coming: frozenset[type] = frozenset()
    meanwhile: ExitStack = field(default_factory=ExitStack)

    def read(self, kind: type[D]) -> D:
        """The document of this type made by an earlier stage.

        Raises:
            LookupError: the stage does not say that it needs it (a programming error).
        """
        if kind not in self.documents:
            message = f"{kind.__name__} is read, but it is not in the stage's needs"
            raise LookupError(message)
        document = self.documents[kind]
        assert isinstance(document, kind)  # noqa: S101 - narrows for the type checker; the runner filled it
        return document

    def engine(self, port: type[T]) -> T:
        """The engine that serves this port, opened on first use."""
        return self.capabilities.engine(port)

    def path(self, digest: str) -> Path:
        """The file behind a digest."""
        return self.store.path(digest)

    def check_cancelled(self) -> None:
        """Raise if the run was cancelled.

        Raises:
            ClipwrightError: `cancelled`.
        """
        if self.cancelled():
            raise ClipwrightError("cancelled")


def no_params(order: OrderDocument, capabilities: CapabilitySet) -> object:
    """For stages that depend on their inputs alone."""
    del order, capabilities
    return {}


def no_frames(document: Any) -> int:
    """For stages that encode no video."""
    del document
    return 0


def no_facts(document: Any) -> tuple[Facts, ...]:
    """For stages without facts to show before the job is done."""
    del document
    return ()


def no_summary(document: Any) -> str:
    """For stages without a summary."""
    del document
    return ""


class StageSays(Struct, frozen=True, kw_only=True):
    """What a stage reports about its document: frames of video in it, facts for the caller, a summary."""

    frames: int
    facts: tuple[Facts, ...]
    summary: str


class Stage(Struct, Generic[OrderT_contra], frozen=True, kw_only=True):
    """One step of a pipeline. Raise `version` whenever the same inputs would give another output.

    `params` picks what can change the output from the order and the engines; it is part of the cache key.
    `weight` is the share of a typical run's time. `cached` is False for stages with external effects.
    `frames` counts the frames of video in the document, for measuring speed; `facts` are what the caller sees
    of it while the job goes on; `summary` says in a sentence what a person should know about it. A stage that
    `leads` hands out work to other processes; it and the stages after it run in the run's own process, those
    before it may run apart.
    """

    name: str
    version: int
    weight: float
    makes: type
    run: Callable[[StageContext[OrderT_contra]], object]
    needs: tuple[type, ...] = ()
    params: Callable[[OrderT_contra, CapabilitySet], object] = no_params
    cached: bool = True
    frames: Callable[[Any], int] = no_frames
    facts: Callable[[Any], tuple[Facts, ...]] = no_facts
    summary: Callable[[Any], str] = no_summary
    leads: bool = False

    def says(self, document: Any) -> StageSays:
        """What to report about a document that the stage has made."""
        return StageSays(
            frames=self.frames(document), facts=self.facts(document), summary=self.summary(document)
        )
