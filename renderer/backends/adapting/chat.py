"""The adapter that asks a language model: sends a chapter as data, checks the reply, asks for one repair.

Sentences that the chapter does not support even after the repair are cut out; where too little is left,
the chapter is not adapted at all.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from msgspec import Struct

from renderer.backends.adapting.base import ChapterText
from renderer.backends.adapting.checks import kept_to_source, problems
from renderer.backends.providers.chat import ChatClient, ChatMessage, Question
from renderer.backends.providers.chat_text import unfenced
from renderer.backends.providers.prompts import Prompt, load_languages, load_prompt, prompts_digest
from renderer.contract.orders.long_form import ScriptAdapting
from renderer.errors import ClipwrightError
from renderer.text.grounding import source_text
from renderer.text.inventions import SourceText
from renderer.text.language_check import seems_written_in

REVISION: Final = 1
"""Raise when the same chapter, prompts and answers could be adapted differently."""
SHORTEST, LONGEST = 0.6, 1.4
"""Shortest condensed and longest adapted chapter, as shares of the length asked for."""
LEAST_ADDED: Final = 1.1
"""Shortest expanded chapter, as a multiple of its source's length."""
FEWEST_TOKENS, MOST_TOKENS = 2_000, 16_000

PROMPTS: Final[dict[ScriptAdapting, str]] = {"condense": "condensing", "expand": "expanding"}
SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {"paragraphs": {"type": "array", "items": {"type": "string"}}},
    "required": ["paragraphs"],
    "additionalProperties": False,
}
_Paragraph = Annotated[str, msgspec.Meta(min_length=1, max_length=8000)]


class _Reply(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    paragraphs: Annotated[tuple[_Paragraph, ...], msgspec.Meta(min_length=1, max_length=200)]


class ChatAdapter(Struct, frozen=True, kw_only=True):
    """Adapts through `chat`; `required` when the script's own sentences may not be used instead."""

    chat: ChatClient
    required: bool = False

    @property
    def name(self) -> str:
        """The model's name."""
        return self.chat.name

    @property
    def fingerprint(self) -> str:
        """Model, server, prompts and this module's revision."""
        prompts = prompts_digest("languages.toml", *(f"{name}.toml" for name in PROMPTS.values()))
        return f"chat r{REVISION} {self.chat.fingerprint} prompts {prompts}"

    @property
    def works(self) -> frozenset[ScriptAdapting]:
        """Condensing and expanding."""
        return frozenset(PROMPTS)

    def adapt(self, chapter: ChapterText) -> tuple[str, ...]:
        """The model's paragraphs, without the sentences that the chapter does not support.

        Raises:
            ClipwrightError: what `ChatClient.ask` raises; `provider_reply` when the repaired reply still
                cannot be used.
        """
        source = _ground_of(chapter)
        prompt = load_prompt(PROMPTS[chapter.work])
        messages = (
            ChatMessage(role="system", content=_system(prompt, chapter)),
            ChatMessage(role="user", content=_as_data(chapter)),
        )
        first = self._ask(messages, chapter)
        found = _read(first)
        wrong = (
            problems(found, chapter, source) if found else ["It is not the JSON object that was asked for."]
        )
        if wrong:
            repair = prompt.repair.format(problems="\n".join(f"- {problem}" for problem in wrong))
            again = (
                ChatMessage(role="assistant", content=first),
                ChatMessage(role="user", content=repair),
            )
            found = _read(self._ask((*messages, *again), chapter))
        kept, _ = kept_to_source(found, chapter, source)
        self._check(kept, chapter)
        return kept

    def _ask(self, messages: tuple[ChatMessage, ...], chapter: ChapterText) -> str:
        tokens = min(max(2 * chapter.characters, FEWEST_TOKENS), MOST_TOKENS)
        return self.chat.ask(
            Question(messages=messages, schema_name="chapter", schema=SCHEMA, most_tokens=tokens)
        )

    def _check(self, paragraphs: tuple[str, ...], chapter: ChapterText) -> None:
        """Raise `provider_reply` when the text is too short, too long or in another language."""
        length = sum(map(len, paragraphs))
        fewest, most = _bounds(chapter)
        in_language = seems_written_in(" ".join(paragraphs), chapter.language)
        if fewest <= length <= most and in_language:
            return
        reason = (
            f"even when asked again, {length} characters of its chapter say only what the script says, and "
            f"{chapter.characters} were asked for; look at CLIPWRIGHT_CHAT_MODEL"
        )
        raise ClipwrightError("provider_reply", provider=self.chat.endpoint.provider, reason=reason)


def _bounds(chapter: ChapterText) -> tuple[float, float]:
    """Fewest and most characters of an adapted chapter."""
    if chapter.work == "condense":
        return SHORTEST * chapter.characters, LONGEST * chapter.characters
    return LEAST_ADDED * sum(map(len, chapter.paragraphs)), LONGEST * chapter.characters


def _system(prompt: Prompt, chapter: ChapterText) -> str:
    language = load_languages()[chapter.language]
    return prompt.system.format(
        language=language.name,
        style=language.style,
        seconds=round(chapter.seconds),
        characters=chapter.characters,
    )


def _as_data(chapter: ChapterText) -> str:
    """The chapter as a JSON document, whose quoting keeps its text from passing for instructions."""
    told = {"film": chapter.film, "title": chapter.title, "paragraphs": chapter.paragraphs}
    return msgspec.json.encode(told).decode()


def _read(text: str) -> tuple[str, ...]:
    """The paragraphs of an answer, with spaces collapsed; empty when it does not follow the schema."""
    try:
        reply = msgspec.json.decode(unfenced(text), type=_Reply)
    except (msgspec.DecodeError, RecursionError):
        return ()
    told = (" ".join(paragraph.split()) for paragraph in reply.paragraphs)
    return tuple(paragraph for paragraph in told if paragraph)


def _ground_of(chapter: ChapterText) -> SourceText:
    """Everything that an adapted chapter may be based on."""
    return source_text("\n".join((chapter.film, chapter.title, *chapter.paragraphs)), chapter.language)
