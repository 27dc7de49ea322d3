"""Turns an encyclopaedia's HTML into lines of plain text: only paragraphs, under their headings.

selectolax (lexbor) parses as browsers do. Tables, boxes, lists, formulas, footnote marks and everything that
is not displayed are dropped: they are not prose.
"""

from __future__ import annotations

from typing import Final

from selectolax.lexbor import LexborHTMLParser

_DROPPED: Final = (
    "script, style, noscript, template, table, figure, figcaption, sup.reference, sup.noprint, math, svg, "
    "audio, video, img, nav, header, footer, button, form, .infobox, .navbox, .hatnote, .dablink, "
    ".mw-editsection, .reflist, .toc, .thumb, .metadata, .ambox, .noprint, .mwe-math-element, .gallery, "
    '.sidebar, .IPA, [hidden], [aria-hidden="true"], [style*="display:none"], [style*="display: none"], '
    "#coordinates"
)
_POINTERS: Final = "#disambigbox, .disambigbox, .dmbox, .disambig, .homonymie, #disambig"
_SPOKEN: Final = "h2, h3, h4, p"


def article_lines(html: str) -> tuple[str, tuple[tuple[str, str], ...], bool]:
    """Title, pairs of heading and paragraph in order, and whether the page only lists meanings of a word."""
    tree = LexborHTMLParser(html)
    points = tree.css_first(_POINTERS) is not None
    first = tree.css_first("h1") or tree.css_first("title")
    title = " ".join(first.text().split()) if first is not None else ""
    for node in tree.css(_DROPPED):
        node.decompose()
    heading, lines = "", []
    for node in tree.css(_SPOKEN):
        text = " ".join(node.text().split())
        if node.tag != "p":
            heading = text
        elif text:
            lines.append((heading, text))
    return title, tuple(lines), points
