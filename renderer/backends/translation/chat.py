"""Translation through a chat endpoint: a batch of lines at a time, checked, with one round of repair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from renderer.backends.providers.chat import ChatClient, ChatMessage, Question
from renderer.backends.providers.prompts import load_languages, load_prompt, prompts_digest
from renderer.backends.translation.base import SourceLine
from renderer.contract.vocabulary import Language
from renderer.errors import ClipwrightError
from renderer.text.language_check import seems_written_in
from renderer.text.normalization.speakable import is_speakable

REVISION: Final = 1
BATCH: Final = 40
"""Lines in one question: long texts cost one call per batch, and a failure repeats one batch."""
SLACK: Final = 1.1
"""A line this much longer than its room still passes after the repair."""

_STRINGS: Final[dict[str, Any]] = {"type": "array", "items": {"type": "string"}}
SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {"lines": _STRINGS},
    "required": ["lines"],
    "additionalProperties": False,
}


class _Reply(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatTranslator:
    """Translates through `chat`."""

    chat: ChatClient

    @property
    def name(self) -> str:
        """The model's name."""
        return self.chat.name

    @property
    def fingerprint(self) -> str:
        """Model, server, prompts and revision."""
        prompts = prompts_digest("languages.toml", "translation.toml")
        return f"chat r{REVISION} {self.chat.fingerprint} prompts {prompts}"

    def translate(
        self, lines: Sequence[SourceLine], *, source: Language, target: Language
    ) -> tuple[str, ...]:
        """One translation per line.

        Raises:
            ClipwrightError: what `ChatClient.ask` raises; `provider_reply` when the repaired reply still
                cannot be used.
        """
        if source is target:
            return tuple(line.text for line in lines)
        batches = [lines[at : at + BATCH] for at in range(0, len(lines), BATCH)]
        return tuple(text for batch in batches for text in self._batch(batch, source, target))

    def _batch(self, lines: Sequence[SourceLine], source: Language, target: Language) -> tuple[str, ...]:
        messages = (
            ChatMessage(role="system", content=_system(source, target)),
            ChatMessage(role="user", content=msgspec.json.encode({"lines": lines}).decode()),
        )
        first = self._ask(messages)
        found, problems = _judged(first, lines, target, slack=1.0)
        if not problems:
            return found
        repair = load_prompt("translation").repair.format(problems="\n".join(f"- {one}" for one in problems))
        second = self._ask(
            (
                *messages,
                ChatMessage(role="assistant", content=first),
                ChatMessage(role="user", content=repair),
            )
        )
        found, problems = _judged(second, lines, target, slack=SLACK)
        if problems:
            what = problems[0].rstrip(".")
            reason = (
                f"even when asked again, its translation does not fit: {what}; look at CLIPWRIGHT_CHAT_MODEL"
            )
            raise ClipwrightError("provider_reply", provider=self.chat.endpoint.provider, reason=reason)
        return found

    def _ask(self, messages: tuple[ChatMessage, ...]) -> str:
        return self.chat.ask(Question(messages=messages, schema_name="translation", schema=SCHEMA))


def _system(source: Language, target: Language) -> str:
    languages = load_languages()
    return load_prompt("translation").system.format(
        source=languages[source].name, target=languages[target].name, style=languages[target].style
    )


def _judged(
    text: str, lines: Sequence[SourceLine], target: Language, *, slack: float
) -> tuple[tuple[str, ...], list[str]]:
    """The lines of a reply, and what is wrong with them in words for the model."""
    try:
        found = tuple(" ".join(line.split()) for line in msgspec.json.decode(text, type=_Reply).lines)
    except (msgspec.DecodeError, RecursionError):
        return (), ["It is not the JSON object that was asked for."]
    if len(found) != len(lines):
        return (), [f"There are {len(found)} lines, but {len(lines)} were sent."]
    problems = []
    for number, (line, given) in enumerate(zip(found, lines, strict=True), start=1):
        if is_speakable(given.text) and not is_speakable(line):
            problems.append(f"Line {number} cannot be read aloud.")
        elif len(line) > slack * given.characters:
            problems.append(
                f"Line {number} has {len(line)} characters; there is room for {given.characters}."
            )
    if not seems_written_in(" ".join(found), target):
        problems.append(f"The lines are not written in the language '{target.value}'.")
    return found, problems[:20]
