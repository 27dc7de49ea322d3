"""All pipelines, by workflow."""

from __future__ import annotations

from typing import Final

from pipelines.short import SHORT
from renderer.runtime.stage import Stage

PIPELINES: Final[dict[str, tuple[Stage, ...]]] = {
    "short": SHORT,
}
