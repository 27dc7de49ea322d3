"""A pipeline: the stages for one kind of order, and how their documents become the job's result."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import Struct

from renderer.contract.orders.base import OrderDocument
from renderer.contract.results import Result
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.stage import Stage

OrderT = TypeVar("OrderT", bound=OrderDocument)
Documents: TypeAlias = Mapping[type, Any]
"""What a run has made, by type."""


class Pipeline(Struct, Generic[OrderT], frozen=True, kw_only=True):
    """Stages in order; `result` says in the contract's terms what they have made and where it is stored."""

    stages: tuple[Stage[OrderT], ...]
    result: Callable[[Documents], Result]


def nothing_read(_order: OrderDocument, _capabilities: CapabilitySet) -> None:
    """Read nothing ahead: each stage reads what it needs."""


class PipelineEntry(Struct, Generic[OrderT], frozen=True, kw_only=True):
    """A row of a registry: the order's type, and `load`, which imports the pipeline when a job needs it."""

    order: type[OrderT]
    load: Callable[[], Pipeline[OrderT]]


class OpeningEntry(PipelineEntry[OrderT], frozen=True, kw_only=True):
    """A row whose pipeline can begin while the rest of it is loaded.

    `outline` has the names and weights of all its stages, in order; `load_opening` imports the first ones,
    none of which leads. `read_ahead` reads tables and font faces that an order's later stages will need.
    """

    outline: tuple[tuple[str, float], ...]
    load_opening: Callable[[], tuple[Stage[OrderT], ...]]
    read_ahead: Callable[[OrderT, CapabilitySet], None] = nothing_read


Registry: TypeAlias = Mapping[str, PipelineEntry[Any]]
"""`OrderDocument.pipeline` → its entry."""
