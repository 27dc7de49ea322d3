"""The sprite instances of a page at one moment, with their places, bottom first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from renderer.captions.drawing.animation import poses_at, typed
from renderer.captions.drawing.page_sprites import PageSprites, Part
from renderer.captions.drawing.page_timing import PageMoment
from renderer.captions.drawing.poses import Poses
from renderer.captions.drawing.posing import cropped, moved, posed, shining, sized
from renderer.captions.drawing.sprite_instance import SpriteInstance
from renderer.captions.drawing.styled_page import StyledPage
from renderer.captions.layout.safe_area import Rect
from renderer.captions.style.easing import eased, mix
from renderer.captions.style.schema import ActivateKind, PillMotion, Reveal
from renderer.compositor.sprite import PlacedSprite

POWER_START: Final = 0.86
"""Size at which a power word's box starts to grow."""

PILL_START: Final = 0.9

Shown = Iterator[tuple[SpriteInstance, float]]
"""Instances with their opacities, before the page's own movement."""


def page_frame(sprites: PageSprites, moment: PageMoment) -> list[PlacedSprite]:
    """The sprites of a page at a moment, bottom first."""
    page = sprites.page
    poses = poses_at(page.style, moment)
    shown: list[PlacedSprite] = []
    if page.scrim:
        scrim = sprites.painted(Part.SCRIM)
        backs_letters = page.style.plate.knockout
        shown.append(_placed(_posed(scrim, poses, page) if backs_letters else scrim, poses.page.opacity))
    for instance, opacity in _instances(sprites, moment, poses):
        shown.append(_placed(_posed(instance, poses, page), opacity * poses.page.opacity))
    return shown


def _posed(instance: SpriteInstance, poses: Poses, page: StyledPage) -> SpriteInstance:
    return posed(instance, poses.page, block=page.geometry.block, scale=page.scale, rtl=page.rtl)


def _placed(instance: SpriteInstance, opacity: float) -> PlacedSprite:
    """The instance in the compositor's form."""
    return PlacedSprite(instance.sprite, instance.x, instance.y, round(255 * min(1.0, max(0.0, opacity))))


def _instances(sprites: PageSprites, moment: PageMoment, poses: Poses) -> Shown:
    page, style = sprites.page, sprites.page.style
    for number in range(len(page.plates)):
        yield sprites.painted(Part.PLATE, number), 1.0
    if style.ground.shadows or style.ground.glows:
        yield _ground(sprites, poses.page.ghost), poses.breath
    if moment.active >= 0:
        yield from _backing(sprites, moment, poses)
    for order in range(len(page.words)):
        if order != moment.active or poses.word.blend < 1.0:
            if order >= max(1, moment.active) and style.reveal is Reveal.TYPEWRITER:
                continue
            yield sprites.painted(Part.SAID if order < moment.active else Part.UNSAID, order), 1.0
    if moment.active >= 0:
        yield from _active(sprites, moment, poses)


def _ground(sprites: PageSprites, way: float) -> SpriteInstance:
    """The ground, offset back by its first shadow's offset until its ghost has slid out (`way` 1)."""
    ground, page = sprites.painted(Part.GROUND), sprites.page
    if way >= 1.0 or not page.style.ground.shadows:
        return ground
    first = page.style.ground.shadows[0]
    back = (1.0 - way) * page.scale
    return moved(ground, -first.dx * back, -first.dy * back)


def _backing(sprites: PageSprites, moment: PageMoment, poses: Poses) -> Shown:
    """The power word's box or the pill behind the active word."""
    word = sprites.page.words[moment.active]
    if word.power:
        box = sprites.painted(Part.POWER_BOX, moment.active)
        yield sized(box, mix(POWER_START, 1.0, poses.word.growth), word.placed.box.center), 1.0
    elif sprites.page.style.pill.motion is not PillMotion.NONE:
        yield _pill(sprites, moment), 1.0


def _pill(sprites: PageSprites, moment: PageMoment) -> SpriteInstance:
    pill, order, words = sprites.page.style.pill, moment.active, sprites.page.words
    way = eased(pill.ease, moment.word + pill.start * pill.seconds, pill.seconds)
    if pill.motion is PillMotion.STILL or way >= 1.0:
        return sprites.painted(Part.PILL, order)
    if order == 0 or words[order - 1].placed.line != words[order].placed.line or words[order - 1].power:
        resting = sprites.painted(Part.PILL, order)
        return sized(resting, mix(PILL_START, 1.0, way), words[order].placed.box.center)
    start, end = words[order - 1].pill, words[order].pill
    return sprites.pill_at(
        Rect(mix(start.left, end.left, way), end.top, mix(start.right, end.right, way), end.bottom)
    )


def _active(sprites: PageSprites, moment: PageMoment, poses: Poses) -> Shown:
    order, page, pose = moment.active, sprites.page, poses.word
    word, scale = page.words[order], page.scale
    start = POWER_START if word.power else 1.0 / word.growth
    grown = mix(start, 1.0, pose.growth)
    instance = sized(sprites.painted(Part.ACTIVE, order), grown, word.placed.box.center)
    if pose.echo:
        yield moved(sprites.painted(Part.ECHO, order), pose.echo * scale, 0.0), 1.0
    if page.style.reveal is Reveal.TYPEWRITER:
        instance = _typed_part(sprites, moment, instance)
    yield moved(instance, pose.dx * scale, pose.dy * scale), pose.blend
    if pose.shine < 1.0:
        strength = next(move.amount for move in page.style.activate if move.kind is ActivateKind.SHINE)
        yield shining(sprites.light_mask(order), pose.shine, strength), 1.0


def _typed_part(sprites: PageSprites, moment: PageMoment, instance: SpriteInstance) -> SpriteInstance:
    """The part of the active word that is typed so far."""
    placed = sprites.page.words[moment.active].placed
    units = placed.run.units
    shown = typed(len(units), moment.word, float(placed.word.span.duration))
    if shown >= len(units):
        return instance
    left = placed.x + min(unit.left for unit in units[:shown])
    right = placed.x + max(unit.right for unit in units[:shown])
    if sprites.page.rtl:
        return cropped(instance, left, instance.x + instance.sprite.width)
    return cropped(instance, instance.x, right)
