"""Sends lines to a chat endpoint in batches, checks that as many come back, and asks once for a repair.

Translators and rewriters share it. The lines are sent as data in a separate message, so that whatever they
say, they are not part of the instructions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

import msgspec
from msgspec import Struct

from renderer.backends.providers.chat import ChatClient, ChatMessage, Question
from renderer.contract.vocabulary import Language
from renderer.errors import ClipwrightError
from renderer.text.language_check import seems_written_in
from renderer.text.normalization.speakable import is_speakable

BATCH: Final = 40
"""Lines per question; a failure repeats only one batch."""
SLACK: Final = 1.1
"""Factor by which a line may exceed its limit after the repair."""
_MOST_PROBLEMS: Final = 20

_STRINGS: Final[dict[str, Any]] = {"type": "array", "items": {"type": "string"}}
SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {"lines": _STRINGS},
    "required": ["lines"],
    "additionalProperties": False,
}


class LineInRoom(Protocol):
    """A line to translate or reword, and its length limit in characters."""

    @property
    def text(self) -> str:
        """The line in display form."""
        ...

    @property
    def characters(self) -> int:
        """The most characters that the answer may have."""
        ...


Check = Callable[[int, str], str]
"""Given a line's index in the batch and its answer: what is wrong, worded for the model, or ""."""


class _Reply(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    lines: tuple[str, ...]


class LineDialogue(Struct, frozen=True, kw_only=True):
    """A dialogue with the model about batches of lines.

    `system` and `repair` are the prompts, `work` names the work in errors, `target` is the language of the
    answers.
    """

    chat: ChatClient
    system: str
    repair: str
    work: str
    target: Language

    def answered(self, lines: Sequence[LineInRoom], check: Check) -> tuple[str, ...]:
        """The answers to one batch, in the order of its lines.

        Raises:
            ClipwrightError: what `ChatClient.ask` raises; `provider_reply` when the repaired reply still
                cannot be used.
        """
        material = [{"text": line.text, "characters": line.characters} for line in lines]
        messages = (
            ChatMessage(role="system", content=self.system),
            ChatMessage(role="user", content=msgspec.json.encode({"lines": material}).decode()),
        )
        first = self._ask(messages)
        found, problems = self._judged(first, lines, check, slack=1.0)
        if not problems:
            return found
        repair = self.repair.format(problems="\n".join(f"- {one}" for one in problems))
        answer = ChatMessage(role="assistant", content=first)
        second = self._ask((*messages, answer, ChatMessage(role="user", content=repair)))
        found, problems = self._judged(second, lines, check, slack=SLACK)
        if problems:
            what = f"its {self.work} does not fit: {problems[0].rstrip('.')}"
            reason = f"even when asked again, {what}; look at CLIPWRIGHT_CHAT_MODEL"
            raise ClipwrightError("provider_reply", provider=self.chat.endpoint.provider, reason=reason)
        return found

    def _ask(self, messages: tuple[ChatMessage, ...]) -> str:
        return self.chat.ask(Question(messages=messages, schema_name=self.work, schema=SCHEMA))

    def _judged(
        self, text: str, lines: Sequence[LineInRoom], check: Check, *, slack: float
    ) -> tuple[tuple[str, ...], list[str]]:
        """The lines of a reply, and their problems, worded for the model."""
        try:
            found = tuple(" ".join(line.split()) for line in msgspec.json.decode(text, type=_Reply).lines)
        except (msgspec.DecodeError, RecursionError):
            return (), ["It is not the JSON object that was asked for."]
        if len(found) != len(lines):
            return (), [f"There are {len(found)} lines, but {len(lines)} were sent."]
        problems = []
        for place, (line, given) in enumerate(zip(found, lines, strict=True)):
            if is_speakable(given.text) and not is_speakable(line):
                problems.append(f"Line {place + 1} cannot be read aloud.")
            elif len(line) > slack * given.characters:
                room = f"there is room for {given.characters}"
                problems.append(f"Line {place + 1} has {len(line)} characters; {room}.")
            elif wrong := check(place, line):
                problems.append(f"Line {place + 1} {wrong}.")
        if not seems_written_in(" ".join(found), self.target):
            problems.append(f"The lines are not written in the language '{self.target.value}'.")
        return found, problems[:_MOST_PROBLEMS]
