"""Packs the published Kokoro voice vectors as bundled data: assets/voices/neural/kokoro/styles.npz.

A voice is a table with one row of 256 numbers per text length. Its rows lie so close to a subspace that ten
directions represent them to five digits; that takes 18 KB per voice, where the published file has 522. Run it
in the folder in which the npm package `kokoro-js` 1.2.1 was unpacked:

    python tools/build_styles.py package/voices
"""

from __future__ import annotations

import hashlib
import io
import sys
import zipfile
from pathlib import Path

import numpy as np

ROWS = 200
"""Number of text lengths that are kept; longer pieces are never spoken (sequence.LONGEST)."""
RANK = 10
WIDTH = 256
WORST = 5e-4
TARGET = Path(__file__).resolve().parents[1] / "assets" / "voices" / "neural" / "kokoro" / "styles.npz"
LEFT_OUT = frozenset({"af_nicole"})
"""Voices that are left out: this one whispers (DNSMOS 1.8)."""


def main(folder: Path) -> None:
    """Pack the tables of all voices in a folder."""
    arrays: dict[str, np.ndarray[tuple[int, ...], np.dtype[np.float32]]] = {}
    for path in sorted(folder.glob("*.bin")):
        if path.stem in LEFT_OUT:
            continue
        table = np.frombuffer(path.read_bytes(), "<f4").reshape(-1, WIDTH)[:ROWS].astype(np.float64)
        left, weights, right = np.linalg.svd(table, full_matrices=False)
        arrays[f"{path.stem}.rows"] = (left[:, :RANK] * weights[:RANK]).astype(np.float32)
        arrays[f"{path.stem}.basis"] = right[:RANK].astype(np.float32)
        back = arrays[f"{path.stem}.rows"] @ arrays[f"{path.stem}.basis"]
        worst = float(np.abs(back - table).max())
        if worst > WORST:
            sys.exit(f"{path.stem}: off by {worst}")
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(TARGET, "w") as out:
        for name, array in arrays.items():
            body = io.BytesIO()
            np.save(body, array)
            out.writestr(zipfile.ZipInfo(f"{name}.npy"), body.getvalue())  # a fixed date
    print(f"{len(arrays) // 2} voices, {TARGET.stat().st_size / 1e6:.2f} MB")
    print(hashlib.sha256(TARGET.read_bytes()).hexdigest())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
