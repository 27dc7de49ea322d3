"""Inline Markdown to prose: markup is removed, emphasis is recorded, images are left out.

A web address within a sentence is spoken as the name of its site; one that stands alone or in brackets is
left out. Characters that no font face can draw are replaced or removed here too, once for voice, captions and
pictures.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import regex
from markdown_it.token import Token

from renderer.manuscript.blocks import LeftOut, Prose
from renderer.text.normalization.speakable import is_speakable

_ADDRESS: Final = regex.compile(
    r"\b(?:https?://|www\.)(?:\([^\s()]*\)|[^\s<>\"'()）」』])+(?<![.,;:!?])", flags=regex.IGNORECASE
)
"""Trailing punctuation belongs to the sentence; a bracket belongs to the address only as one of a pair."""
_CITED_OR_SAID: Final = regex.compile(
    rf"[(\[（]\s*<?{_ADDRESS.pattern}>?\s*[)\]）]|(?P<said>{_ADDRESS.pattern})", flags=regex.IGNORECASE
)
_SITE: Final = regex.compile(
    r"(?:https?://)?(?:[^/?#]*@)?(?:www\.)?((?:[\p{L}\p{M}\p{Nd}-]+\.)+\p{L}{2,})\b", flags=regex.IGNORECASE
)
_NEW_LINE: Final = regex.compile(r"<br\s*/?>", flags=regex.IGNORECASE)
_SPACE: Final = regex.compile(r"[\s\p{Cc}]+")
_INVISIBLE: Final = regex.compile(r"[\u200b\u2060\ufeff\u00ad\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_BEFORE_MARK: Final = regex.compile(r"\s+([.,;:!?…。、，；：！？](?:\s|$)|[)\]）])")
_EMPTY_BRACKETS: Final = regex.compile(r"[(\[（]\s*[)\]）]")
_OPENING: Final = frozenset({"strong_open", "em_open"})
_CLOSING: Final = frozenset({"strong_close", "em_close"})


def prose(tokens: Sequence[Token], left_out: LeftOut) -> Prose:
    """The text of an inline token's children; what cannot be spoken is counted in `left_out`."""
    parts: list[str] = []
    stressed: list[str] = []
    depth = begun = struck = 0
    for token in tokens:
        struck += (token.type == "s_open") - (token.type == "s_close")
        if struck:
            continue
        if token.type in _OPENING:
            depth += 1
            begun = len(parts) if depth == 1 else begun
        elif token.type in _CLOSING:
            depth -= 1
            if not depth:
                stressed.append(clean("".join(parts[begun:]), LeftOut(drawable=left_out.drawable)))
        else:
            parts.append(_said(token, left_out))
    text = clean("".join(parts), left_out)
    return Prose(text=text, stressed=tuple(phrase for phrase in stressed if phrase and phrase in text))


def _said(token: Token, left_out: LeftOut) -> str:
    """The text that a token contributes."""
    match token.type:
        case "text" | "text_special" | "code_inline":
            return token.content
        case "softbreak" | "hardbreak":
            return " "
        case "link_open":
            left_out.link(str(token.attrGet("href") or ""))
        case "image":
            left_out.count("image")
        case "s_close":
            left_out.count("text struck out")
        case "html_inline" if _NEW_LINE.fullmatch(token.content):
            return " "
        case "html_inline":
            left_out.count("HTML tag")
        case "footnote_ref":
            left_out.count("footnote")
        case _:
            pass
    return ""


def clean(text: str, left_out: LeftOut) -> str:
    """The text with site names for addresses, spaces collapsed, no invisible or undrawable characters."""
    for address in _ADDRESS.findall(text):
        left_out.link(address)
    drawable = left_out.drawable(_INVISIBLE.sub("", _sited(text, left_out)))
    spaced = _SPACE.sub(" ", _EMPTY_BRACKETS.sub("", drawable)).strip()
    joined: str = _BEFORE_MARK.sub(r"\1", spaced)
    return joined


def _sited(text: str, left_out: LeftOut) -> str:
    """The text with each address replaced by its site's name, or by a space where it is not spoken."""
    has_words = is_speakable(_ADDRESS.sub(" ", text))

    def named(found: regex.Match[str]) -> str:
        site = _SITE.match(found["said"]) if has_words and found["said"] else None
        left_out.count("web address behind the name of its site" if site else "web address")
        return str(site[1]) if site else " " if found["said"] else ""

    return str(_CITED_OR_SAID.sub(named, text))
