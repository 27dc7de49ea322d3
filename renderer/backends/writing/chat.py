"""The writer that asks a language model: sends a prompt, checks the reply, asks for one repair."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from renderer.backends.knowledge.base import Knowledge, Topic
from renderer.backends.knowledge.facts import UserFacts
from renderer.backends.knowledge.in_order import KnowledgeInOrder
from renderer.backends.providers.chat import ChatClient, ChatMessage, Question
from renderer.backends.providers.prompts import load_languages, load_modes, load_prompt, prompts_digest
from renderer.backends.writing.base import Brief, Draft
from renderer.backends.writing.chat_reply import (
    BEARABLE,
    FORM,
    GOOD,
    SCHEMA,
    content_problems,
    draft_of,
    read_reply,
    reply_problems,
    reply_seconds,
)
from renderer.backends.writing.grounding import Grounding, chosen_ground, ground_problems, without_inventions
from renderer.backends.writing.reply import Reply
from renderer.backends.writing.stated import with_facts
from renderer.backends.writing.topic import topic_of
from renderer.errors import ClipwrightError

NO_SOURCE: Final = "nothing"
DROPPED_BEARABLE: Final = 0.5
"""Relative deviation from the wanted length that is accepted for a reply that lost lines."""
REVISION: Final = 5
"""Raise when the same brief, prompts and answers could produce another draft."""


class ChatWriter(Struct, frozen=True, kw_only=True):
    """Writes through a chat endpoint, based on what `knowledge` has about the topic, if anything."""

    chat: ChatClient
    knowledge: Knowledge = field(default_factory=lambda: KnowledgeInOrder(sources=()))

    @property
    def name(self) -> str:
        """The model's name."""
        return self.chat.name

    @property
    def fingerprint(self) -> str:
        """Model, server, prompts and this module's revision."""
        prompts = prompts_digest("modes.toml", "languages.toml", "writing.toml")
        return f"chat r{REVISION} {self.chat.fingerprint} prompts {prompts} on {self.knowledge.fingerprint}"

    def write(self, brief: Brief) -> Draft:
        """The model's draft. The topic is sent as data, never as part of the instructions.

        Raises:
            ClipwrightError: `topic_empty`, `topic_too_long`; what `ChatClient.ask` raises;
                `provider_reply` when the repaired reply still cannot be used.
        """
        brief = with_facts(brief)
        ground, notes = self._ground(brief)
        messages = (
            ChatMessage(role="system", content=_system(brief, ground)),
            ChatMessage(role="user", content=_as_data(topic_of(brief.topic, brief.language), ground)),
        )
        first = self._ask(messages)
        reply, problems = _judged(first, brief, ground)
        if not problems and reply:
            return _grounded(draft_of(reply, brief), ground, notes, brief)
        repair = load_prompt("writing").repair.format(
            problems="\n".join(f"- {problem}" for problem in problems)
        )
        second = self._ask(
            (
                *messages,
                ChatMessage(role="assistant", content=first),
                ChatMessage(role="user", content=repair),
            )
        )
        reply, dropped = self._accepted(second, brief, ground)
        return _grounded(draft_of(reply, brief), ground, (*notes, *dropped), brief)

    def _ground(self, brief: Brief) -> tuple[Grounding, tuple[str, ...]]:
        """The passages for the model and notes; no passages, and the reason, where nothing is known."""
        knowledge: Knowledge = UserFacts(text=brief.facts) if brief.facts else self.knowledge
        try:
            found = knowledge.look_up(
                Topic(text=topic_of(brief.topic, brief.language), language=brief.language)
            )
        except ClipwrightError as error:
            if error.code in {"topic_empty", "topic_too_long"}:
                raise
            return Grounding(), (
                (f"script: ungrounded: {error.sentence}",) if knowledge.name != NO_SOURCE else ()
            )
        return chosen_ground(found.passages, brief), found.notes

    def _ask(self, messages: tuple[ChatMessage, ...]) -> str:
        return self.chat.ask(Question(messages=messages, schema_name="narration", schema=SCHEMA))

    def _accepted(self, text: str, brief: Brief, ground: Grounding) -> tuple[Reply, tuple[str, ...]]:
        """The second reply without what no source says; its length may deviate further than the first's."""
        provider = self.chat.endpoint.provider
        try:
            reply, notes = without_inventions(read_reply(text), ground, brief)
        except ValueError as error:
            raise ClipwrightError(
                "provider_reply", provider=provider, reason=f"even when asked again, {error}"
            ) from error
        problems = [problem for problem in content_problems(reply, brief) if "emphasised" not in problem]
        seconds = reply_seconds(reply, brief)
        if abs(seconds - brief.seconds) > (DROPPED_BEARABLE if notes else BEARABLE) * brief.seconds:
            problems.append(f"{seconds:.0f} s of speech where {brief.seconds:.0f} s are wanted")
        if problems:
            what = " ".join(problems[:3]).rstrip(".")
            reason = f"even when asked again, its script does not fit: {what}; look at CLIPWRIGHT_CHAT_MODEL"
            raise ClipwrightError("provider_reply", provider=provider, reason=reason)
        return reply, notes


def _grounded(draft: Draft, ground: Grounding, notes: tuple[str, ...], brief: Brief) -> Draft:
    """The draft with the source of each sentence that has one."""
    if not ground.passages:
        return replace(draft, notes=(*draft.notes, *notes))
    scenes = tuple(
        replace(scene, grounds=tuple(ground.places(one, brief.language) for one in scene.sentences))
        for scene in draft.scenes
    )
    return replace(draft, scenes=scenes, sources=ground.sources, notes=(*draft.notes, *notes))


def _judged(text: str, brief: Brief, ground: Grounding) -> tuple[Reply | None, list[str]]:
    try:
        reply = read_reply(text)
    except ValueError as error:
        return None, [f"{error}."]
    return reply, [*reply_problems(reply, brief), *ground_problems(reply, ground, brief)]


def _system(brief: Brief, ground: Grounding) -> str:
    mode, language = load_modes()[brief.mode], load_languages()[brief.language]
    rate = brief.pace.characters_per_second(language=brief.language, voice=brief.voice)
    # lines are separated by pauses, about one every four seconds
    speech = brief.seconds * (1 - GOOD / 2)
    grounding = load_prompt("writing").grounding if ground.passages else ""
    return grounding + load_prompt("writing").system.format(
        narrator=mode.narrator,
        story=mode.story,
        tone=mode.tone,
        avoid=mode.avoid,
        language=language.name,
        style=language.style,
        seconds=round(brief.seconds),
        characters=round(rate * speech),
        form=FORM,
    )


def _as_data(topic: str, ground: Grounding | None = None) -> str:
    """Topic and passages as a JSON document, whose quoting keeps them from passing for instructions."""
    material = ground.material() if ground else []
    return msgspec.json.encode({"topic": topic, **({"passages": material} if material else {})}).decode()
