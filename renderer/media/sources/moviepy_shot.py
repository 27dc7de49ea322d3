"""MoviePy clips as frames.

MoviePy is not imported here; the code that made the clip has imported it. A clip needs `duration` (seconds)
and `get_frame(seconds)` returning 8-bit RGB, which is MoviePy's public interface.
"""

from __future__ import annotations

from typing import Final, Protocol

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from renderer.compositor.planes import Planes, copy_into, rgb_to_planes
from renderer.errors import ClipwrightError
from renderer.media.sources.geometry import Fit, TargetBox, fitted

_LAST_MOMENT: Final = 1e-3
"""MoviePy's file readers fail at exactly their duration."""


class GuestClip(Protocol):
    """The part of `moviepy.VideoClip` that is used."""

    duration: float | None

    def get_frame(self, t: float) -> npt.NDArray[np.uint8]:
        """The frame at `t` seconds, shape (height, width, 3)."""
        ...


class MoviePyPicture(Struct, frozen=True, eq=False, kw_only=True):
    """A `Picture` that fills the frame with a MoviePy clip and holds its last frame after the end.

    The clip is centred and cropped to the frame's shape, and enlarged if it is smaller.
    """

    clip: GuestClip

    def look(self, seconds: float) -> float:
        """The clip's time as the look, since its pixels are not known in advance."""
        moment = seconds if self.clip.duration is None else min(seconds, self.clip.duration - _LAST_MOMENT)
        return max(0.0, moment)

    def draw(self, target: Planes, seconds: float) -> None:
        """Fill the whole of `target` with the clip at `seconds`.

        Raises:
            ClipwrightError: `media_unreadable` when the clip fails or returns anything but RGB frames.
        """
        moment = self.look(seconds)
        try:
            frame = np.asarray(self.clip.get_frame(moment))
        except (OSError, ValueError, IndexError, RuntimeError) as error:
            reason = f"MoviePy failed at {moment:.2f} s: {error}"
            raise ClipwrightError("media_unreadable", path="MoviePy clip", reason=reason) from error
        if frame.ndim != 3 or frame.shape[2] != 3:  # noqa: PLR2004  # (height, width, RGB)
            reason = f"it gave an array of shape {frame.shape} instead of (height, width, 3)"
            raise ClipwrightError("media_unreadable", path="MoviePy clip", reason=reason)
        rgb = np.clip(frame, 0, 255).astype(np.uint8)
        fit = _filled(rgb.shape[1], rgb.shape[0], TargetBox(width=target.width, height=target.height))
        copy_into(target, rgb_to_planes(fitted(rgb, fit)))


def _filled(width: int, height: int, box: TargetBox) -> Fit:
    scale = max(box.width / width, box.height / height)
    scaled_width, scaled_height = max(box.width, round(width * scale)), max(box.height, round(height * scale))
    left, top = (scaled_width - box.width) // 2, (scaled_height - box.height) // 2
    return Fit(scaled_width, scaled_height, left, top, box.width, box.height)
