"""Which picture when: `Storyboard` → `Shot` (picture, camera move, transition in)."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct, field

from renderer.contract.vocabulary import StylePack
from renderer.core.camera import CameraMove
from renderer.core.picture_spec import PictureSpec
from renderer.core.timecode import ZERO, TimeRange


class Transition(Struct, frozen=True, kw_only=True):
    """How a shot replaces the one before; `duration` (seconds) is taken from the start of this shot."""

    kind: str = "cut"
    duration: Fraction = ZERO


class Shot(Struct, frozen=True, kw_only=True):
    """One picture on screen over `span`; spans of a storyboard tile the whole video."""

    span: TimeRange
    scene: str
    picture: PictureSpec
    camera: CameraMove = field(default_factory=CameraMove)
    transition: Transition = Transition()


class Storyboard(Struct, frozen=True, kw_only=True):
    """All shots in order, without gaps, from 0 to the video's end.

    `makers` says by digest where the media of shots come from; pictures without an entry were painted.
    """

    pack: StylePack
    shots: tuple[Shot, ...]
    notes: tuple[str, ...] = ()
    makers: dict[str, str] = field(default_factory=dict)
