"""Recursive filters as matrix products: a cascade of second-order sections, `SPAN` frames at a time.

In state-space form a span of output is x @ T + s @ O, and the states between spans follow the short
recursion s' = s @ M + u, which is solved in groups of `_GROUP` the same way, level by level. Sound goes
through in single precision, states are carried in double, so the result is that of the sample-by-sample
recursion to the precision of its float32 output; the work is done by BLAS. It is as fast as a compiled loop
and spares the import of a signal library that takes longer than filtering a minute of sound.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

Doubles: TypeAlias = npt.NDArray[np.float64]
Singles: TypeAlias = npt.NDArray[np.float32]

SPAN: Final = 32
_GROUP: Final = 8
_KEPT_RULES: Final = 64


@dataclass(frozen=True, slots=True, eq=False)
class Recursion:
    """A cascade of order d ready to run.

    Over one span `through` (SPAN, SPAN) maps input to output, `entering` (d, SPAN) a state to output,
    `leaving` (SPAN, d) input to the next state and `span` (d, d) the state before to the one after, all as
    row vectors times matrix; `step` (d, d) is the transition of one frame, a matrix times a column.
    """

    through: Singles
    entering: Singles
    leaving: Doubles
    step: Doubles
    span: Doubles

    @property
    def order(self) -> int:
        """Numbers that make up a state."""
        return len(self.step)


@dataclass(frozen=True, slots=True, eq=False)
class _Rung:
    """A group of spans: `pushed` (GROUP * d, GROUP * d) pushes to the states after each, from rest.

    `carried` (d, GROUP * d) a state before the group to those after each of its spans.
    """

    pushed: Doubles
    carried: Doubles


def recursion(sections: Doubles) -> Recursion:
    """The cascade of `sections` (S, 6): b0 b1 b2 a0 a1 a2 each, a0 = 1."""
    return _recursion(tuple(sections.reshape(-1).tolist()))


@lru_cache(maxsize=_KEPT_RULES)
def _recursion(numbers: tuple[float, ...]) -> Recursion:
    step, feed, read, direct = _cascade(np.array(numbers).reshape(-1, 6))
    powers = _powers(step, SPAN)
    response = np.concatenate([[direct], (powers[: SPAN - 1] @ feed) @ read])
    lag = np.arange(SPAN)[None, :] - np.arange(SPAN)[:, None]
    return Recursion(
        through=np.where(lag >= 0, response[np.abs(lag)], 0.0).astype(np.float32),
        entering=np.ascontiguousarray((read @ powers[:SPAN]).T, np.float32),
        leaving=np.ascontiguousarray((powers[:SPAN] @ feed)[::-1]),
        step=step,
        span=powers[SPAN].T,
    )


def run(rule: Recursion, sound: Singles, states: Doubles) -> tuple[Singles, Doubles]:
    """Channels (C, frames) from `states` (C, order): the output and the states after it."""
    channels, frames = sound.shape
    whole = frames // SPAN
    output = np.empty((channels, frames), np.float32)
    after = np.empty((channels, rule.order))
    for place in range(channels):
        spans = sound[place, : whole * SPAN].reshape(whole, SPAN)
        between = _states(rule, spans.astype(np.float64) @ rule.leaving, states[place])
        body = output[place, : whole * SPAN].reshape(whole, SPAN)
        np.matmul(spans, rule.through, out=body)
        body += between[:-1].astype(np.float32) @ rule.entering
        after[place] = _rest(rule, sound[place, whole * SPAN :], output[place, whole * SPAN :], between[-1])
    return output, after


def _rest(rule: Recursion, sound: Singles, output: Singles, state: Doubles) -> Doubles:
    """Fills `output` with the last frames, fewer than a span; the state after them."""
    left = len(sound)
    if not left:
        return state
    output[:] = sound @ rule.through[:left, :left] + state @ rule.entering[:, :left]
    carried = state @ np.linalg.matrix_power(rule.step, left).T
    return np.asarray(carried + sound @ rule.leaving[SPAN - left :])


def _cascade(sections: Doubles) -> tuple[Doubles, Doubles, Doubles, float]:
    """Transition (d, d), input (d,), output (d,) and direct gain of a cascade (transposed form II)."""
    step, feed, read, direct = np.zeros((0, 0)), np.zeros(0), np.zeros(0), 1.0
    for b0, b1, b2, _, a1, a2 in sections.tolist():
        own = np.array([[-a1, 1.0], [-a2, 0.0]])
        drive = np.array([b1 - a1 * b0, b2 - a2 * b0])
        above = np.hstack([step, np.zeros((len(step), 2))])
        step = np.vstack([above, np.hstack([np.outer(drive, read), own])])
        feed = np.concatenate([feed, drive * direct])
        read = np.concatenate([b0 * read, [1.0, 0.0]])
        direct *= b0
    return step, feed, read, direct


def _powers(matrix: Doubles, count: int) -> Doubles:
    """(count + 1, d, d): the powers 0 to `count`, by doubling."""
    powers = np.stack([np.eye(len(matrix)), matrix])
    while len(powers) <= count:
        powers = np.concatenate([powers, powers[1:] @ powers[-1]])
    return powers[: count + 1]


def _states(rule: Recursion, pushes: Doubles, first: Doubles, level: int = 0) -> Doubles:
    """(n + 1, d): s[0] = first, s[k + 1] = s[k] @ move + pushes[k], `move` being GROUP ** level spans."""
    count, order = pushes.shape
    rung = _rung(rule, level)
    groups = -(-count // _GROUP)
    padded = np.zeros((groups * _GROUP, order))
    padded[:count] = pushes
    local = padded.reshape(groups, _GROUP * order) @ rung.pushed
    starts = _states(rule, local[:, -order:], first, level + 1)[:-1] if groups > 1 else first[None, :]
    local += starts[:groups] @ rung.carried
    return np.concatenate([first[None, :], local.reshape(-1, order)[:count]])


@lru_cache(maxsize=4 * _KEPT_RULES)
def _rung(rule: Recursion, level: int) -> _Rung:
    order = rule.order
    move = rule.span if level == 0 else _rung(rule, level - 1).carried[:, -order:]
    powers = _powers(move, _GROUP)
    lag = np.arange(_GROUP)[None, :] - np.arange(_GROUP)[:, None]
    table = powers[np.maximum(lag, 0)] * (lag >= 0)[:, :, None, None]
    return _Rung(
        pushed=np.asarray(table.transpose(0, 2, 1, 3).reshape(_GROUP * order, _GROUP * order)),
        carried=np.hstack(list(powers[1:])),
    )
