"""The reading rule for units and currencies after a scale: "5 million USD", "150 Mio. km", "5 млн руб."."""

from __future__ import annotations

import re
from typing import Final

from renderer.text.normalization.context import Context
from renderer.text.normalization.nouns import forms_of, linked_behind
from renderer.text.normalization.numbers import NUMBER
from renderer.text.normalization.signs import CURRENCY_SIGNS, SCALE_SIZES

_WORDS_TOO: Final = frozenset({"с", "x", "×"})
"""Units that have another meaning as a word or sign after a scale: "5 тыс. с лишним"."""
_FIGURE: Final = re.compile(rf".*{NUMBER}")


def counted_by_scale(context: Context) -> tuple[str, ...]:
    """Read a unit or a currency code after a figure and its scale."""
    linked = context.at(-1).core == context.words.scale_link != ""
    step = -2 if linked else -1
    if not _is_scale(context, step) or not _FIGURE.fullmatch(context.at(step - 1).core):
        return ()
    key = CURRENCY_SIGNS.get(context.core, "")
    entry = context.words.currencies[key] if key else _unit(context)
    if not entry:
        return ()
    forms, _ = forms_of(entry)
    said = linked_behind(forms, context.language, scale=context.at(step).core)
    return (said.removeprefix(f"{context.words.scale_link} ") if linked else said,)


def _unit(context: Context) -> str:
    key = next((key for key in (context.at(0).dotted, context.core) if key in context.words.units), "")
    return "" if key in _WORDS_TOO else context.words.units.get(key, "")


def _is_scale(context: Context, step: int) -> bool:
    """Whether the word `step` places on is a scale not separated from this one."""
    word, words = context.at(step), context.words
    if word.core in words.scale_words:
        return not word.tail
    abbreviated = word.dotted in words.scales or (word.core in words.scales and not word.tail)
    return abbreviated and word.core not in SCALE_SIZES and not word.after_dot
