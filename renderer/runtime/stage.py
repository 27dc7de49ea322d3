"""A stage: a frozen record that says what it needs, what it makes, and how.

A stage makes exactly one document (a frozen value). Files it makes go into the artifact store, and their
digests into the document. It never sees another stage, only the documents it needs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from renderer.contract.order import ShortOrder
from renderer.errors import ClipwrightError
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.farm import Farm, NoFarm
from renderer.runtime.ports import Ports
from renderer.runtime.progress import StageReport
from renderer.runtime.remote import NoRemote, Remote
from renderer.runtime.trace import Tracer

D = TypeVar("D")


def never_cancelled() -> bool:
    """The default answer to "should this run stop?"."""
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class StageContext:
    """What a running stage may touch.

    `scratch` is empty and private; `advance(fraction, detail)` reports real progress;
    `keep(path)` moves a finished file into the store and returns its digest; `history` tells how the
    stages before this one went.
    """

    order: ShortOrder
    ports: Ports
    documents: dict[type, Any]
    history: tuple[StageReport, ...]
    store: ArtifactStore
    scratch: Path
    tracer: Tracer
    advance: Callable[[float, str], None]
    keep: Callable[[Path], str]
    cancelled: Callable[[], bool] = never_cancelled
    remote: Remote = field(default_factory=NoRemote)
    farm: Farm = field(default_factory=NoFarm)

    def read(self, kind: type[D]) -> D:
        """The document of this type made by an earlier stage."""
        document = self.documents[kind]
        assert isinstance(document, kind)  # noqa: S101 - narrows for the type checker; the runner filled it
        return document

    def path(self, digest: str) -> Path:
        """The file behind a digest."""
        return self.store.path(digest)

    def check_cancelled(self) -> None:
        """Stop here when the run was cancelled.

        Raises:
            ClipwrightError: `cancelled`.
        """
        if self.cancelled():
            raise ClipwrightError("cancelled")


def no_params(order: ShortOrder, ports: Ports) -> object:
    """For stages that depend on their inputs alone."""
    del order, ports
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """One step. Raise `version` whenever the same inputs would give another output.

    `params` picks what of the order and the engines can change the output; it is part of the cache key.
    `weight` is the share of a typical run's time. `cached` is False for stages with effects outside.
    """

    name: str
    version: int
    weight: float
    makes: type
    run: Callable[[StageContext], object]
    needs: tuple[type, ...] = ()
    params: Callable[[ShortOrder, Ports], object] = no_params
    cached: bool = True
