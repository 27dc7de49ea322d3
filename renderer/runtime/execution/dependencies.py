"""Dependencies between stages: whether an earlier stage meets each, and which stages a document needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from renderer.contract.orders.base import OrderDocument
from renderer.runtime.stage import Stage

OrderT = TypeVar("OrderT", bound=OrderDocument)


def check_wiring(stages: Sequence[Stage[Any]]) -> None:
    """Check that every need of a stage is made by an earlier one, and no document is made twice.

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
