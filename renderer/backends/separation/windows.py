"""Overlap-add: seamless processing of sound of any length in windows of a fixed length."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import numpy as np

from renderer.backends.separation.base import Samples

Work = Callable[[Samples], Samples]


def through_windows(blocks: Iterable[Samples], work: Work, *, window: int, overlap: int) -> Iterator[Samples]:
    """The results of `work` on windows of shape (2, window), crossfaded over `overlap` (<= half) samples.

    As many samples come out as go in; hardly more than one window is held in memory.
    """
    weight, hop = _weight(window, overlap), window - overlap
    pending = np.zeros((2, overlap), np.float32)  # the fade-in before the first sample is not kept
    tail, skip = np.zeros((2, overlap), np.float32), overlap
    given = told = 0
    for block in _and_silence(blocks):
        is_sound = block.shape[1] > 0
        given += block.shape[1]
        pending = np.concatenate([pending, block if is_sound else np.zeros((2, window), np.float32)], axis=1)
        while pending.shape[1] >= window and (is_sound or told < given):
            made = work(np.ascontiguousarray(pending[:, :window])) * weight
            made[:, :overlap] += tail
            tail, pending = made[:, hop:].copy(), pending[:, hop:]
            out = made[:, skip:hop][:, : given - told]
            skip, told = 0, told + out.shape[1]
            yield out


def _and_silence(blocks: Iterable[Samples]) -> Iterator[Samples]:
    """The non-empty blocks, then two empty ones, which stand for a window of silence each."""
    for block in blocks:
        if block.shape[1]:
            yield block
    yield from (np.zeros((2, 0), np.float32) for _ in range(2))


def _weight(window: int, overlap: int) -> Samples:
    """Window weights: one in the middle, with slopes that add up to one between neighbouring windows."""
    slope = (np.arange(overlap, dtype=np.float32) + 0.5) / max(1, overlap)
    found = np.ones(window, np.float32)
    found[:overlap], found[window - overlap :] = slope, slope[::-1]
    return found
