"""Documents that only pipelines know: the encoded file, and where it went."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from renderer.core.render_plan import RenderPlan


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderedVideo:
    """The encoded MP4 (digest), its seconds, and the plan it was made from."""

    video: str
    duration: Fraction
    plan: RenderPlan


@dataclass(frozen=True, slots=True, kw_only=True)
class Publication:
    """Where the video (first) and its sidecars are, and the video's digest and seconds."""

    places: tuple[str, ...]
    video: str
    duration: Fraction
