"""Stack counts as one self-contained SVG flame graph (after Gregg 2016: width is time, height is depth)."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final
from xml.sax.saxutils import escape

from msgspec import Struct

WIDTH: Final = 1400
ROW: Final = 17
MIN_WIDTH: Final = 0.6
_CHARACTER: Final = 6.6


@dataclass(slots=True)
class Node:
    """A call with everything it called; `count` includes the callees."""

    name: str
    count: int = 0
    children: dict[str, Node] = field(default_factory=dict)


class _Box(Struct, frozen=True, kw_only=True):
    name: str
    count: int
    x: float
    width: float
    depth: int


def tree(stacks: Mapping[tuple[str, ...], int]) -> Node:
    """Merge stacks by common callers."""
    root = Node("all")
    for stack, count in sorted(stacks.items()):
        node = root
        node.count += count
        for name in stack:
            node = node.children.setdefault(name, Node(name))
            node.count += count
    return root


def draw(stacks: Counter[tuple[str, ...]], *, title: str) -> str:
    """The SVG text; hover a box for its name, samples and share."""
    root = tree(stacks)
    boxes = list(_boxes(root, x=0.0, width=WIDTH, depth=0))
    height = (max(box.depth for box in boxes) + 3) * ROW
    body = "\n".join(_box(box, total=max(1, root.count), height=height) for box in boxes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'font-family="monospace" font-size="11">\n'
        f'<rect width="100%" height="100%" fill="#fffdf8"/>\n'
        f'<text x="8" y="14" font-size="13">{escape(title)}</text>\n{body}\n</svg>\n'
    )


def _boxes(node: Node, *, x: float, width: float, depth: int) -> Iterator[_Box]:
    if width < MIN_WIDTH:
        return
    yield _Box(name=node.name, count=node.count, x=x, width=width, depth=depth)
    for child in node.children.values():
        share = width * child.count / max(1, node.count)
        yield from _boxes(child, x=x, width=share, depth=depth + 1)
        x += share


def _box(box: _Box, *, total: int, height: int) -> str:
    y = height - (box.depth + 1) * ROW
    hue = 15 + zlib.crc32(box.name.encode()) % 40
    label = box.name[: max(0, int(box.width / _CHARACTER) - 1)]
    hint = f"{box.name}: {box.count} samples, {100 * box.count / total:.1f} %"
    return (
        f"<g><title>{escape(hint)}</title>"
        f'<rect x="{box.x:.1f}" y="{y}" width="{max(0.4, box.width - 0.5):.1f}" height="{ROW - 1}" '
        f'fill="hsl({hue} 85% 68%)"/>'
        f'<text x="{box.x + 3:.1f}" y="{y + 12}">{escape(label)}</text></g>'
    )
