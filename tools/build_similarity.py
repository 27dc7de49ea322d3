"""Measures how alike the pictures of every two painters of a pack are: assets/similarity.toml.

Run it when painters, palettes or grades look different than before:

    python -m tools.build_similarity

It directs many storyboards without looking, draws every shot as small as the director sees it, and compares
pictures of different painters, whatever words, palettes and seeds made them. Written down are the least and
the most of each; the director looks only where they lie on both sides of its limit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import product
from typing import Final

import cv2
import numpy as np

from benchmarks.pictures import TOPICS, scripts, written
from benchmarks.support.picture_judge import topics
from renderer.contract.vocabulary import StylePack, VideoMode
from renderer.core.picture_spec import painter_of
from renderer.core.storyboard import Shot
from renderer.visuals.direction.cuts import PACES
from renderer.visuals.direction.director import direct
from renderer.visuals.direction.similarity import Moments, moments, no_painted_still, ssim_of
from renderer.visuals.direction.similarity_table import SIMILARITY_FILE, pair_name
from renderer.visuals.film.still import painted_still
from renderer.visuals.style_pack_files import load_pack
from tests.support.narrated import narration_of

WITHIN: Final = (0.0, 100.0)
"""Percentiles that are written down as the bounds: the least and the most seen."""

PICTURES: Final = 24
"""Pictures of each painter that are compared, at most."""

COMPARISONS: Final = 144
"""Pairs of pictures for each pair of painters."""

FOCUS: Final = ((0.5, 0.3), (0.5, 0.38), (0.5, 0.58))
HEADER: Final = """\
# How alike pictures of two painters of a pack are: structural similarity of small stills,
# of all that were compared the least is `low`, the most is `high`.
# Measured and written by tools/build_similarity.py; read by renderer/visuals/direction/similarity_table.py.
"""


def shots_of(pack: StylePack) -> Iterator[Shot]:
    """Shots of many storyboards: every bundled script, what the writer makes of topics, labelled ones."""
    texts = [(script, VideoMode.DARK_HISTORY) for script in scripts()]
    texts += [(written(topic, mode), mode) for topic, mode in product(TOPICS, VideoMode)]
    texts += [(topic.script, topic.mode) for topic in topics()]
    for number, (script, mode) in enumerate(texts):
        narration = narration_of(script)
        yield from direct(
            script,
            narration,
            pack=load_pack(pack),
            seed=number,
            duration=narration.duration + 1,
            focus=FOCUS[number % len(FOCUS)],
            look=no_painted_still,
            pace=PACES[mode],
        ).shots


def pictures_of(pack: StylePack) -> dict[str, list[Moments]]:
    """Glances by painter, spread evenly over all shots it was cast for."""
    shots: dict[str, list[Shot]] = defaultdict(list)
    for shot in shots_of(pack):
        shots[painter_of(shot.picture)].append(shot)
    pictures = {}
    for painter, cast in shots.items():
        chosen = np.linspace(0, len(cast) - 1, min(PICTURES, len(cast))).round().astype(int)
        some = [cast[place] for place in chosen.tolist()]
        pictures[painter] = [
            moments(painted_still(shot.picture, load_pack(pack), float(shot.span.duration))) for shot in some
        ]
    return pictures


def rows_of(pack: StylePack) -> Iterator[str]:
    """The table of one pack."""
    pictures = pictures_of(pack)
    rng = np.random.Generator(np.random.PCG64(1))
    yield f"\n[{pack.value}]"
    for one, other in sorted(pair for pair in product(pictures, pictures) if pair[0] < pair[1]):
        pairs = list(product(pictures[one], pictures[other]))
        chosen = rng.permutation(len(pairs))[:COMPARISONS]
        values = [ssim_of(*pairs[place]) for place in chosen.tolist()]
        low, high = np.percentile(values, WITHIN)
        yield f'"{pair_name(one, other)}" = {{ low = {low:.3f}, high = {high:.3f} }}'


def main() -> None:
    """Measure all packs and write the file."""
    cv2.setNumThreads(1)
    rows = [row for pack in StylePack for row in rows_of(pack)]
    SIMILARITY_FILE.write_text(HEADER + "\n".join(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
