"""A line of a script as it is spoken, for tests of the reading rules."""

from __future__ import annotations

from renderer.contract.vocabulary import Language
from renderer.core.script import spoken_text
from renderer.text.lines import build_line


def said(text: str, language: Language | str) -> str:
    """What a narrator says for a written line."""
    return spoken_text(build_line(text, id="s1.l1", language=Language(language)))
