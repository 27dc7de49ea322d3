"""The reply that a language model must give, and the checks of it."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from renderer.backends.providers.chat_text import holds_markup, unfenced
from renderer.backends.writing.base import Brief, Draft, DraftScene
from renderer.backends.writing.reply import Reply, ScenePart
from renderer.core.pauses import silences
from renderer.core.script import Role, spoken_text
from renderer.text.language_check import seems_written_in
from renderer.text.lines import build_line
from renderer.text.normalization.speakable import is_speakable
from renderer.text.segmentation.sentences import sentences
from renderer.voices.speaking_rate import estimated_seconds

TITLE_CHARACTERS: Final = 90
GOOD: Final = 0.15
"""Relative deviation from the wanted length up to which a reply is good."""
BEARABLE: Final = 0.35
"""Relative deviation that is accepted after the repair."""


_STRINGS: Final[dict[str, Any]] = {"type": "array", "items": {"type": "string"}}
_PART: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {"lines": _STRINGS, "visual": _STRINGS, "emphasis": _STRINGS},
    "required": ["lines", "visual", "emphasis"],
    "additionalProperties": False,
}
SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "title": {"type": "string"},
        "hook": _PART,
        "scenes": {"type": "array", "items": _PART},
        "close": _PART,
    },
    "required": ["title", "hook", "scenes", "close"],
    "additionalProperties": False,
}
"""`Reply` in JSON Schema, within what servers support in strict mode (lengths are checked here)."""

_FORM_PART: Final = '{"lines": ["..."], "visual": ["..."], "emphasis": ["..."]}'
FORM: Final = f'{{"title": "...", "hook": {_FORM_PART}, "scenes": [{_FORM_PART}], "close": {_FORM_PART}}}'
"""The form of the reply, for the prompt."""


def read_reply(text: str) -> Reply:
    """The reply in a text, without a code fence around it.

    Raises:
        ValueError: with the place of the mistake and what is expected there.
    """
    try:
        return msgspec.json.decode(unfenced(text), type=Reply)
    except RecursionError as error:
        reason = "the JSON is nested too deeply"
        raise ValueError(reason) from error
    except msgspec.DecodeError as error:
        reason = f"it is not the JSON object that was asked for: {error}"
        raise ValueError(reason) from error


def reply_problems(reply: Reply, brief: Brief) -> list[str]:
    """The problems to repair, worded for the model; empty when there are none."""
    found = content_problems(reply, brief)
    seconds = reply_seconds(reply, brief)
    if abs(seconds - brief.seconds) > GOOD * brief.seconds:
        length = sum(len(line) for part in reply.parts for line in part.lines)
        wanted = round(length * brief.seconds / seconds)
        found.append(
            f"Read aloud it takes {seconds:.0f} seconds, but {brief.seconds:.0f} are wanted: its lines have "
            f"{length} characters and should have about {wanted}."
        )
    return found


def content_problems(reply: Reply, brief: Brief) -> list[str]:
    """The problems other than the length."""
    found = []
    lines = [line for part in reply.parts for line in part.lines]
    if not seems_written_in(" ".join(lines), brief.language):
        found.append(f"The lines are not written in the language '{brief.language.value}'.")
    for line in lines:
        if not is_speakable(line):
            found.append(f"This line cannot be read aloud: {line[:60]!r}.")
        elif holds_markup(line):
            found.append(f"This line holds markup, an address or an emoji: {line[:60]!r}.")
    for part in reply.parts:
        said = " ".join(part.lines).casefold()
        found += [
            f"The emphasised {word!r} is not in its lines."
            for word in part.emphasis
            if word.casefold() not in said
        ]
    return found[:12]


def reply_seconds(reply: Reply, brief: Brief) -> float:
    """Estimated seconds of speech, including the pauses between lines."""
    lines = [line for part in reply.parts for line in part.lines]
    spoken = " ".join(spoken_text(build_line(line, id="estimate", language=brief.language)) for line in lines)
    speech = estimated_seconds(spoken, language=brief.language, voice=brief.voice, pace=brief.pace)
    roles = [Role.HOOK, *[Role.BEAT] * len(reply.scenes), Role.CLOSE]
    return speech + float(
        sum(silences([(role, part.lines) for role, part in zip(roles, reply.parts, strict=True)]))
    )


def draft_of(reply: Reply, brief: Brief) -> Draft:
    """The reply as a draft; lines of several sentences are split."""
    roles = [Role.HOOK, *[Role.BEAT] * len(reply.scenes), Role.CLOSE]
    return Draft(
        title=" ".join(reply.title.split())[:TITLE_CHARACTERS],
        scenes=tuple(
            DraftScene(
                role=role,
                sentences=tuple(s for line in part.lines for s in sentences(line, brief.language)),
                visual=part.visual,
                emphasis=_emphasis(part),
            )
            for role, part in zip(roles, reply.parts, strict=True)
        ),
    )


def _emphasis(part: ScenePart) -> tuple[str, ...]:
    said = " ".join(part.lines).casefold()
    return tuple(word for word in part.emphasis if word.casefold() in said)
