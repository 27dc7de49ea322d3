"""What a job needs of the machine that does it, by which its queue is chosen."""

from __future__ import annotations

from typing import Literal, TypeAlias

Need: TypeAlias = Literal["cpu", "gpu"]
