"""MoviePy clips as frames.

MoviePy is not imported here; whoever brings a clip has it. A clip needs `duration` (seconds)
and `get_frame(seconds)` giving 8-bit RGB, which is MoviePy's public interface.
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
    """What is used of a `moviepy.VideoClip`."""

    duration: float | None

    def get_frame(self, t: float) -> npt.NDArray[np.uint8]:
        """The frame at `t` seconds, shape (height, width, 3)."""
        ...


class MoviePyPicture(Struct, frozen=True, eq=False, kw_only=True):
    """A `Picture` that shows a MoviePy clip filling the frame; its last frame holds after its end.

    The clip is centred and cut to the frame's shape, enlarged where it is smaller.
    """

    clip: GuestClip

    def look(self, seconds: float) -> float:
        """The clip's time: what it shows then is not known before."""
        moment = seconds if self.clip.duration is None else min(seconds, self.clip.duration - _LAST_MOMENT)
        return max(0.0, moment)

    def draw(self, target: Planes, seconds: float) -> None:
        """Fill the whole of `target` with the clip at `seconds`.

        Raises:
            ClipwrightError: `media_unreadable` when the clip fails or gives something else than RGB frames.
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
