"""A busy picture for judging captions: a harbour at dusk with a bright sky, dark hulls and many lights."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

Rgb = npt.NDArray[np.uint8]
Light = npt.NDArray[np.float32]

SKY = np.array([[24, 28, 74], [108, 52, 118], [232, 98, 92], [255, 186, 104]], np.float32)
SEA = np.array([[150, 84, 96], [58, 52, 96], [16, 26, 58]], np.float32)


def harbour(width: int, height: int, seed: int = 7) -> Rgb:
    """Paint the picture in RGB; the same size and seed yield the same picture."""
    rng = np.random.default_rng(np.random.PCG64(seed))
    horizon = int(height * 0.56)
    picture = np.concatenate([_ramp(SKY, horizon, width), _ramp(SEA, height - horizon, width)])
    _sun(picture, horizon)
    _skyline(picture, horizon, rng)
    _reflections(picture, horizon, rng)
    _lights(picture, rng)
    return np.asarray(np.clip(picture, 0, 255), np.uint8)


def _ramp(stops: Light, height: int, width: int) -> Light:
    at = np.linspace(0, len(stops) - 1, max(height, 1))
    column = np.stack([np.interp(at, np.arange(len(stops)), stops[:, k]) for k in range(3)], axis=1)
    return np.repeat(column[:, None, :].astype(np.float32), width, axis=1)


def _sun(picture: Light, horizon: int) -> None:
    height, width = picture.shape[:2]
    y, x = np.ogrid[:height, :width]
    far = np.hypot((x - 0.68 * width) / width, (y - (horizon - 0.07 * width)) / width)
    picture += (
        np.array([120, 90, 40], np.float32) * np.exp(-((far / 0.16) ** 2)).astype(np.float32)[..., None]
    )
    disc = np.clip((0.085 - far) * width / 2, 0, 1).astype(np.float32)[..., None]
    picture[:] = picture * (1 - disc) + np.array([255, 236, 190], np.float32) * disc


def _skyline(picture: Light, horizon: int, rng: np.random.Generator) -> None:
    """Two rows of towers with lit windows, the nearer one darker."""
    height, width = picture.shape[:2]
    for row, tone in enumerate((np.array([112, 62, 98]), np.array([38, 30, 62]))):
        left = -10
        while left < width:
            wide = int(width * rng.uniform(0.05, 0.13))
            top = int(horizon - height * rng.uniform(0.03, 0.2 - 0.07 * row))
            picture[top:horizon, max(0, left) : left + wide] = tone + rng.uniform(-10, 10)
            if row:
                _windows(picture, (top, horizon, left, wide), rng)
            left += wide + int(width * rng.uniform(0, 0.03))


def _windows(picture: Light, tower: tuple[int, int, int, int], rng: np.random.Generator) -> None:
    top, foot, left, wide = tower
    step = max(6, picture.shape[1] // 45)
    for y in range(top + step // 2, foot - step, step):
        for x in range(left + step // 2, left + wide - step // 2, step):
            if x >= 0 and rng.random() < 0.5:  # noqa: PLR2004 - every other window is lit
                picture[y : y + step // 2, x : x + step // 3] = np.array([255, 220, 140]) * rng.uniform(
                    0.6, 1.0
                )


def _reflections(picture: Light, horizon: int, rng: np.random.Generator) -> None:
    """Reflect the lights above, stretched on the water and broken by waves."""
    height = picture.shape[0]
    depth = min(horizon, height - horizon)
    mirror = cv2.blur(picture[horizon - depth : horizon][::-1], (5, 41))
    waves = 0.5 + 0.5 * np.sin(np.linspace(0, 30, depth) ** 1.5 + rng.uniform(0, 6))
    fade = (np.linspace(0.75, 0.1, depth) * (0.35 + 0.65 * waves)).astype(np.float32)[:, None, None]
    picture[horizon : horizon + depth] = (
        picture[horizon : horizon + depth] * (1 - fade) + np.asarray(mirror) * fade
    )


def _lights(picture: Light, rng: np.random.Generator) -> None:
    """Out-of-focus lights in the foreground."""
    height, width = picture.shape[:2]
    palette = np.array(
        [[255, 170, 80], [255, 90, 120], [90, 200, 255], [255, 240, 200], [140, 255, 190]], np.float32
    )
    for _ in range(30):
        center = int(rng.uniform(0, width)), int(rng.uniform(0.42, 1.0) * height)
        radius = int(width * rng.uniform(0.012, 0.055))
        disc = np.zeros((height, width), np.float32)
        cv2.circle(disc, center, radius, (float(rng.uniform(0.18, 0.5)),), -1, cv2.LINE_AA)
        cv2.circle(disc, center, radius, (float(rng.uniform(0.35, 0.7)),), 2, cv2.LINE_AA)
        tone = palette[int(rng.integers(len(palette)))]
        picture[:] = picture + disc[..., None] * (tone - 0.6 * picture)
