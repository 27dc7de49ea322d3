"""Orders, a module for each workflow: everything a caller chose about one job. No results, no job state."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from pydantic import Field, TypeAdapter

from renderer.contract.orders.long_form import LongFormOrder
from renderer.contract.orders.remix import RemixOrder
from renderer.contract.orders.short import ShortOrder

Order: TypeAlias = Annotated[ShortOrder | LongFormOrder | RemixOrder, Field(discriminator="workflow")]
ORDER: Final[TypeAdapter[Order]] = TypeAdapter(Order)
