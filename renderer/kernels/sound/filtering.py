"""Filters sound with second-order sections, and sums the energy of its cells.

Samples are single precision, states and sums double. Each sample passes all sections before the next one
(transposed direct form II).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from renderer.kernels.library import library
from renderer.kernels.sound import checks, reference
from renderer.kernels.sound.checks import Doubles, Sound

MOST_SECTIONS: Final = 8
_NUMBERS: Final = 6
_LANES: Final = 4


def filtered(sound: Sound, sections: Doubles, states: Doubles) -> tuple[Sound, Doubles]:
    """Filter channels (C, frames) with sections in series; returns the output and the states after it.

    `sections` (S, 6) hold b0 b1 b2 a0 a1 a2, a0 = 1; `states` (C, 2 S) are two numbers per section, as left
    by the previous samples. Every `reference.CHUNK` frames, states below 1e-30 are set to 0.

    Raises:
        ValueError: an array cannot be used as it is, or there are more than 8 sections.
    """
    sound, count = checks.source(sound), len(sections)
    channels, frames = sound.shape
    if (
        not 0 < count <= MOST_SECTIONS
        or sections.shape[1] != _NUMBERS
        or states.shape != (channels, 2 * count)
    ):
        message = f"sections {sections.shape} and states {states.shape} for {channels} channels"
        raise ValueError(message)
    output = np.empty(sound.shape, np.float32)
    after = np.array(states, np.float64, order="C")
    compiled = library()
    if not compiled:
        reference.filtered(output, sound, sections, after)
        return output, after
    numbers = np.ascontiguousarray(sections, np.float64)
    between = *checks.place(output), *checks.place(sound), channels, frames
    given = checks.address(numbers), count, checks.address(after)
    compiled.clipwright_filter(*between, *given, reference.CHUNK, reference.NOTHING)
    return output, after


def energies(sound: Sound, cell: int) -> Doubles:
    """Sums of squares over `cell` frames and all channels; frames after the last whole cell are left out.

    Raises:
        ValueError: the sound cannot be used as it is, or the cell is empty.
    """
    if cell < 1:
        message = f"cells of {cell} frames"
        raise ValueError(message)
    sound = checks.source(sound)
    channels, count = sound.shape[0], sound.shape[1] // cell
    if cell % _LANES:  # padding with silence does not change the sums
        cells = sound[:, : count * cell].reshape(channels, count, cell)
        sound = np.pad(cells, ((0, 0), (0, 0), (0, -cell % _LANES))).reshape(channels, -1)
        cell += -cell % _LANES
    sums = np.zeros(count)
    compiled = library()
    if not compiled:
        sums[:] = reference.energies(sound[:, : count * cell], cell)
        return sums
    compiled.clipwright_energies(checks.address(sums), count, cell, *checks.place(sound), channels)
    return sums


class Filter:
    """Sections in series over a stream of blocks (channels, frames); state carries over between blocks."""

    def __init__(self, *sections: Doubles, channels: int) -> None:
        self._sections = np.concatenate(sections)
        self._states = np.zeros((channels, 2 * len(self._sections)))

    def __call__(self, block: Sound) -> Sound:
        """The next block, filtered."""
        sound = np.asarray(block, np.float32)
        output, self._states = filtered(sound, self._sections, self._states)
        return output
