"""Looking ahead: a film is planned as far as its lines are spoken, and rendered while the rest is spoken.

Nothing that is planned here reaches a document. The stages after the recording make the same decisions again
from the same lines, and segments that come out the same are there already: how a film begins does not depend
on how it ends (`renderer/manuscript/refitting.py`, `renderer/visuals/direction/film.py`). Where it does, only
the work on segments rendered in vain is lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from itertools import takewhile
from typing import Final

from pipelines.documents import RenderedVideo
from pipelines.film.cards import cards_of, target_seconds
from pipelines.film.directing import direction_of, tables_of
from pipelines.film.documents import Film
from pipelines.film.recorder import Foresight, NoForesight
from pipelines.film.stills import kept_stills
from pipelines.film.telling import script_of
from pipelines.pronouncing import line_maker
from pipelines.rendering import silent_plan
from pipelines.word_times import timed_words
from renderer.backends.imagery.base import NoPictures, PictureFinder
from renderer.contract.orders.long_form import LongFormOrder
from renderer.core.captions import CaptionTrack
from renderer.core.film import FilmTimeline, Insert, LinePlace
from renderer.core.script import Line, Script
from renderer.core.storyboard import Shot, Storyboard
from renderer.core.timecode import AUDIO_RATE
from renderer.core.words import Narration, TakeLine, Word, moved
from renderer.manuscript.film_fit import FilmFit
from renderer.manuscript.refitting import chapter_stretches, expected_lengths, with_stretches
from renderer.manuscript.timeline import laid_on_time
from renderer.rendering.ahead import begin_rendering
from renderer.rendering.segment_content import settled_segments
from renderer.runtime.kept_parts import KeptParts
from renderer.runtime.stage import StageContext
from renderer.visuals.direction.director import direct_shot
from renderer.visuals.direction.film import FilmDirector
from renderer.visuals.direction.film_parts import FilmPart, film_parts
from renderer.visuals.film.still import painted_still
from renderer.visuals.style_packs import StylePacks

EVERY: Final = Fraction(30)
"""Seconds of newly spoken lines after which there is enough to plan."""


def foresight(context: StageContext[LongFormOrder], fit: FilmFit) -> Foresight:
    """A look ahead if the order allows it and the run goes on to render.

    Media is spread over the whole film, and burnt-in captions are measured on its pictures: such films wait
    for their last line.
    """
    order = context.order
    if RenderedVideo not in context.coming:
        return NoForesight()
    pictures = context.engine(PictureFinder).fingerprint
    if order.media_dir or order.settings.captions.burn_in or pictures != NoPictures().fingerprint:
        return NoForesight()
    return FilmForesight(context, fit)


class FilmForesight:
    """Plans a film while its lines are spoken, beginning with the first look ahead."""

    def __init__(self, context: StageContext[LongFormOrder], fit: FilmFit) -> None:
        self._context, self._fit = context, fit
        self._cards, self._target = cards_of(context.order), target_seconds(context.order)
        self._lines: dict[str, TakeLine] = {}
        self._timed: dict[LinePlace, tuple[Word, ...]] = {}
        self._new = Fraction(0)
        self._shots: list[Shot] = []
        self._directed, self._begun = 0, 0

    @cached_property
    def _first_film(self) -> Film:
        """The film as it was expected when planning began."""
        return self._film()

    @cached_property
    def _script(self) -> Script:
        order = self._context.order
        language = order.settings.language
        return script_of(self._first_film, line_maker(language, order.lexicon), language=language)

    @cached_property
    def _tokens(self) -> Mapping[str, Line]:
        return {line.id: line for line in self._script.lines}

    @cached_property
    def _said(self) -> Mapping[str, str]:
        return {place.line: place.sentence for place in self._first_film.timeline.lines}

    @cached_property
    def _director(self) -> FilmDirector:
        context = self._context
        return FilmDirector(
            self._first_film.timeline,
            direction_of(
                context.order,
                self._script,
                pack=context.engine(StylePacks)(context.order.settings.style_pack),
                look=kept_stills(painted_still, KeptParts(context.store)),
            ),
            direct_shot=direct_shot,
            tables=tables_of(self._fit.manuscript),
            placed={},
        )

    def heard(self, line: TakeLine, *, fresh: bool) -> None:
        """Once enough has been spoken, plan a little further and have the new part rendered.

        Lines of an earlier recording do not count: they all come at once, so planning between them gains
        nothing.
        """
        if not line.tokens:  # its words are aligned only when all lines are spoken
            return
        self._lines[line.line] = line
        self._new += line.span.duration if fresh else 0
        if self._new >= EVERY:
            self._new = Fraction(0)
            self._go_on()

    def _go_on(self) -> None:
        timeline = self._film().timeline
        narration = self._narration(timeline)
        parts = film_parts(self._script, narration, timeline)
        sure = len(list(takewhile(self._is_spoken, parts[:-1])))
        for part in parts[self._directed : sure]:
            self._shots += self._director.shots(part)
        self._directed = max(self._directed, sure)
        if self._shots:
            self._begin(timeline)

    def _begin(self, timeline: FilmTimeline) -> None:
        settings, order = self._context.order.settings, self._context.order
        plan = silent_plan(
            self._context,
            Storyboard(pack=settings.style_pack, shots=tuple(self._shots)),
            CaptionTrack(
                style=settings.captions.style,
                position=settings.captions.position,
                language=settings.language,
                safe_area=order.safe_area,
                pages=(),
            ),
        )
        fresh = [frames for frames in settled_segments(plan) if frames.start >= self._begun]
        if fresh:
            self._begun = fresh[-1].stop
            frames = round(timeline.duration * order.frame.fps)
            begin_rendering(self._context, plan, fresh, frames=frames)

    def _film(self) -> Film:
        """The film as it is expected now; final up to the last line that was spoken."""
        heard = {name: float(line.span.duration) for name, line in self._lines.items()}
        expected = expected_lengths(self._fit, heard, cards=self._cards).speech
        seconds = {
            name: self._lines[name].span.duration
            if name in self._lines
            else Fraction(length).limit_denominator(AUDIO_RATE)
            for name, length in expected.items()
        }
        stretches = chapter_stretches(self._fit, heard, target=self._target, cards=self._cards)
        fit = with_stretches(self._fit, stretches)
        timeline = laid_on_time(fit, seconds, cards=self._cards, fps=self._context.order.frame.fps)
        return Film(fit=fit, timeline=timeline)

    def _narration(self, timeline: FilmTimeline) -> Narration:
        return Narration(
            audio="",
            duration=timeline.duration,
            lines=(),
            words=tuple(self._words(timeline)),
            engine="",
        )

    def _words(self, timeline: FilmTimeline) -> Iterator[Word]:
        for place in timeline.lines:
            if place.sentence in self._lines:
                if place not in self._timed:
                    self._timed[place] = tuple(self._words_at(place))
                yield from self._timed[place]

    def _words_at(self, place: LinePlace) -> Iterator[Word]:
        there = moved(self._lines[place.sentence], line=place.line, to=place.start)
        return timed_words(self._tokens[place.line], there.tokens, source="")

    def _is_spoken(self, part: FilmPart) -> bool:
        if isinstance(part, Insert):
            return True
        return all(self._said[line.id] in self._lines for scene in part.scenes for line in scene.lines)
