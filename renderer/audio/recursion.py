"""Recursive filters as matrix products: a cascade of second-order sections, `SPAN` frames at a time.

In state-space form a span of output is x @ T + s @ O, and the states between spans follow the short
recursion s' = s @ M + u, which is solved in groups of `_GROUP` the same way, level by level. The result is
that of the sample-by-sample recursion in double precision; the work is done by BLAS. It is as fast as a
compiled loop and spares the import of a signal library that takes longer than filtering a minute of sound.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from renderer.audio.signals import Floats

SPAN: Final = 32
_GROUP: Final = 16


@dataclass(frozen=True, slots=True, eq=False)
class Recursion:
    """A cascade of order d ready to run.

    Over one span `through` (SPAN, SPAN) maps input to output, `entering` (d, SPAN) a state to output,
    `leaving` (SPAN, d) input to the next state and `span` (d, d) the state before to the one after, all as
    row vectors times matrix; `step` (d, d) is the transition of one frame, a matrix times a column.
    """

    through: Floats
    entering: Floats
    leaving: Floats
    step: Floats
    span: Floats

    @property
    def order(self) -> int:
        """Numbers that make up a state."""
        return len(self.step)


def recursion(sections: Floats) -> Recursion:
    """The cascade of `sections` (S, 6): b0 b1 b2 a0 a1 a2 each, a0 = 1."""
    step, feed, read, direct = _cascade(sections)
    powers = [np.eye(len(step))]
    for _ in range(SPAN):
        powers.append(powers[-1] @ step)
    response = np.array([direct, *(read @ power @ feed for power in powers[: SPAN - 1])])
    lag = np.arange(SPAN)[None, :] - np.arange(SPAN)[:, None]
    return Recursion(
        through=np.where(lag >= 0, response[np.abs(lag)], 0.0),
        entering=np.stack([read @ power for power in powers[:SPAN]], axis=1),
        leaving=np.stack([power @ feed for power in reversed(powers[:SPAN])]),
        step=step,
        span=powers[SPAN].T,
    )


def run(rule: Recursion, sound: Floats, state: Floats) -> tuple[Floats, Floats]:
    """One channel (frames,) from `state` (order,): the output and the state after it."""
    whole = len(sound) // SPAN
    spans, rest = sound[: whole * SPAN].reshape(whole, SPAN), sound[whole * SPAN :]
    states = _states(spans @ rule.leaving, rule.span, state)
    output = spans @ rule.through
    output += states[:-1] @ rule.entering
    left = len(rest)
    last = rest @ rule.through[:left, :left] + states[-1] @ rule.entering[:, :left]
    final = states[-1] @ np.linalg.matrix_power(rule.step, left).T + rest @ rule.leaving[SPAN - left :]
    return np.concatenate([output.reshape(-1), last]), final


def _cascade(sections: Floats) -> tuple[Floats, Floats, Floats, float]:
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


def _states(pushes: Floats, move: Floats, first: Floats) -> Floats:
    """(n + 1, d): s[0] = first, s[k + 1] = s[k] @ move + pushes[k]."""
    count, order = pushes.shape
    if count <= _GROUP:
        states = [first]
        for push in pushes:
            states.append(states[-1] @ move + push)
        return np.stack(states)
    powers = [np.eye(order)]
    for _ in range(_GROUP):
        powers.append(powers[-1] @ move)
    groups = -(-count // _GROUP)
    padded = np.zeros((groups * _GROUP, order))
    padded[:count] = pushes
    local = padded.reshape(groups, _GROUP * order) @ _prefix(powers, order)
    starts = _states(local[:, -order:], powers[_GROUP], first)[:-1]
    local += starts @ np.hstack(powers[1:])
    return np.vstack([first[None, :], local.reshape(-1, order)[:count]])


def _prefix(powers: list[Floats], order: int) -> Floats:
    """(GROUP * d, GROUP * d): pushes of a group to the states after each of its steps, from rest."""
    lag = np.arange(_GROUP)[None, :] - np.arange(_GROUP)[:, None]
    table = np.stack(powers)[np.maximum(lag, 0)] * (lag >= 0)[:, :, None, None]
    return np.asarray(table.transpose(0, 2, 1, 3).reshape(_GROUP * order, _GROUP * order))
