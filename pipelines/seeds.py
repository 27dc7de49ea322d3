"""Seeds: every choice that looks random follows from the order, so the same order gives the same video."""

from __future__ import annotations

import hashlib

from renderer.contract.orders.base import NarratedOrder


def order_seed(order: NarratedOrder) -> int:
    """The caller's seed, or one derived from what the video is about; in [1, 2**32)."""
    if order.seed:
        return order.seed
    opening = "" if order.about else _first_line(order.script)
    return derived_seed(0, order.about, opening, order.settings.video_mode, order.settings.language)


def _first_line(script: str) -> str:
    """The first line, for scripts without a title: an edit further down leaves the seed as it is."""
    return next((line.strip() for line in script.splitlines() if line.strip()), "")


def derived_seed(seed: int, *parts: str) -> int:
    """A seed for one purpose; independent for different parts; in [1, 2**32)."""
    recipe = "\x1f".join((str(seed), *parts)).encode()
    return int.from_bytes(hashlib.sha256(recipe).digest()[:4]) or 1


def picture_seed(order: NarratedOrder) -> int:
    """The seed of pictures, palettes and camera moves."""
    return derived_seed(order_seed(order), "pictures")
