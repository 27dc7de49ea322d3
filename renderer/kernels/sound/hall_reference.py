"""A hall reverb in numpy, with the same samples: the fallback without a compiler, the reference for C."""

from __future__ import annotations

from typing import Final

import numpy as np

from renderer.kernels.sound.hall_design import HallDesign, HallMemory
from renderer.kernels.sound.reference import Sound

_BATCH: Final = 256
_SOFT: Final = (np.float32(0.125), np.float32(0.375), np.float32(0.375), np.float32(0.125))
_NEAR, _FAR = np.float32(0.75), np.float32(0.25)


def rung(sound: Sound, design: HallDesign, memory: HallMemory) -> Sound:
    """The hall's output for (2, 2 n) frames; updates `memory`."""
    coming = _spread(_halved(sound, memory), design, memory)
    frames, past = coming.shape[1], design.longest + 2
    lines = np.concatenate([memory.coming, np.zeros((len(memory.coming), frames), np.float32)], axis=1)
    wet = np.concatenate([memory.last, np.empty((2, frames), np.float32)], axis=1)
    for start in range(0, frames, _BATCH):
        part = slice(start, min(start + _BATCH, frames))
        wet[:, 1 + part.start : 1 + part.stop] = _passed(lines, coming[:, part], design, start)
    memory.coming[:] = lines[:, frames : frames + past]
    memory.last[:] = wet[:, -1:]
    output = np.empty(sound.shape, np.float32)
    output[:, 0::2] = _NEAR * wet[:, :-1] + _FAR * wet[:, 1:]
    output[:, 1::2] = _FAR * wet[:, :-1] + _NEAR * wet[:, 1:]
    return output


def _halved(sound: Sound, memory: HallMemory) -> Sound:
    known, count = np.concatenate([memory.edge, sound], axis=1), sound.shape[1]
    memory.edge[:] = known[:, count:]
    slow = np.zeros((2, count // 2), np.float32)
    for tap, share in enumerate(_SOFT):
        slow += share * known[:, tap : tap + count : 2]
    return slow


def _spread(slow: Sound, design: HallDesign, memory: HallMemory) -> Sound:
    known = np.concatenate([memory.recent, slow], axis=1)
    memory.recent[:] = known[:, slow.shape[1] :]
    wide = np.zeros_like(slow)
    for tap, levels in zip(design.taps.tolist(), design.levels.T, strict=True):
        start = design.reach - tap
        wide += levels[:, None] * known[:, start : start + slow.shape[1]]
    return wide


def _passed(lines: Sound, coming: Sound, design: HallDesign, start: int) -> Sound:
    """Read samples from the lines, mix them with each other and with the input, and feed them back.

    Returns the output of the lines.
    """
    count = coming.shape[1]
    leaving = lines[:, start : start + count + 2]
    lane = (leaving[:, :-2] + leaving[:, 2:]) * design.side + leaving[:, 1:-1] * design.middle
    lane *= design.gains[:, None]
    heard = (((lane[0:2] + lane[2:4]) - lane[4:6]) - lane[6:8]) * design.heard
    for step in (1, 2, 4):
        pairs = lane.reshape(-1, 2, step, count)
        lane = np.stack([pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]], axis=1).reshape(8, count)
    for line, delay in enumerate(design.delays.tolist()):
        at = start + 1 + delay
        lines[line, at : at + count] = lane[line] + coming[line % 2]
    return np.asarray(heard, np.float32)
