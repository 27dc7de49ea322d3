"""A comparison's bars race to their true lengths, each with its label and number."""

from __future__ import annotations

import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, light, motion, pattern, tone
from renderer.painters.drawing.canvas import Canvas, Colour, Cutout, Mask, add_colour, developed
from renderer.painters.drawing.floating_layers import FloatingShadow, floating
from renderer.painters.drawing.layering import flat, pasted
from renderer.painters.drawing.lettering import lettering
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.layered_picture import Layer, LayeredPicture, Motion, Placement
from renderer.painters.props import backdrop, chart
from renderer.painters.props.comparison import Entry, entries
from renderer.painters.props.subject import has_subject, hero_place, hero_size, staged, subject


def paint(request: PaintRequest) -> LayeredPicture:
    """Bars stretch from the left; labels are above them; the leader glows."""
    rng = request.rng()
    canvas = _track(request, rng)
    area = _area(request)
    lanes: list[list[Layer]] = []
    rows = entries(request)[:5]
    longest = max(entry.value for entry in rows) or 1.0
    pitch = area.height / len(rows)
    for index, entry in enumerate(rows):
        colour = (
            request.palette.primary
            if entry.value == longest
            else tone.mixed(request.palette.secondary, request.palette.glow, 0.25 * index / len(rows))
        )
        lanes.append(
            _lane(
                request, area, entry, longest, colour=colour, lane=(area.top + pitch * (index + 0.5), pitch)
            )
        )
    # Labels first: layers that come to rest early belong at the bottom.
    layers = [layer for kind in zip(*lanes, strict=True) for layer in kind]
    if has_subject(request):
        layers.append(_leader(canvas, request))
    return LayeredPicture(base=canvas, layers=tuple(layers))


def _area(request: PaintRequest) -> chart.Panel:
    """The chart's area: the subject's place if there is no subject, else below the captions."""
    plain = chart.panel(request)
    return chart.Panel(
        plain.left, plain.top - 0.015 * request.height, plain.right, plain.bottom + 0.02 * request.height
    )


def _track(request: PaintRequest, rng: np.random.Generator) -> Canvas:
    palette = request.palette
    ground = backdrop.gloom(request, rng, pool=palette.secondary, strength=0.36, lift=0.12, radius=0.40)
    shape = (ground.shape[0], ground.shape[1])
    x, y = light.grid(shape)
    diagonal = np.sin((x * shape[1] + y * shape[0]) * np.float32(2 * np.pi / (shape[1] * 0.09)))
    ground *= (1.0 + 0.16 * np.sign(diagonal) * np.clip(np.abs(diagonal) * 3, 0, 1))[..., None]
    canvas = developed(ground, (request.width, request.height), rng, grain=0.3)
    chevrons = _chevrons(request)
    add_colour(canvas, pattern.quiet(request, chevrons), palette.secondary, strength=0.22)
    lines = np.zeros((request.height, request.width), np.uint8)
    area = _area(request)
    curve.stroke(
        lines,
        [
            np.array([[x, area.top], [x, area.bottom]], np.float32)
            for x in np.linspace(area.left, area.right, 6)
        ],
        width=1.5 * request.unit,
        value=70,
    )
    add_colour(canvas, lines, palette.glow, strength=0.8)
    return canvas


def _chevrons(request: PaintRequest) -> Mask:
    """Rows of arrowheads that point forward."""
    u = request.unit
    mask = np.zeros((request.height, request.width), np.uint8)
    heads = [
        np.array([[x, y - 26 * u], [x + 26 * u, y], [x, y + 26 * u]], np.float32)
        for y in np.arange(48 * u, request.height, 96 * u)
        for x in np.arange(20 * u, request.width, 84 * u)
    ]
    curve.stroke(mask, heads, width=7 * u)
    return mask


def _lane(
    request: PaintRequest,
    area: chart.Panel,
    entry: Entry,
    longest: float,
    *,
    colour: Colour,
    lane: tuple[float, float],
) -> list[Layer]:
    """The label over the bar, the bar, and its number at its head."""
    palette = request.palette
    y, pitch = lane
    tall = int(pitch * 0.40) // 2 * 2
    reach = area.width * max(entry.value / longest, 0.02)
    end = 0.72 * request.duration
    bar = _bar(int(reach) // 2 * 2 + 2, tall, colour)
    label = lettering(
        entry.label,
        size=pitch * 0.25,
        face=LetteringFace.PLAIN,
        language=request.language,
        widest=area.width * 0.62,
    )
    number = lettering(
        entry.text,
        size=pitch * 0.30,
        face=LetteringFace.MACHINE,
        language=request.language,
        widest=area.width * 0.36,
    )
    head = y + pitch * 0.18
    label_spot = (area.left + label.shape[1] / 2, y - pitch * 0.22)
    number_spot = (area.right - number.shape[1] / 2, y - pitch * 0.22)
    return [
        pasted(
            Cutout(flat(label, palette.ink)[..., :3].copy(), label),
            motion.fading(*label_spot, start=-0.6, length=0.8),
        ),
        Layer(
            image=bar,
            motion=_growing(area.left, head, bar.shape[1], end),
            anchor=(0.0, 0.5),
            window=(bar.shape[1], tall),
        ),
        pasted(
            Cutout(flat(number, tone.mixed(colour, tone.WHITE, 0.45))[..., :3].copy(), number),
            motion.fading(*number_spot, start=end - 0.7, length=0.6),
        ),
    ]


def _bar(width: int, tall: int, colour: Colour) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    across = np.linspace(0.42, 1.0, width, dtype=np.float32)[None, :, None]
    down = np.linspace(1.12, 0.82, tall, dtype=np.float32)[:, None, None]
    image = np.zeros((tall, width, 4), np.uint8)
    image[..., :3] = np.clip(np.array(colour, np.float32) * across * down, 0, 255)
    image[..., 3] = 255
    image[:, -max(2, tall // 8) :, :3] = np.array(tone.mixed(colour, tone.WHITE, 0.6), np.uint8)
    return image


def _growing(x: float, y: float, width: int, end: float) -> Motion:
    """A bar that emerges from the left edge, its bright head in front."""

    def grow(seconds: float) -> Placement:
        part = 0.12 + 0.88 * motion.ease_in_out((seconds + 0.3) / (end + 0.3))
        return Placement(x=x, y=y, scroll_x=width * (1.0 - part))

    return grow


def _leader(canvas: Canvas, request: PaintRequest) -> Layer:
    u, palette = request.unit, request.palette
    art = staged(
        subject(request, hero_size(request)),
        ambient=palette.secondary,
        lamp=tone.mixed(palette.primary, tone.WHITE, 0.4),
    )
    spot = hero_place(request)
    hover = motion.drifting(*spot, by=(0, 7 * u), period=5)
    return floating(canvas, art, spot, hover, shadow=FloatingShadow(blur=20 * u, drop=16 * u, strength=0.7))
