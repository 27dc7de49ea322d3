"""What a video has shown already, so that nothing is repeated while there are alternatives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np


@dataclass(slots=True)
class Ledger:
    """Uses so far in one video or chapter; grows while a storyboard is written and is then discarded.

    `last_shown`: the number of the last shot that had a drawing. `looks`: stills drawn to compare pictures.
    `once`: no drawing is the subject of two shots, not even the topic's own.
    """

    once: bool = False
    artwork: Counter[str] = field(default_factory=Counter)
    painters: Counter[str] = field(default_factory=Counter)
    pairs: Counter[tuple[str, str]] = field(default_factory=Counter)
    palettes: Counter[str] = field(default_factory=Counter)
    media: Counter[str] = field(default_factory=Counter)
    last_shown: dict[str, int] = field(default_factory=dict)
    shots: int = 0
    looks: int = 0
    returns: int = 0
    last_return: int = 0
    last_painter: str = ""
    last_palette: str = ""
    last_move: str = ""
    last_transition: str = ""

    def shown(self, painter: str, palette: str, artwork: Sequence[str], *, anchored: bool) -> None:
        """Record a shot; `anchored` if it shows the topic's own subject."""
        self.shots += 1
        if anchored:
            self.returns += 1
            self.last_return = self.shots
        self.artwork.update(artwork)
        self.last_shown.update(dict.fromkeys(artwork, self.shots))
        self.painters[painter] += 1
        self.palettes[palette] += 1
        self.pairs[painter, palette] += 1
        self.last_painter, self.last_palette = painter, palette

    def since(self, artwork: str) -> int:
        """How many shots ago a drawing was shown; the number of all shots if it was not."""
        return self.shots - self.last_shown.get(artwork, 0)


def pick(rng: np.random.Generator, choices: Sequence[tuple[str, float]]) -> str:
    """One name, at random by weight. `choices` must not be empty; weights are above 0."""
    weights = np.array([weight for _, weight in choices], np.float64)
    position = rng.random() * weights.sum()
    index = int(np.searchsorted(np.cumsum(weights), position, side="right"))
    return choices[min(index, len(choices) - 1)][0]
