"""A sentence with its people's names marked, for languages without capitals to show them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import regex
from msgspec import Struct

from renderer.visuals.matching.kin.ties import Role, Tie

NAME: Final = r"⟦(?P<{}>\d+)⟧"
"""Pattern of a marked name in a group: `one` is the role of `of`, `both` and `one` of each other."""


class NameSpan(Struct, frozen=True, kw_only=True):
    """A person's name as it is shown, and its position in the sentence in characters."""

    name: str
    start: int
    end: int


class MarkedText(Struct, frozen=True, kw_only=True):
    """The sentence with ⟦0⟧, ⟦1⟧ … in place of its names."""

    text: str
    names: tuple[NameSpan, ...]


def named(group: str) -> str:
    """The pattern of a marked name in `group`."""
    return NAME.format(group)


def marked_by(text: str, names: Sequence[NameSpan]) -> MarkedText:
    """The text with names replaced by marks; they are in order and do not overlap."""
    parts, at = [], 0
    for number, span in enumerate(names):
        parts += [text[at : span.start], f"⟦{number}⟧"]
        at = span.end
    return MarkedText(text="".join((*parts, text[at:])), names=tuple(names))


def ties_in(
    marked: MarkedText, patterns: Sequence[regex.Pattern[str]], roles: Mapping[str, Role]
) -> Iterator[Tie]:
    """Ties found by the patterns; `roles` maps the kin word in group `k` to its role (spouse without one)."""
    for pattern in patterns:
        for hit in pattern.finditer(marked.text, overlapped=True):
            groups = {name: text for name, text in hit.groupdict().items() if text is not None}
            role = roles.get(groups.pop("k", ""), "spouse")
            spans = {name: marked.names[int(number)] for name, number in groups.items()}
            end = max(span.end for span in spans.values())
            for one, other in _pairs(spans):
                if one.name != other.name:
                    yield Tie(one=one.name, role=role, other=other.name, end=end)


def _pairs(spans: Mapping[str, NameSpan]) -> Iterator[tuple[NameSpan, NameSpan]]:
    if "both" in spans:
        yield spans["one"], spans["both"]
        return
    for one in ("too", "one"):
        for other in ("of", "also"):
            if one in spans and other in spans:
                yield spans[one], spans[other]
