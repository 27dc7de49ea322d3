"""No kernel leaves its arrays: AddressSanitizer and UBSan watch every function at odd sizes and places."""

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
from renderer.kernels import blending, blurring, drawing, resampling, shrinking
from renderer.kernels import dithering, grading, painting, premultiplying, turning
from renderer.kernels.places import steps
compiled = library.library()
assert compiled
rng = np.random.default_rng(7)
def plane(rows, columns):
    return rng.integers(0, 256, (rows, columns), np.uint8)
for number in range(400):
    compiled.clipwright_portable(number % 2)
    rows, columns, high, wide = map(int, rng.integers(1, 120, 4))
    x, y, scale = rng.uniform(-9, 99), rng.uniform(-9, 99), rng.choice([1.0, 0.3, 0.93, 1.7, 2.9])
    if number % 3 == 0:
        x, y, scale = round(x), round(y), 1.0
    across, down = steps(x, scale), steps(y, scale)
    source, target = plane(rows, columns), plane(high, wide)
    resampling.resample(target, source, across, down)
    resampling.clamp(target, plane(high, wide), source, across, down)
    blending.blend_plane(target, plane(high, wide), plane(high, wide), opacity=int(rng.integers(257)))
    planes = drawing.drawn_planes((source, plane(rows, columns)), plane(rows, columns), plane(rows, columns))
    table = plane(1, 256)[0] if number % 5 else None
    drawing.draw_resampled((target, plane(high, wide)), planes, (across, down), opacity=200, table=table)
    shrinking.shrunk(source, int(rng.integers(1, min(rows, columns) + 1)))
    blurring.blurred(source, float(rng.uniform(0.3, 9)))
    ground, mask = rng.integers(0, 256, (high, wide, 3), np.uint8), plane(high, wide)
    painting.cover(ground, mask, (1, 2, 3), strength=int(rng.integers(257)))
    painting.add_light(ground, mask, rng.integers(0, 256, (high, wide, 3), np.uint8), strength=300)
    noise = dithering.strewn(rng.integers(-99, 99, (16, 16)).astype(np.int16))
    size = 2 * wide - number % 2, 2 * high - number // 2 % 2
    dithering.doubled(rng.random((high, wide, 3), np.float32), size, noise, corner=(number, number // 3))
    turning.turned(ground, mask, (rows, columns), across=(x, scale, -0.3), down=(y, 0.3, scale))
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
        "PYTHONMALLOC": "malloc",  # so that every array has guarded memory around it
        "PYTHONPATH": str(ROOT),
    }
    done = subprocess.run(
        [sys.executable, "-c", DRAWS, str(library)],
        cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=110, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "drawn\n"), done.stderr[-3000:]
