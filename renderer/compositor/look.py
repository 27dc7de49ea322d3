"""Looks: values that tell, without drawing a frame, whether it has the same pixels as the one before."""

from __future__ import annotations

from typing import TypeAlias

Look: TypeAlias = object
"""All that decides the pixels of a moment: if two looks are equal, so are the pixels."""
