"""refit_script: if the voice's true length is far from what was planned, the script is fitted again.

Pauses make up for a few per cent (`time_lines`). Beyond that, sentences are chosen anew at the pace that was
heard: spoken sentences count with their true length, all others with their estimate, corrected by the line
that fits true lengths best, since voices take some time around every sentence, however short.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from pipelines.film.adapting import fit_order
from pipelines.film.cards import cards_of, target_seconds
from pipelines.film.documents import Recording, SpokenFit
from pipelines.film.fitting import fit_facts, fitting_params
from renderer.contract.facts import Facts
from renderer.contract.orders.long_form import LongFormOrder
from renderer.errors import ClipwrightError
from renderer.manuscript.document import Manuscript
from renderer.manuscript.film_fit import FilmFit
from renderer.manuscript.fitting import SHORTEST_FILM, bounds
from renderer.manuscript.length import estimated_lengths
from renderer.manuscript.lengths import Lengths
from renderer.manuscript.refitting import refitted
from renderer.runtime.stage import Stage, StageContext
from renderer.voices.speaking_rate import SpeakingRate

SLACK: Final = 0.005
"""Share of the target by which a second fit must come nearer to it; otherwise the first stays."""


def run(context: StageContext[LongFormOrder]) -> SpokenFit:
    """The fit as it is, or a better one.

    Raises:
        ClipwrightError: `script_too_short` when the true voice cannot fill the shortest film; what a
            required adapter raises.
    """
    fit, target = context.read(FilmFit), target_seconds(context.order)
    heard = _heard(fit, context.read(Recording))
    kept = refitted(fit, heard, target=target, cards=cards_of(context.order))
    shortest, longest = bounds(target)
    if shortest <= kept.seconds <= longest:
        return SpokenFit(fit=fit)
    measure = _Measure(context=context, fit=fit, heard=heard)
    try:
        again = fit_order(context, measure)
    except ClipwrightError as error:
        if error.code != "script_too_short" or kept.seconds < SHORTEST_FILM:
            raise
        return SpokenFit(fit=fit)
    is_nearer = abs(again.seconds - target) < abs(kept.seconds - target) - SLACK * target
    return SpokenFit(fit=again if is_nearer else fit)


def facts(spoken: SpokenFit) -> tuple[Facts, ...]:
    """Like the facts of `adapt_script`, of the script as it is told now."""
    return fit_facts(spoken.fit)


def _heard(fit: FilmFit, recording: Recording) -> Lengths:
    spoken = {line.line: float(line.span.duration) for line in recording.take.lines}
    return Lengths(speech={sentence.id: spoken[sentence.id] for sentence in fit.manuscript.sentences})


class _Measure:
    """Lengths at the pace that was heard, at the voice's own rate."""

    def __init__(self, *, context: StageContext[LongFormOrder], fit: FilmFit, heard: Lengths) -> None:
        self._voice = context.order.settings.voice
        self._pace = context.engine(SpeakingRate)
        rate = fit.breathing.rate
        self._known = {
            sentence.text: rate * heard.speech[sentence.id] for sentence in fit.manuscript.sentences
        }
        estimated = self._estimated(fit.manuscript).speech
        self._line = line_of_best_fit(
            [(estimated[each.id], self._known[each.text]) for each in fit.manuscript.sentences]
        )

    def __call__(self, manuscript: Manuscript) -> Lengths:
        """The true length of what was spoken, the corrected estimate of what was not."""
        estimated = self._estimated(manuscript).speech
        always, slope = self._line
        return Lengths(
            speech={
                sentence.id: self._known.get(sentence.text, always + slope * estimated[sentence.id])
                for sentence in manuscript.sentences
            }
        )

    def _estimated(self, manuscript: Manuscript) -> Lengths:
        return estimated_lengths(manuscript, voice=self._voice, pace=self._pace)


def line_of_best_fit(pairs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Seconds that every sentence takes, and seconds for each estimated one, by least squares.

    If the best line falls or begins below 0, the first is 0 and the second the ratio of the sums.
    """
    before, after = np.array(pairs, np.float64).T
    if np.ptp(before) > 0:
        slope, always = np.polyfit(before, after, 1)
        if slope > 0 and always >= 0:
            return float(always), float(slope)
    return 0.0, float(after.sum() / before.sum())


STAGE: Final[Stage[LongFormOrder]] = Stage(
    name="refit_script",
    version=4,
    weight=1,
    needs=(FilmFit, Recording),
    makes=SpokenFit,
    params=fitting_params,
    run=run,
    facts=facts,
)
