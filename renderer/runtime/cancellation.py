"""What answers whether a run should stop."""

from __future__ import annotations


def never_cancelled() -> bool:
    """The default answer to "should this run stop?"."""
    return False
