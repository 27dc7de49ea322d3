"""What a job needs from the machine that does it; its queue is chosen by that."""

from __future__ import annotations

from typing import Literal, TypeAlias

Need: TypeAlias = Literal["cpu", "gpu"]
