"""What is said: `Script` → `Scene` → `Line` → `Token`.

A token is one caption unit: a word with the punctuation that clings to it, or for Chinese and Japanese
one segmented word. Its *display* form is what the viewer reads ("$4.2M"), its *spoken* form what the
narrator says ("four point two million dollars"). Speech engines see spoken forms, captions see display
forms, and both are tied by the token's index in its line.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol

from msgspec import Struct

from renderer.contract.vocabulary import Language
from renderer.core.knowledge import TextSource


class Role(StrEnum):
    """What a scene does in the story."""

    HOOK = "hook"
    BEAT = "beat"
    CLOSE = "close"


class Token(Struct, frozen=True, kw_only=True):
    """One caption unit. `gap` is what follows it in running text: a space, or nothing in zh and ja.

    `stressed` if the writer says that it carries the meaning.
    """

    display: str
    spoken: str
    gap: str = " "
    stressed: bool = False


class Line(Struct, frozen=True, kw_only=True):
    """One sentence or phrase that is spoken in one breath; `id` is unique in the script ("s2.l1").

    `sources` are indices in `Script.sources` of what the line rests on, none for a line that states nothing;
    `pictures` are the writer's own search words for what to show with it, most specific first.
    """

    id: str
    tokens: tuple[Token, ...]
    sources: tuple[int, ...] = ()
    pictures: tuple[str, ...] = ()


class Scene(Struct, frozen=True, kw_only=True):
    """Lines that share a picture idea; `visual` holds search words for it, possibly none."""

    id: str
    role: Role
    lines: tuple[Line, ...]
    visual: tuple[str, ...] = ()


class Script(Struct, frozen=True, kw_only=True):
    """The whole text in order; `source` says who wrote it: "template", "file" or an engine's name.

    `engine` is the fingerprint of the engine that was asked, whichever of its writers wrote the script.
    `notes` say which writers could not and why; `sources` are all that the lines rest on, none when the
    script is not sourced.
    """

    language: Language
    title: str
    scenes: tuple[Scene, ...]
    source: str
    notes: tuple[str, ...] = ()
    sources: tuple[TextSource, ...] = ()
    engine: str = ""

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines in speaking order."""
        return tuple(line for scene in self.scenes for line in scene.lines)


class LineMaker(Protocol):
    """Makes the line of a sentence, with its words pronounced as the caller wants them."""

    def __call__(self, text: str, *, id: str) -> Line:  # noqa: A002  the field's name
        """The line; without tokens if nothing in the text can be said."""
        ...


def display_text(line: Line) -> str:
    """The line as it is read."""
    return "".join(token.display + token.gap for token in line.tokens).rstrip()


def spoken_text(line: Line) -> str:
    """The line as it is said."""
    return "".join(token.spoken + token.gap for token in line.tokens if token.spoken).rstrip()
