"""Looks: what tells that a frame has the pixels of the one before, without drawing it."""

from __future__ import annotations

from typing import TypeAlias

Look: TypeAlias = object
"""All that decides the pixels of a moment: where two are equal, so are the pixels."""
