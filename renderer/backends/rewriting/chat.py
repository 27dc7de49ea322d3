"""Rewriting through a chat endpoint: as narration for the same pictures, or in fewer words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from renderer.backends.providers.chat import ChatClient
from renderer.backends.providers.line_dialogue import BATCH, LineDialogue
from renderer.backends.providers.prompts import load_languages, load_prompt, prompts_digest
from renderer.backends.rewriting.base import RewritingTask, RoomyLine
from renderer.contract.vocabulary import Language
from renderer.text.figures import figures

REVISION: Final = 1
PROMPTS: Final = {RewritingTask.NARRATE: "narration", RewritingTask.SHORTEN: "shortening"}


class ChatRewriter(Struct, frozen=True, kw_only=True):
    """Rewrites through `chat`."""

    chat: ChatClient

    @property
    def name(self) -> str:
        """The model's name."""
        return self.chat.name

    @property
    def fingerprint(self) -> str:
        """Model, server, prompts and revision."""
        prompts = prompts_digest("languages.toml", *(f"{name}.toml" for name in PROMPTS.values()))
        return f"chat r{REVISION} {self.chat.fingerprint} prompts {prompts}"

    @property
    def available(self) -> bool:
        """Always true."""
        return True

    def rewrite(
        self, lines: Sequence[RoomyLine], *, source: Language, target: Language, task: RewritingTask
    ) -> tuple[str, ...]:
        """One rewording per line; none may contain a figure that is in no line.

        Raises:
            ClipwrightError: what `ChatClient.ask` raises; `provider_reply` when the repaired reply still
                cannot be used.
        """
        prompt, languages = load_prompt(PROMPTS[task]), load_languages()
        dialogue = LineDialogue(
            chat=self.chat,
            system=prompt.system.format(
                source=languages[source].name, target=languages[target].name, style=languages[target].style
            ),
            repair=prompt.repair,
            work=PROMPTS[task],
            target=target,
        )
        told = figures("\n".join(line.text for line in lines))

        def check(place: int, line: str) -> str:
            del place
            added = figures(line) - told
            return f"adds the figure {min(added)}, which nobody said" if added else ""

        batches = [lines[at : at + BATCH] for at in range(0, len(lines), BATCH)]
        return tuple(text for batch in batches for text in dialogue.answered(batch, check))
