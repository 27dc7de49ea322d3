"""The writer that composes a script from passages, so that every statement has a source."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from renderer.backends.knowledge.base import Found, Knowledge, Topic
from renderer.backends.knowledge.facts import UserFacts
from renderer.backends.knowledge.in_order import KnowledgeInOrder
from renderer.backends.writing.base import NOTHING_KNOWN, TEMPLATE, Brief, Draft, DraftScene, ScriptWriter
from renderer.backends.writing.stated import with_facts
from renderer.backends.writing.topic import topic_of
from renderer.composition.casing import as_written
from renderer.composition.compose import SHORTEST_SECONDS, composed
from renderer.composition.defined import defined, is_defined, phrases_digest
from renderer.composition.phrasing import wording_digest
from renderer.composition.remarks import with_remarks
from renderer.composition.story import Story, Wanted
from renderer.core.pauses import TYPICAL
from renderer.core.script import Role, spoken_text
from renderer.errors import ClipwrightError
from renderer.text.content_words import content_words
from renderer.text.lines import build_line
from renderer.voices.speaking_rate import estimated_seconds

REVISION: Final = 7
"""Raise when the same passages could produce another draft."""
LEAST_SECONDS: Final = 20.0
"""A story shorter than this, with its remarks, is filled with questions about the topic's words."""


class ComposedWriter(Struct, frozen=True, kw_only=True):
    """Uses the brief's own facts, else asks `knowledge`; where nothing is known, `otherwise` writes."""

    knowledge: KnowledgeInOrder
    otherwise: ScriptWriter

    @property
    def name(self) -> str:
        """Always "knowledge"; `Draft.source` names the source that was used."""
        return "knowledge"

    @property
    def fingerprint(self) -> str:
        """This module's revision, the joining words, the sources and the fallback writer."""
        parts = (
            f"composed r{REVISION} {wording_digest()} {phrases_digest()}",
            self.knowledge.fingerprint,
            self.otherwise.fingerprint,
        )
        return " | ".join(parts)

    def write(self, brief: Brief) -> Draft:
        """A draft of statements, each with its source.

        Raises:
            ClipwrightError: `topic_empty`, `topic_too_long`; what `otherwise` raises.
        """
        asked = with_facts(brief)
        topic = topic_of(asked.topic, brief.language)
        if asked is brief:  # a topic that holds facts stays whole for the writer that may take over
            brief = asked = replace(brief, topic=topic)
        try:
            found = self._found(asked, topic)
        except ClipwrightError as error:
            return self._unknown(brief, error.sentence)
        wanted = Wanted(
            topic=as_written(topic, found.passages, brief.language),
            language=brief.language,
            mode=brief.mode,
            seconds=brief.seconds,
            seed=brief.seed,
        )
        quotes = is_defined(found.passages)
        tell = defined if quotes else composed
        story = tell(found.passages, wanted, spoken=lambda text: _seconds(text, brief))
        if story is None:
            return self._unknown(brief, f"{found.source} has no sentence that can be spoken")
        if not quotes:
            story = with_remarks(
                story, wanted, shortest=SHORTEST_SECONDS, spoken=lambda text: _seconds(text, brief)
            )
        scenes = _scenes(story, brief)
        if story.seconds < LEAST_SECONDS:
            scenes = self._filled(scenes, brief, missing=LEAST_SECONDS - story.seconds)
        return Draft(
            title=story.title,
            scenes=scenes,
            source=found.source or self.knowledge.name,
            notes=found.notes,
            sources=story.sources,
        )

    def _found(self, brief: Brief, topic: str) -> Found:
        knowledge: Knowledge = UserFacts(text=brief.facts) if brief.facts else self.knowledge
        found = knowledge.look_up(Topic(text=topic, language=brief.language))
        return replace(found, source=found.source or knowledge.name)

    def _unknown(self, brief: Brief, reason: str) -> Draft:
        draft = self.otherwise.write(brief)
        notes = (f"script: {reason}",) if reason else ()
        said = (f"script: {NOTHING_KNOWN}",) if self.otherwise.name == TEMPLATE else ()
        return replace(draft, source=draft.source or self.otherwise.name, notes=(*draft.notes, *notes, *said))

    def _filled(
        self, scenes: tuple[DraftScene, ...], brief: Brief, *, missing: float
    ) -> tuple[DraftScene, ...]:
        """Insert questions, which state nothing, before the close until the `missing` seconds are filled."""
        draft = self.otherwise.write(replace(brief, facts=""))
        questions = [one for scene in draft.scenes if scene.role is Role.BEAT for one in scene.sentences]
        taken: list[str] = []
        for question in questions:
            if missing <= 0:
                break
            taken.append(question)
            missing -= _seconds(question, brief) + float(TYPICAL)
        if not taken:
            return scenes
        words = content_words(brief.topic, brief.language)
        pairs = [tuple(taken[at : at + 2]) for at in range(0, len(taken), 2)]
        more = [
            DraftScene(role=Role.BEAT, sentences=pair, visual=words, grounds=((),) * len(pair))
            for pair in pairs
        ]
        return (*scenes[:-1], *more, scenes[-1])


def _scenes(story: Story, brief: Brief) -> tuple[DraftScene, ...]:
    words = content_words(brief.topic, brief.language)
    return tuple(
        DraftScene(
            role=scene.role,
            sentences=tuple(line.text for line in scene.lines),
            visual=tuple(
                dict.fromkeys(
                    (*content_words(" ".join(line.text for line in scene.lines), brief.language), *words)
                )
            ),
            grounds=tuple(line.sources for line in scene.lines),
        )
        for scene in story.scenes
    )


def _seconds(text: str, brief: Brief) -> float:
    spoken = spoken_text(build_line(text, id="estimate", language=brief.language))
    return estimated_seconds(spoken, language=brief.language, voice=brief.voice, pace=brief.pace)
