"""Orders for small exports of Remix."""

from __future__ import annotations

from typing import Any

from renderer.contract.orders.remix import RemixCaptions, RemixExport, RemixSettings

OFF = RemixCaptions(enabled=False)


def order(*, side: int = 180, **changes: Any) -> RemixExport:
    """An export whose shorter side has `side` pixels, without captions unless `changes` set them."""
    return RemixExport(settings=RemixSettings(**{"captions": OFF, **changes}), side=side)
