"""The frame of a page at one moment: its sprite instances and their places, bottom first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from renderer.captions.drawing.animation import (
    PagePose,
    WordPose,
    breathing,
    page_moves,
    page_pose,
    typed,
    word_moves,
    word_pose,
)
from renderer.captions.drawing.canvas import Mask
from renderer.captions.drawing.page_sprites import PageSprites
from renderer.captions.drawing.sprite_instance import (
    SpriteInstance,
    cropped,
    frosted,
    light_on,
    moved,
    scaled,
)
from renderer.captions.layout.safe_area import Rect
from renderer.captions.style.easing import eased, mix
from renderer.captions.style.schema import ActivateKind, PillMotion, Reveal
from renderer.compositor.sprite import PlacedSprite
from renderer.text.languages import is_rtl

POWER_START: Final = 0.86
"""Size from which a power word's box springs up."""

PILL_START: Final = 0.9
SHINE_WIDTH: Final = 0.55
SHINE_SLOPE: Final = 0.35
SETTLED: Final = 1e-3


@dataclass(frozen=True, slots=True, kw_only=True)
class PageMoment:
    """A frame seen from its page: seconds since the page came up and since word `active` did.

    `active` is -1 before the first word. A page that `opens` the video stands at once: its first frame is the
    cover. `page_moves` and `word_moves` are false where changes of light would make the captions flash.
    """

    seconds: float
    page: float
    active: int
    word: float
    may_flicker: bool
    page_moves: bool
    opens: bool
    word_moves: bool


def page_frame(sprites: PageSprites, moment: PageMoment) -> list[PlacedSprite]:
    """The sprites of a page at a moment, bottom first."""
    enter = () if moment.opens else page_moves(sprites.style.enter, calm=moment.page_moves)
    pose = page_pose(enter, moment.page)
    rtl = is_rtl(sprites.letters.language)
    backed = sprites.style.plate.knockout
    scrim = (_posed(instance, pose, sprites, rtl=rtl) if backed else instance for instance in sprites.scrim())
    shown: list[PlacedSprite] = [instance.placed(pose.opacity) for instance in scrim]
    for instance, opacity in _instances(sprites, moment, pose):
        stands = _posed(instance, pose, sprites, rtl=rtl)
        shown.append(stands.placed(opacity * pose.opacity))
    return shown


def _instances(
    sprites: PageSprites, moment: PageMoment, pose: PagePose
) -> Iterator[tuple[SpriteInstance, float]]:
    """Actors and opacities before the page's own movement."""
    yield from ((plate, 1.0) for plate in sprites.plates())
    ground = sprites.style.ground
    breath = breathing(ground.pulse, ground.pulse_rate, moment.seconds)
    for light in sprites.ground():
        yield _slid(light, sprites, pose.ghost), breath
    moves = word_moves(sprites.style.activate, calm=moment.word_moves)
    word = word_pose(moves, moment.word, may_flicker=moment.may_flicker)
    if moment.active >= 0:
        yield from _backing(sprites, moment, word)
    for order in range(len(sprites.geometry.words)):
        if order != moment.active or _shows_base(word):
            if order >= max(1, moment.active) and sprites.style.reveal is Reveal.TYPEWRITER:
                continue
            yield sprites.base(order, said=order < moment.active), 1.0
    if moment.active >= 0:
        yield from _active(sprites, moment, word)


def _shows_base(word: WordPose) -> bool:
    return word.blend < 1.0


def _backing(
    sprites: PageSprites, moment: PageMoment, word: WordPose
) -> Iterator[tuple[SpriteInstance, float]]:
    """What stands behind the active word."""
    order = moment.active
    if sprites.powers[order]:
        center = sprites.geometry.words[order].box.center
        yield _sized(sprites.power_box(order), mix(POWER_START, 1.0, word.growth), center), 1.0
    elif sprites.style.pill.motion is not PillMotion.NONE:
        yield _pill(sprites, moment), 1.0


def _pill(sprites: PageSprites, moment: PageMoment) -> SpriteInstance:
    pill, order = sprites.style.pill, moment.active
    way = eased(pill.ease, moment.word + pill.start * pill.seconds, pill.seconds)
    if pill.motion is PillMotion.STILL or way >= 1.0:
        return sprites.pill(order)
    words = sprites.geometry.words
    if order == 0 or words[order - 1].line != words[order].line or sprites.powers[order - 1]:
        return _sized(sprites.pill(order), mix(PILL_START, 1.0, way), words[order].box.center)
    start, end = sprites.box_around(order - 1, pill.box), sprites.box_around(order, pill.box)
    return sprites.pill_at(
        Rect(mix(start.left, end.left, way), end.top, mix(start.right, end.right, way), end.bottom)
    )


def _active(
    sprites: PageSprites, moment: PageMoment, word: WordPose
) -> Iterator[tuple[SpriteInstance, float]]:
    order = moment.active
    center = sprites.geometry.words[order].box.center
    start = POWER_START if sprites.powers[order] else 1.0 / sprites.growth(order)
    instance = _sized(sprites.active(order), mix(start, 1.0, word.growth), center)
    if word.echo:
        colour = next(move.colour for move in sprites.style.activate if move.kind is ActivateKind.ECHO)
        yield moved(sprites.echo(order, colour), word.echo * sprites.scale, 0.0), 1.0
    if sprites.style.reveal is Reveal.TYPEWRITER:
        instance = _typed_part(sprites, moment, instance)
    yield moved(instance, word.dx * sprites.scale, word.dy * sprites.scale), word.blend
    if word.shine < 1.0:
        strength = next(move.amount for move in sprites.style.activate if move.kind is ActivateKind.SHINE)
        mask, x, y = sprites.light_mask(order)
        yield light_on(_bar(mask, word.shine), x, y, strength), 1.0


def _typed_part(sprites: PageSprites, moment: PageMoment, instance: SpriteInstance) -> SpriteInstance:
    """As much of the active word as is typed by now."""
    placed = sprites.geometry.words[moment.active]
    units = placed.run.units
    shown = typed(len(units), moment.word, float(placed.word.span.duration))
    if shown >= len(units):
        return instance
    left = placed.x + min(unit.left for unit in units[:shown])
    right = placed.x + max(unit.right for unit in units[:shown])
    if is_rtl(sprites.letters.language):
        return cropped(instance, left, instance.x + instance.sprite.width)
    return cropped(instance, instance.x, right)


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


def _slid(instance: SpriteInstance, sprites: PageSprites, way: float) -> SpriteInstance:
    """The ground before its ghost has slid out: shifted back by the first shadow's offset."""
    if way >= 1.0 or not sprites.style.ground.shadows:
        return instance
    first = sprites.style.ground.shadows[0]
    back = (1.0 - way) * sprites.scale
    return moved(instance, -first.dx * back, -first.dy * back)


def _posed(instance: SpriteInstance, pose: PagePose, sprites: PageSprites, *, rtl: bool) -> SpriteInstance:
    """An instance moved as its page moves."""
    block = sprites.geometry.block
    instance = _sized(instance, pose.scale, block.center)
    if pose.rise:
        instance = moved(instance, 0.0, pose.rise * sprites.scale)
    if pose.wipe < 1.0:
        reach = block.width * pose.wipe
        instance = (
            cropped(instance, block.right - reach, 1e6)
            if rtl
            else cropped(instance, -1e6, block.left + reach)
        )
    return frosted(instance, pose.frost * sprites.scale) if pose.frost > 0.5 else instance  # noqa: PLR2004 - half a pixel shows not


def _sized(instance: SpriteInstance, factor: float, center: tuple[float, float]) -> SpriteInstance:
    return instance if abs(factor - 1.0) < SETTLED else scaled(instance, factor, center)
