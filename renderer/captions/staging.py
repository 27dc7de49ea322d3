"""One page at one moment: which actors stand where, bottom first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from renderer.captions.animation import PagePose, WordPose, breathing, page_pose, typed, word_pose
from renderer.captions.canvas import Mask
from renderer.captions.cast import Cast
from renderer.captions.easing import eased, mix
from renderer.captions.frame import Rect
from renderer.captions.morph import Actor, cropped, frosted, light_on, moved, scaled
from renderer.captions.schema import ActivateKind, PillMotion, Reveal
from renderer.compositor.sprite import PlacedSprite
from renderer.text.languages import is_rtl

POWER_START: Final = 0.86
"""Size from which a power word's box springs up."""

PILL_START: Final = 0.9
SHINE_WIDTH: Final = 0.55
SHINE_SLOPE: Final = 0.35
SETTLED: Final = 1e-3


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A frame seen from its page: seconds since the page came up and since word `active` did.

    `page_moves` and `word_moves` are false where movement would make the captions flash.
    """

    seconds: float
    page: float
    active: int
    word: float
    may_flicker: bool
    page_moves: bool
    word_moves: bool


def staged(cast: Cast, moment: Moment) -> list[PlacedSprite]:
    """The sprites of a page at a moment, bottom first."""
    pose = page_pose(cast.style.enter if moment.page_moves else (), moment.page)
    rtl = is_rtl(cast.letters.language)
    backed = cast.style.plate.knockout
    scrim = (_posed(actor, pose, cast, rtl=rtl) if backed else actor for actor in cast.scrim())
    shown: list[PlacedSprite] = [actor.placed(pose.opacity) for actor in scrim]
    for actor, opacity in _actors(cast, moment, pose):
        stands = _posed(actor, pose, cast, rtl=rtl)
        shown.append(stands.placed(opacity * pose.opacity))
    return shown


def _actors(cast: Cast, moment: Moment, pose: PagePose) -> Iterator[tuple[Actor, float]]:
    """Actors and opacities before the page's own movement."""
    yield from ((plate, 1.0) for plate in cast.plates())
    ground = cast.style.ground
    breath = breathing(ground.pulse, ground.pulse_rate, moment.seconds)
    for light in cast.ground():
        yield _slid(light, cast, pose.ghost), breath
    moves = cast.style.activate if moment.word_moves else ()
    word = word_pose(moves, moment.word, may_flicker=moment.may_flicker)
    yield from _backing(cast, moment, word)
    for order in range(len(cast.geometry.words)):
        if order != moment.active or _shows_base(word):
            if order >= moment.active and cast.style.reveal is Reveal.TYPEWRITER:
                continue
            yield cast.base(order, said=order < moment.active), 1.0
    yield from _active(cast, moment, word)


def _shows_base(word: WordPose) -> bool:
    return word.blend < 1.0


def _backing(cast: Cast, moment: Moment, word: WordPose) -> Iterator[tuple[Actor, float]]:
    """What stands behind the active word."""
    order = moment.active
    if cast.is_power(order):
        center = cast.geometry.words[order].box.center
        yield _sized(cast.power_box(order), mix(POWER_START, 1.0, word.growth), center), 1.0
    elif cast.style.pill.motion is not PillMotion.NONE:
        yield _pill(cast, moment), 1.0


def _pill(cast: Cast, moment: Moment) -> Actor:
    pill, order = cast.style.pill, moment.active
    way = eased(pill.ease, moment.word + pill.start * pill.seconds, pill.seconds)
    if pill.motion is PillMotion.STILL or way >= 1.0:
        return cast.pill(order)
    words = cast.geometry.words
    if order == 0 or words[order - 1].line != words[order].line or cast.is_power(order - 1):
        return _sized(cast.pill(order), mix(PILL_START, 1.0, way), words[order].box.center)
    start, end = cast.box_around(order - 1, pill.box), cast.box_around(order, pill.box)
    return cast.pill_at(
        Rect(mix(start.left, end.left, way), end.top, mix(start.right, end.right, way), end.bottom)
    )


def _active(cast: Cast, moment: Moment, word: WordPose) -> Iterator[tuple[Actor, float]]:
    order = moment.active
    center = cast.geometry.words[order].box.center
    start = POWER_START if cast.is_power(order) else 1.0 / cast.growth(order)
    actor = _sized(cast.active(order), mix(start, 1.0, word.growth), center)
    if word.echo:
        colour = next(move.colour for move in cast.style.activate if move.kind is ActivateKind.ECHO)
        yield moved(cast.echo(order, colour), word.echo * cast.scale, 0.0), 1.0
    if cast.style.reveal is Reveal.TYPEWRITER:
        actor = _typed_part(cast, moment, actor)
    yield moved(actor, word.dx * cast.scale, word.dy * cast.scale), word.blend
    if word.shine < 1.0:
        strength = next(move.amount for move in cast.style.activate if move.kind is ActivateKind.SHINE)
        mask, x, y = cast.light_mask(order)
        yield light_on(_bar(mask, word.shine), x, y, strength), 1.0


def _typed_part(cast: Cast, moment: Moment, actor: Actor) -> Actor:
    """As much of the active word as is typed by now."""
    placed = cast.geometry.words[moment.active]
    units = placed.run.units
    shown = typed(len(units), moment.word, float(placed.word.span.duration))
    if shown >= len(units):
        return actor
    left = placed.x + min(unit.left for unit in units[:shown])
    right = placed.x + max(unit.right for unit in units[:shown])
    if is_rtl(cast.letters.language):
        return cropped(actor, left, actor.x + actor.sprite.width)
    return cropped(actor, actor.x, right)


def _bar(mask: Mask, way: float) -> Mask:
    """The part of a mask under a soft slanted bar that crosses from left to right."""
    height, width = mask.shape
    band = SHINE_WIDTH * height
    middle = mix(-band, width + band + SHINE_SLOPE * height, way)
    at = (
        np.arange(width, dtype=np.float32)[None, :]
        + SHINE_SLOPE * np.arange(height, dtype=np.float32)[:, None]
    )
    return np.asarray(mask * np.clip(1.0 - np.abs(at - middle) / band, 0.0, 1.0), np.uint8)


def _slid(actor: Actor, cast: Cast, way: float) -> Actor:
    """The ground before its ghost has slid out: shifted back by the first shadow's offset."""
    if way >= 1.0 or not cast.style.ground.shadows:
        return actor
    first = cast.style.ground.shadows[0]
    back = (1.0 - way) * cast.scale
    return moved(actor, -first.dx * back, -first.dy * back)


def _posed(actor: Actor, pose: PagePose, cast: Cast, *, rtl: bool) -> Actor:
    """An actor moved as its page moves."""
    block = cast.geometry.block
    actor = _sized(actor, pose.scale, block.center)
    if pose.rise:
        actor = moved(actor, 0.0, pose.rise * cast.scale)
    if pose.wipe < 1.0:
        reach = block.width * pose.wipe
        actor = cropped(actor, block.right - reach, 1e6) if rtl else cropped(actor, -1e6, block.left + reach)
    return frosted(actor, pose.frost * cast.scale) if pose.frost > 0.5 else actor  # noqa: PLR2004 - half a pixel shows not


def _sized(actor: Actor, factor: float, center: tuple[float, float]) -> Actor:
    return actor if abs(factor - 1.0) < SETTLED else scaled(actor, factor, center)
