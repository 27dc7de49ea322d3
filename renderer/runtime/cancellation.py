"""Answers to the question whether a run should stop."""

from __future__ import annotations


def never_cancelled() -> bool:
    """The default answer: a run is never cancelled."""
    return False
