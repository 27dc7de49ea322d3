"""A constellation of accounts: links spread from the subject's node, and pulses run along them."""

from __future__ import annotations

from typing import Final

import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, motion, tone
from renderer.painters.drawing.blend import shaded
from renderer.painters.drawing.calm import under_captions
from renderer.painters.drawing.canvas import Canvas, Cutout, Mask, add_colour, developed, lay, window
from renderer.painters.drawing.floating_layers import FloatingShadow, floating
from renderer.painters.drawing.layering import flat, visible_box
from renderer.painters.drawing.light import glow
from renderer.painters.drawing.noise import Field
from renderer.painters.drawing.parts import Brush, evened, in_parts
from renderer.painters.drawing.pixels import modulated, product
from renderer.painters.layered_picture import Layer, LayeredPicture, Placement
from renderer.painters.props import backdrop, chart
from renderer.painters.props.subject import has_subject, hero_place, hero_size, staged, subject

_TRIES: Final = 700
"""Number of random positions tried for nodes."""

_LENS, _KNOT = 1.02, 0.26
"""Side of the hub relative to the subject's square: with a subject in it, and without."""

_LOW: Final = 0.56
"""Share of the height above which the web draws itself."""


def paint(request: PaintRequest) -> LayeredPicture:
    """Faint distant links are the base; the near web draws itself outwards and carries light."""
    rng = request.rng()
    u, palette = request.unit, request.palette
    centre = hero_place(request)
    nodes = _nodes(request, rng, centre)
    links = _links(nodes)
    canvas = _deep(request, rng)
    web, order = _web(request, nodes, links, centre)
    low = int(_LOW * request.height)
    still = web.copy()
    still[:low] = 0
    add_colour(canvas, still, palette.glow, strength=0.8)
    hub = _hub(request, int(hero_size(request) * _hub_share(request)) // 2 * 2)
    corner = round(centre[0] - hub.size[0] / 2), round(centre[1] - hub.size[1] / 2)
    lay(canvas, hub, corner)
    layers = _growing(request, _beside(web[:low], hub.alpha, corner), order)
    rim = hub.size[0] / 2 - 10 * u
    near = [link for link in links if np.hypot(*(nodes[link[0]] - centre)) < 620 * u]
    for index in range(min(9, len(near))):
        start, end = near[(index * 5) % len(near)]
        leaving = _at_rim(nodes[0], nodes[end], rim) if start == 0 else nodes[start]
        layers.append(_pulse(request, leaving, nodes[end], phase=index / 9))
    if has_subject(request):
        size = int(hub.size[0] * 0.64) // 2 * 2
        art = staged(subject(request, size), ambient=palette.secondary, lamp=palette.glow, shade=0.4)
        hover = motion.drifting(*centre, by=(0, 6 * u), period=5)
        shadow = FloatingShadow(blur=14 * u, drop=14 * u, strength=0.5)
        layers.append(floating(canvas, art, centre, hover, shadow=shadow))
    return LayeredPicture(base=canvas, layers=tuple(layers))


def _hub_share(request: PaintRequest) -> float:
    return _LENS if has_subject(request) else _KNOT


def _beside(web: Mask, hub: Mask, corner: tuple[int, int]) -> Mask:
    """The web without the part that the hub covers."""
    ground, part = window(web, corner, (hub.shape[1], hub.shape[0]))
    ground[:] = product(np.ascontiguousarray(ground), 255 - hub[part])
    return web


def _growing(request: PaintRequest, web: Mask, order: Field) -> list[Layer]:
    """The near web, drawing itself outwards."""
    box = evened(visible_box(web))
    brush = Brush(
        shown=lambda seconds: 0.5 + 0.5 * motion.ease_out((seconds + 0.3) / 1.8),
        cell=(int(0.25 * request.width), int(0.25 * request.width)),
        softness=40,
        light=True,
    )
    return in_parts(
        flat(box.cut(web), request.palette.glow),
        order[box.y : box.y + box.height, box.x : box.x + box.width],
        box,
        brush,
    )


def _at_rim(hub: curve.Points, node: curve.Points, radius: float) -> curve.Points:
    """Where the line from the hub's centre to a node leaves the hub."""
    way = node - hub
    return np.asarray(hub + way * (radius / max(float(np.hypot(*way)), radius)), np.float32)


def _deep(request: PaintRequest, rng: np.random.Generator) -> Canvas:
    ground = backdrop.gloom(
        request, rng, pool=request.palette.secondary, strength=0.42, lift=0.12, radius=0.44
    )
    canvas = developed(ground, (request.width, request.height), rng, grain=0.3)
    far = np.zeros((request.height, request.width), np.uint8)
    spots = rng.random((120, 2)) * (request.width, request.height)
    for index, spot in enumerate(spots):
        near = np.argsort(np.hypot(*(spots - spot).T))[1:3]
        curve.stroke(far, [np.array([spot, spots[other]], np.float32) for other in near], width=1.0, value=60)
        curve.disc(far, (float(spot[0]), float(spot[1])), float(1.5 + (index % 4)) * request.unit, value=110)
    rows = np.arange(request.height, dtype=np.float32) / request.height
    calm = np.float32(1) - np.float32(0.6) * np.exp(-np.square((rows - 0.5) / np.float32(0.07)))
    add_colour(canvas, _dimmed(far, calm), request.palette.glow, strength=0.55)
    return canvas


def _dimmed(mask: Mask, keep: Field) -> Mask:
    """The mask with each row scaled by its own factor."""
    return modulated(mask, np.ascontiguousarray(np.broadcast_to(keep[:, None], mask.shape)))


def _nodes(request: PaintRequest, rng: np.random.Generator, centre: tuple[float, float]) -> curve.Points:
    """The hub first, then nodes that keep their distance, fewer under the captions."""
    w, h, u = request.width, request.height, request.unit
    hub = hero_size(request) * 0.60 * _hub_share(request) / _LENS
    spots = rng.random((_TRIES, 2)) * (w * 0.96, h * 0.9) + (w * 0.02, h * 0.03)
    rooms = np.array([230.0 if under_captions(request, y) else 105.0 for y in spots[:, 1]]) * u
    free = np.hypot(*(spots - centre).T) > hub
    kept = [np.array(centre)]
    for index in range(_TRIES):
        if free[index]:
            kept.append(spots[index])
            free &= np.hypot(*(spots - spots[index]).T) > rooms
    return np.array(kept, np.float32)


def _links(nodes: curve.Points) -> list[tuple[int, int]]:
    """Links from each node to its three nearest and from the hub to its nine nearest; every pair once."""
    pairs = set()
    for index, node in enumerate(nodes):
        near = np.argsort(np.hypot(*(nodes - node).T))[1 : 10 if index == 0 else 4]
        pairs |= {(min(index, int(other)), max(index, int(other))) for other in near}
    return sorted(pairs)


def _web(
    request: PaintRequest, nodes: curve.Points, links: list[tuple[int, int]], centre: tuple[float, float]
) -> tuple[Mask, Field]:
    """The web, and the distance of its upper part from the hub: 255 at the upper corners."""
    u = request.unit
    mask = np.zeros((request.height, request.width), np.uint8)
    curve.stroke(mask, [np.stack([nodes[a], nodes[b]]) for a, b in links], width=2.0 * u, value=125)
    for index, node in enumerate(nodes[1:]):
        curve.disc(mask, (float(node[0]), float(node[1])), (4 + 5 * ((index * 3) % 4) / 3) * u)
        if index % 4 == 0:
            curve.disc(mask, (float(node[0]), float(node[1])), 17 * u, width=1.8 * u, value=170)
    mask = chart.bloomed(mask, radius=10 * u, strength=0.7)
    rows = np.arange(request.height, dtype=np.float32)
    mask = _dimmed(mask, np.clip((np.float32(0.86) - rows / request.height) / np.float32(0.12), 0, 1))
    down = rows[: int(_LOW * request.height), None] - np.float32(centre[1])
    across = np.arange(request.width, dtype=np.float32)[None, :] - np.float32(centre[0])
    far = np.sqrt(down * down + across * across)
    corner = np.hypot(max(centre[0], request.width - centre[0]), centre[1])
    return mask, np.minimum(far * np.float32(255 / corner), np.float32(255))


def _pulse(request: PaintRequest, start: curve.Points, end: curve.Points, *, phase: float) -> Layer:
    side = int(46 * request.unit) // 2 * 2 + 2
    spot = glow((side, side), (0.5, 0.5), 0.11) + 0.35 * glow((side, side), (0.5, 0.5), 0.2)
    image = flat(
        np.clip(spot * 255, 0, 255).astype(np.uint8), tone.mixed(request.palette.primary, tone.WHITE, 0.4)
    )
    period = 1.5 + phase

    def run(seconds: float) -> Placement:
        part = (seconds / period + phase) % 1.0
        place = start + (end - start) * motion.ease_in_out(part)
        return Placement(x=float(place[0]), y=float(place[1]), opacity=float(np.sin(part * np.pi)))

    return Layer(image=image, motion=run, light=True)


def _hub(request: PaintRequest, side: int) -> Cutout:
    """A lens of dark glass with a bright rim, for the subject."""
    u, palette = request.unit, request.palette
    middle = (side / 2, side / 2)
    alpha = np.zeros((side, side), np.uint8)
    curve.disc(alpha, middle, side / 2 - 14 * u)
    pool = glow((side // 2, side // 2), (0.5, 0.36), 0.30)
    dark = tone.mixed(tone.darkest(palette), tone.BLACK, 0.2)
    rgb = shaded(np.float32(0.75) * pool, dark, palette.secondary, size=(side, side))
    rim = np.zeros((side, side), np.uint8)
    curve.disc(rim, middle, side / 2 - 16 * u, width=5 * u)
    curve.disc(rim, middle, side / 2 - 30 * u, width=1.5 * u, value=120)
    bright = chart.bloomed(rim, radius=9 * u, strength=0.9)
    add_colour(rgb, bright, palette.glow)
    return Cutout(rgb, np.maximum(alpha, bright))
