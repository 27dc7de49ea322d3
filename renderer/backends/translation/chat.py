"""Translation through a chat endpoint: a batch of lines at a time, checked, with one round of repair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from renderer.backends.providers.chat import ChatClient
from renderer.backends.providers.line_dialogue import BATCH, LineDialogue
from renderer.backends.providers.prompts import load_languages, load_prompt, prompts_digest
from renderer.backends.translation.base import SourceLine
from renderer.contract.vocabulary import Language
from renderer.text.figures import figures

REVISION: Final = 2


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
        """One translation per line, with the figures of its line.

        Raises:
            ClipwrightError: what `ChatClient.ask` raises; `provider_reply` when the repaired reply still
                cannot be used.
        """
        if source is target:
            return tuple(line.text for line in lines)
        dialogue = LineDialogue(
            chat=self.chat,
            system=_system(source, target),
            repair=load_prompt("translation").repair,
            work="translation",
            target=target,
        )
        batches = [lines[at : at + BATCH] for at in range(0, len(lines), BATCH)]
        return tuple(text for batch in batches for text in _translated(dialogue, batch))


def _translated(dialogue: LineDialogue, batch: Sequence[SourceLine]) -> tuple[str, ...]:
    def check(place: int, line: str) -> str:
        lost = figures(batch[place].text) - figures(line)
        return f"must keep the figure {min(lost)}" if lost else ""

    return dialogue.answered(batch, check)


def _system(source: Language, target: Language) -> str:
    languages = load_languages()
    return load_prompt("translation").system.format(
        source=languages[source].name, target=languages[target].name, style=languages[target].style
    )
