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
from renderer.kernels.places import steps
from renderer.kernels.sound import adding, doubling, filtering, hall, hall_design, peaks, plucking
from renderer.kernels.sound.metering import K_WEIGHTING, interpolator
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
        "PYTHONMALLOC": "malloc",  # so that every array has guarded memory around it
        "PYTHONPATH": str(ROOT),
    }
    done = subprocess.run(
        [sys.executable, "-c", DRAWS, str(library)],
        cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=110, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "drawn\n"), done.stderr[-3000:]
