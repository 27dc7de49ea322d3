"""No kernel leaves its arrays: AddressSanitizer and UBSan check every function at odd sizes and places."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from renderer.kernels.library import FLAGS, c_files
from tests.support.production.servers import lacking

ROOT = Path(__file__).parents[3]
DRAWS = """
import sys
from pathlib import Path
import numpy as np
from renderer.kernels import library
library.library_path = lambda: Path(sys.argv[1])
from renderer.kernels import drawing, resampling, softening
from renderer.kernels.places import ONE, steps
from renderer.kernels.sheets import SheetPiece, PlacedSheets, sheets
from renderer.kernels.sprites import PlacedPlanes, blend_sprites, sprite_planes
from renderer.kernels.checks import surface
from renderer.kernels import dithering, grading, laying, painting, premultiplying, turning, warping
from renderer.kernels.sound import adding, doubling, filtering, hall, hall_design, peaks, plucking
from renderer.kernels.sound.metering import K_WEIGHTING, interpolator
compiled = library.library()
assert compiled
rng = np.random.default_rng(7)
def plane(rows, columns):
    return rng.integers(0, 256, (rows, columns), np.uint8)
def picture(rows, columns):
    return plane(2 * rows, 2 * columns), plane(rows, columns), plane(rows, columns)
for number in range(400):
    compiled.clipwright_portable(number % 2)
    rows, columns, high, wide = map(int, rng.integers(1, 120, 4))
    x, y, scale = rng.uniform(-9, 99), rng.uniform(-9, 99), rng.choice([1.0, 0.3, 0.93, 1.7, 2.9])
    if number % 3 == 0:
        x, y, scale = round(x), round(y), 1.0
    across, down = steps(x, scale), steps(y, scale)
    source, target = plane(rows, columns), plane(high, wide)
    resampling.resample(target, source, across, down)
    paper = surface(*picture(high, wide))
    resampling.view(paper, surface(*picture(rows, columns)), (across, down), (down, across))
    colours, cover, reveal = picture(rows, columns), picture(rows, columns)[:2], picture(rows, columns)[:2]
    corner = [2 * int(at) for at in rng.integers(-70, 99, 2)]
    blend_sprites(paper, [PlacedPlanes(sprite_planes(colours, cover), *corner, int(rng.integers(257)))])
    raster = rng.integers(0, 256, (2 * rows, 2 * columns + 3, 4), np.uint8)[:, 1:-2]
    premultiplying.separated(raster, rng.uniform(-1, 1, (3, 4)).astype(np.float32))
    halves = rows // 2 * 2, columns
    piece = SheetPiece(0, halves[0], 2 * halves[1], 2 * rows, bool(number % 2), 3, 200)
    cut = sheets(colours, cover, reveal, pieces=(piece,) * (number % 3 == 1 and halves[0] < 2 * rows))
    window = 2 * (wide // 3), 2 * (high // 4), 2 * wide, 2 * high
    table = plane(1, 256).tobytes() if number % 5 else b""
    ways = (across.start, across.start // 2), (down.start, down.start // 2)
    placed = PlacedSheets(cut, window, *ways, across.step, tuple(corner), 200, table, number % 7 == 0)
    drawing.draw_sheets(paper, [placed, placed._replace(opacity=256)])
    shrink = int(rng.integers(1, min(high, wide) + 1))
    sides = high // shrink * shrink, wide // shrink * shrink
    sigmas = tuple(rng.uniform(0.3, 9, 2))
    patch = softening.patch((0, high - sides[0]), plane(*sides), shrink=shrink, sigmas=sigmas)
    softening.soften(paper, patch, patch, plane(1, 256)[0])
    ground, mask = rng.integers(0, 256, (high, wide, 3), np.uint8), plane(high, wide)
    painting.cover(ground, mask, (1, 2, 3), strength=int(rng.integers(257)))
    painting.add_light(ground, mask, rng.integers(0, 256, (high, wide, 3), np.uint8), strength=300)
    noise = dithering.strewn(rng.integers(-99, 99, (16, 16)).astype(np.int16))
    size = 2 * wide - number % 2, 2 * high - number // 2 % 2
    dithering.doubled(rng.random((high, wide, 3), np.float32), size, noise, corner=(number, number // 3))
    right, bottom = 2 * wide, 2 * high
    boxes = [(0, 0, right, bottom), (right - 2, 0, right, bottom), (0, bottom - 2, 2, bottom)]
    laying.lay_boxes(surface(*picture(high, wide)), surface(*picture(high, wide)), boxes * (1 + number % 40))
    turning.turned(ground, mask, (rows, columns), across=(x, scale, -0.3), down=(y, 0.3, scale))
    raw, half = (rng.integers(0, 256, (*sides, 4), np.uint8) for sides in ((rows, columns), (high, wide)))
    by = (scale, 0.3, x - 50, -0.3 * (number % 4 > 0), scale, y - 50)
    warping.warped(raw, half, (2 * wide, 2 * high), by=(by, by), revealed=bool(number % 5))
    dust = rng.integers(0, 16384, (16, 16)).astype(np.int16)
    tables = grading.grading_tables(rng.uniform(-50, 50, (3, 256, 3)), (dust, dust))
    planes = (plane(2 * high, 2 * wide), plane(high, wide), plane(high, wide))
    image = rng.integers(0, 256, (2 * high, 2 * wide, 3), np.uint8)
    shade = np.full((high, wide), 32767, np.uint16)
    grading.grade(planes, image, tables, shade=shade, corners=((number, 3), (7, number), (1, 2)))
    layer = rng.integers(0, 256, (high, wide, 4), np.uint8)
    layer[rng.random((high, wide)) < rng.random()] = 0
    whole = np.full((3, 3), 8192, np.int16), np.full((4, 3), 5000, np.int16)
    tone = np.full(256, 9999, np.int16)
    light = number % 4 == 1
    looks = premultiplying.LayerTables(tone=tone, matrix=whole[0], gains=whole[1], zero=0, light=light)
    premultiplying.premultiplied(layer, looks, margin=2)
    premultiplying.extents(layer)
design = hall_design.HallDesign(
    delays=np.array([257, 300, 301, 302, 400, 500, 600, 700], np.int32), gains=np.full(8, 0.1, np.float32),
    taps=np.array([0, 1, 2, 30, 400, 500], np.int32), levels=np.full((2, 6), 0.1, np.float32),
    side=np.float32(0.1), middle=np.float32(0.8), heard=np.float32(1.0),
)
memory = hall_design.silent(design)
for number in range(120):
    compiled.clipwright_portable(number % 2)
    channels, frames, count = int(rng.integers(1, 4)), int(rng.integers(0, 5000)), int(rng.integers(1, 9))
    sound = rng.standard_normal((channels, frames), np.float32)
    rows = np.concatenate([K_WEIGHTING] * 4)[:count]
    filtering.filtered(sound, rows, np.zeros((channels, 2 * count)))
    filtering.energies(sound, int(rng.integers(1, 99)))
    adding.add_to_both((sound.copy(), sound.copy()), sound, (0.5, 0.2))
    adding.add(sound.copy(), sound, 0.5)
    peaks.peaks(rng.standard_normal((channels, number * 48 + 32), np.float32), interpolator(), rising=True)
    doubling.doubled(rng.standard_normal((channels, frames + 32), np.float32))
    hall.rung(rng.standard_normal((2, 2 * frames), np.float32), design, memory)
    plucking.plucked(rng.random(int(rng.integers(1, 400))), frames, step=float(rng.uniform(0.1, 3)), loss=0.9)
print("drawn")
"""


def test_sanitizers_have_nothing_to_say(tmp_path: Path) -> None:
    compiler = shutil.which("gcc")
    if not compiler:
        lacking("no gcc")
    library = tmp_path / "kernels.so"
    sanitized = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    subprocess.run([compiler, *FLAGS, *sanitized, *map(str, c_files()), "-o", str(library)], check=True)
    runtimes = [
        subprocess.run(
            [compiler, f"-print-file-name={name}"], capture_output=True, text=True, check=True
        ).stdout.strip()
        for name in ("libasan.so", "libubsan.so")
    ]
    environment = os.environ | {
        "LD_PRELOAD": ":".join(runtimes),
        "ASAN_OPTIONS": "detect_leaks=0",
        "PYTHONMALLOC": "malloc",  # so that every array is surrounded by guarded memory
        "PYTHONPATH": str(ROOT),
    }
    done = subprocess.run(
        [sys.executable, "-c", DRAWS, str(library)],
        cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=110, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "drawn\n"), done.stderr[-3000:]
