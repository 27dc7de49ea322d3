"""Translation through a chat endpoint: a batch of lines at a time, checked, with one round of repair."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from renderer.backends.providers.chat import ChatClient
from renderer.backends.providers.line_dialogue import BATCH, LineDialogue
from renderer.backends.providers.prompts import load_languages, load_prompt, prompts_digest
from renderer.backends.translation.base import SourceLine
from renderer.contract.vocabulary import Language
from renderer.text.figures import figures
from renderer.text.names import fixed_names, names_person, people

REVISION: Final = 3


class ChatTranslator(Struct, frozen=True, kw_only=True):
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
        """One translation per line, with the figures and names of its line.

        A missing person's name is sent back only once; after that, the translation is accepted without it.

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
        return tuple(text for batch in batches for text in _translated(dialogue, batch, source=source))


def _translated(dialogue: LineDialogue, batch: Sequence[SourceLine], *, source: Language) -> tuple[str, ...]:
    asked: set[int] = set()

    def check(place: int, line: str) -> str:
        given = batch[place].text
        lost = figures(given) - figures(line)
        if lost:
            return f"must keep the figure {min(lost)}"
        names = fixed_names(given, dialogue.target)
        changed = sorted(name for name in names if name.casefold() not in line.casefold())
        if changed:
            return f"must keep the name {changed[0]}"
        missing = sorted(
            person
            for person in people(given, source=source, target=dialogue.target)
            if not names_person(line, person)
        )
        if missing and place not in asked:
            asked.add(place)  # only once, as some languages have another form of a name
            return f"should keep the name {missing[0]}"
        return ""

    return dialogue.answered(batch, check)


def _system(source: Language, target: Language) -> str:
    languages = load_languages()
    return load_prompt("translation").system.format(
        source=languages[source].name, target=languages[target].name, style=languages[target].style
    )
