"""What each painter costs: set-up, memory, drawing a frame through the real camera.

CPU time of one core, best of several.

Run: python benchmarks/painters.py [--pack documentary] [--painter NAME] [--width 1080 --height 1920]
"""

from __future__ import annotations

import argparse
import json
import resource
import time

import cv2

from renderer.compositor.planes import allocate
from renderer.contract.vocabulary import StylePack
from renderer.core.storyboard import CameraMove, PictureSpec, View
from renderer.visuals.media import NoMedia
from renderer.visuals.open import open_picture, paint_scene, raster_side
from renderer.visuals.pack import StylePackFile, load_pack
from renderer.visuals.painters import PAINTERS

FACTS = {
    "number": "4200000",
    "number_text": "$4.2M",
    "currency": "USD",
    "years": "1914;1939;1969",
    "values": "54;36;21;9",
    "labels": "Pacific;Atlantic;Indian;Arctic",
    "trend": "up",
    "focus": "0.5,0.3",
}
ARTWORK = ("octopus", "red-heart", "ship")
DURATION = 3.5
CAMERAS = {
    "hold": CameraMove(),
    "pan": CameraMove(start=View(x=0.47, zoom=1.08), end=View(x=0.53, zoom=1.08)),
    "push": CameraMove(start=View(zoom=1.01), end=View(x=0.51, y=0.48, zoom=1.1)),
}
"""What the director gives to painters that move by themselves, and to the others."""


def measure(name: str, pack: StylePackFile, width: int, height: int) -> dict[str, float | str]:
    spec = PictureSpec(
        painter=name,
        seed=7,
        words=("octopus", "hearts"),
        artwork=ARTWORK[: PAINTERS[name].subjects],
        data=FACTS | {"palette": pack.palettes[0].name},
    )
    painter = PAINTERS[name]
    camera = CAMERAS["hold" if painter.moving else "pan" if painter.deep else "push"]
    raster = (width, height) if PAINTERS[name].moving else (raster_side(width), raster_side(height))
    setups = []
    for _ in range(5):
        start = time.process_time()
        scene = paint_scene(spec, pack=pack, raster=raster, duration=DURATION)
        setups.append(time.process_time() - start)
    memory = scene.base.nbytes + sum(layer.image.nbytes + layer.reveal.nbytes for layer in scene.layers)
    del scene
    start = time.process_time()
    picture = open_picture(
        spec,
        camera=camera,
        pack=pack,
        width=width,
        height=height,
        duration=DURATION,
        media=NoMedia(),
    )
    opened = time.process_time() - start
    target = allocate(width, height)
    frames = []
    for index in range(24):
        start = time.process_time()
        picture.draw(target, index * DURATION / 24)
        frames.append(time.process_time() - start)
    return {
        "pack": pack.pack.value,
        "painter": name,
        "setup_ms": round(1000 * min(setups), 1),
        "open_ms": round(1000 * opened, 1),
        "draw_ms": round(1000 * sum(frames) / len(frames), 2),
        "worst_ms": round(1000 * sorted(frames)[-2], 2),
        "scene_mb": round(memory / 1e6, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pack", choices=[pack.value for pack in StylePack])
    parser.add_argument("--painter", choices=sorted(PAINTERS))
    parser.add_argument("--width", type=int, default=1080)
    parser.add_argument("--height", type=int, default=1920)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    rows = [
        measure(name, load_pack(pack), options.width, options.height)
        for pack in StylePack
        if options.pack in (None, pack.value)
        for name, painter in PAINTERS.items()
        if pack is painter.packs[0] and options.painter in (None, name)
    ]
    if options.json:
        print(json.dumps(rows, indent=2))
        return
    print(f"{'pack':18} {'painter':18} {'set-up':>8} {'open':>8} {'draw':>8} {'worst':>8} {'scene':>8}")
    for row in rows:
        print(
            f"{row['pack']:18} {row['painter']:18} {row['setup_ms']:>6} ms {row['open_ms']:>5} ms "
            f"{row['draw_ms']:>5} ms {row['worst_ms']:>5} ms {row['scene_mb']:>5} MB"
        )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory of the process: {peak:.0f} MB")


if __name__ == "__main__":
    main()
