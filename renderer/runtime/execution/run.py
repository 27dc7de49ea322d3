"""A run: what it needs besides its stages, and what came of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct, field

from renderer.clock import Clock, SystemClock
from renderer.contract.orders.base import OrderDocument
from renderer.runtime.cancellation import never_cancelled
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.progress import NullObserver, Observer, StageReport
from renderer.runtime.segment_helpers import NoSegmentHelpers, SegmentHelpers
from renderer.runtime.shared_cache import NoSharedCache, SharedCache
from renderer.runtime.stages_apart import NothingApart, StagesApart
from renderer.runtime.trace import NullTracer, Tracer
from renderer.runtime.workspace_folders import Workspace


class Run(Struct, frozen=True, kw_only=True):
    """Everything a run needs besides its stages.

    `apart` runs the stages before the first one that leads other processes.
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


class Outcome(Struct, frozen=True, kw_only=True):
    """What came of a run: its documents by type, and how each stage went."""

    documents: dict[type, Any]
    reports: tuple[StageReport, ...]
