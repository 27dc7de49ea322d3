"""Facts: what a job has found out so far, by kind, reported with its progress and shown before it is done."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from renderer.contract.message import Message

AdaptationName: TypeAlias = Literal["none", "condensed", "expanded", "paced"]
"""How a script was made to fill the wanted length: not at all, shortened, lengthened, given more air."""


TITLE: Final = 500
"""The most characters of a title."""


class ScriptFacts(Message):
    """A script as it will be spoken; `title` is "" for none, `estimated_seconds` are those of the film."""

    kind: Literal["script"] = "script"
    title: Annotated[str, Field(max_length=TITLE)]
    adaptation: AdaptationName
    spoken_characters: Annotated[int, Field(ge=0)]
    estimated_seconds: Annotated[float, Field(ge=0)]


Facts: TypeAlias = ScriptFacts
"""Facts of any kind; further kinds make it a union, told apart by `kind`."""
