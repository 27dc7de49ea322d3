"""What was read about a family: who is whose child, parent, husband or wife, brother or sister."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from renderer.core.picture_spec import Kin

Role: TypeAlias = Literal["child", "parent", "spouse", "sibling"]
"""The relation of the first of two people to the other."""


class Tie(Struct, frozen=True, kw_only=True):
    """`one` is the `role` of `other`; `end`: where the later of the two names ends, in characters."""

    one: str
    role: Role
    other: str
    end: int

    @property
    def kin(self) -> Kin:
        """The tie in the form that a picture shows."""
        if self.role == "child":
            return Kin(names=(self.other, self.one), relation="parent")
        return Kin(names=(self.one, self.other), relation=self.role)
