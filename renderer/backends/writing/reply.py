"""A language model's reply as validated structs."""

from __future__ import annotations

from typing import Annotated

import msgspec

_Line = Annotated[str, msgspec.Meta(min_length=1, max_length=400)]
_Phrase = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]


class ScenePart(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One scene as the model writes it."""

    lines: Annotated[tuple[_Line, ...], msgspec.Meta(min_length=1, max_length=8)]
    visual: Annotated[tuple[_Phrase, ...], msgspec.Meta(max_length=8)]
    emphasis: Annotated[tuple[_Phrase, ...], msgspec.Meta(max_length=12)]


class Reply(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The whole reply."""

    title: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    hook: ScenePart
    scenes: Annotated[tuple[ScenePart, ...], msgspec.Meta(min_length=2, max_length=12)]
    close: ScenePart

    @property
    def parts(self) -> tuple[ScenePart, ...]:
        """Hook, scenes and close in order."""
        return (self.hook, *self.scenes, self.close)
