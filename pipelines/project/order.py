"""The orders whose stages make sound and pictures: they carry the project's complete settings."""

from __future__ import annotations

from typing import TypeAlias

from renderer.contract.orders.remix import RemixExport, RemixPreview

MixedOrder: TypeAlias = RemixPreview | RemixExport
