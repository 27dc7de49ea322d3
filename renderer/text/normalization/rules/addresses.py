"""Web and mail addresses, hashtags and mentions: "example.com" → "example dot com"."""

from __future__ import annotations

import re
from typing import Final

import regex

from renderer.text.normalization.cardinals import say_whole
from renderer.text.normalization.context import Context

_ADDRESS: Final = re.compile(
    r"(?:https?://)?(?:www\.)?([a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)*\.[a-z]{2,})(?:[/?:]\S*)?", re.IGNORECASE
)
_MAIL: Final = re.compile(r"([\w.+-]+)@([\w-]+(?:\.[\w-]+)+)")
_TAG: Final = regex.compile(r"([#@№])([\p{L}\p{M}\p{N}_]+)")


def address(context: Context) -> tuple[str, ...]:
    """Read web and mail addresses, hashtags and mentions."""
    words, text = context.words, context.core
    if found := _MAIL.fullmatch(text):
        host = _spelled_host(found.group(2), words.dot)
        return (f"{_spelled_host(found.group(1), words.dot)} {words.at} {host}",)
    if found := _ADDRESS.fullmatch(text):
        return (_spelled_host(found.group(1), words.dot),)
    if tag := _TAG.fullmatch(text):
        return (_tag(context, tag.group(1), tag.group(2)),)
    return ()


def _spelled_host(host: str, dot: str) -> str:
    return f" {dot} ".join(part.replace("-", " ").replace("_", " ") for part in host.split(".") if part)


def _tag(context: Context, sign: str, text: str) -> str:
    words = context.words
    if text.isdecimal():
        name = words.at if sign == "@" else words.number_sign
        return f"{name} {say_whole(text, context.language)}"
    spaced = regex.sub(r"(?<=\p{Ll})(?=\p{Lu})|_+", " ", text)
    return f"{words.at if sign == '@' else words.hashtag} {spaced}"
