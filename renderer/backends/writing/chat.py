"""The writer that asks a language model: prompt, checked reply, one round of repair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import msgspec

from renderer.backends.providers.chat import ChatClient, Message, Question
from renderer.backends.providers.prompts import load_languages, load_modes, load_prompt, prompts_digest
from renderer.backends.writing.base import Brief, Draft
from renderer.backends.writing.chat_reply import (
    BEARABLE,
    FORM,
    GOOD,
    SCHEMA,
    Reply,
    content_problems,
    draft_of,
    read_reply,
    reply_problems,
    reply_seconds,
)
from renderer.backends.writing.topic import clean_topic
from renderer.errors import ClipwrightError

REVISION: Final = 1
"""Raise when the same brief, prompts and answers could give another draft."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatWriter:
    """Writes through a chat endpoint."""

    chat: ChatClient

    @property
    def name(self) -> str:
        """The model's name."""
        return self.chat.name

    @property
    def fingerprint(self) -> str:
        """Model, server, prompts and this module's revision."""
        prompts = prompts_digest("modes.toml", "languages.toml", "writing.toml")
        return f"chat r{REVISION} {self.chat.fingerprint} prompts {prompts}"

    def write(self, brief: Brief) -> Draft:
        """The model's draft. The topic goes to it as data, never as part of its instructions.

        Raises:
            ClipwrightError: `topic_empty`, `topic_too_long`; what `ChatClient.ask` raises;
                `provider_reply` when the repaired reply still cannot be used.
        """
        messages = (
            Message(role="system", content=_system(brief)),
            Message(role="user", content=_as_data(clean_topic(brief.topic))),
        )
        first = self._ask(messages)
        reply, problems = _judged(first, brief)
        if not problems and reply:
            return draft_of(reply, brief)
        repair = load_prompt("writing").repair.format(
            problems="\n".join(f"- {problem}" for problem in problems)
        )
        second = self._ask(
            (*messages, Message(role="assistant", content=first), Message(role="user", content=repair))
        )
        return self._accepted(second, brief)

    def _ask(self, messages: tuple[Message, ...]) -> str:
        return self.chat.ask(Question(messages=messages, schema_name="narration", schema=SCHEMA))

    def _accepted(self, text: str, brief: Brief) -> Draft:
        """The second reply, with a little more patience for its length."""
        provider = self.chat.endpoint.provider
        try:
            reply = read_reply(text)
        except ValueError as error:
            raise ClipwrightError(
                "provider_reply", provider=provider, reason=f"even when asked again, {error}"
            ) from error
        problems = [problem for problem in content_problems(reply, brief) if "emphasised" not in problem]
        seconds = reply_seconds(reply, brief)
        if abs(seconds - brief.seconds) > BEARABLE * brief.seconds:
            problems.append(f"{seconds:.0f} s of speech where {brief.seconds:.0f} s are wanted")
        if problems:
            what = " ".join(problems[:3]).rstrip(".")
            reason = f"even when asked again, its script does not fit: {what}; look at CLIPWRIGHT_CHAT_MODEL"
            raise ClipwrightError("provider_reply", provider=provider, reason=reason)
        return draft_of(reply, brief)


def _judged(text: str, brief: Brief) -> tuple[Reply | None, list[str]]:
    try:
        reply = read_reply(text)
    except ValueError as error:
        return None, [f"{error}."]
    return reply, reply_problems(reply, brief)


def _system(brief: Brief) -> str:
    mode, language = load_modes()[brief.mode], load_languages()[brief.language]
    rate = brief.pace.characters_per_second(language=brief.language, voice=brief.voice)
    # lines are parted by pauses, about one every four seconds
    speech = brief.seconds * (1 - GOOD / 2)
    return load_prompt("writing").system.format(
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


def _as_data(topic: str) -> str:
    """A JSON document: whatever the topic holds, it ends where its string ends."""
    return msgspec.json.encode({"topic": topic}).decode()
