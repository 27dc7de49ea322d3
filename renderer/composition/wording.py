"""How a topic is worded: as a title, as a line that asks or states, behind a phrase that leads to it."""

from __future__ import annotations

from typing import Final

import regex

from renderer.composition.asked import as_question
from renderer.composition.joining import load_joining, question_kind
from renderer.composition.statements import full_stop
from renderer.composition.story import Wanted
from renderer.contract.vocabulary import Language
from renderer.core.knowledge import TextSource
from renderer.text.languages import CASED, is_spaced
from renderer.text.normalization.number_words import spoken_words

TITLE_WORDS: Final = 6
TITLE_IDEOGRAPHS: Final = 14
_TITLE_BRACKET: Final = regex.compile(r"\s*[(（][^)）]*[)）]$")
_HAPPENED_TO: Final = regex.compile(r"^what happened (?:in|to|at|on|with) (?=\w+ \w+ \w)", regex.I)
_QUESTION_MARKS: Final = "?？؟!！"
_MARKED_AS_QUESTION: Final = {
    Language.ES: ("¿", "?"), Language.PT: ("", "?"), Language.FR: ("", "\u00a0?"), Language.RU: ("", "?"),
    Language.AR: ("", "؟"), Language.HI: ("", "?"), Language.ZH: ("", "？"), Language.JA: ("", "？"),
}  # fmt: skip
"""Languages whose questions keep the order of words of a title."""

_SMALL: Final = {
    Language.EN: "whoever when while after before if as since during until once because although despite",
    Language.ES: "cuando aunque mientras si tras bajo desde hasta según durante entre sobre al antes después "
    "cuántos cuántas cuándo quién quiénes",
    Language.PT: "quando embora enquanto se após sob desde até segundo durante entre sobre ao antes depois "
    "quantos quantas quem",
    Language.FR: "lorsque lorsqu quand si après avant comme dès depuis pendant au aux chez selon sous sur "
    "combien",
    Language.RU: "когда если после до хотя в на при за весной летом зимой осенью из с к по для у",
}  # fmt: skip
"""Words that open a sentence and lose their capital after a colon, beside those that say nothing."""


def story_title(wanted: Wanted, source: TextSource, *, quotable: bool = True) -> str:
    """The topic where it is short enough to be read at a glance, else its source's title where `quotable`."""
    topic: str = _HAPPENED_TO.sub("", wanted.topic.strip().rstrip(".。"))
    topic = topic[:1].upper() + topic[1:] if topic != wanted.topic.strip().rstrip(".。") else topic
    if _is_short(topic, wanted.language):
        return topic
    title: str = _TITLE_BRACKET.sub("", source.title)
    if source.publisher and quotable and _is_short(title, wanted.language):
        return title
    return _clipped(topic, wanted.language)


def _is_short(text: str, language: Language) -> bool:
    return len(text.split()) <= TITLE_WORDS if is_spaced(language) else len(text) <= TITLE_IDEOGRAPHS


def _clipped(text: str, language: Language) -> str:
    clause = first_clause(text)
    if _is_short(clause, language):
        return clause
    if not is_spaced(language):
        return clause[:TITLE_IDEOGRAPHS]
    words = clause.split()[:TITLE_WORDS]
    stops = spoken_words(language).stop_words.split()
    while len(words) > 2 and words[-1].casefold() in stops:  # noqa: PLR2004 - something must be left
        words.pop()
    return " ".join(words)


def first_clause(topic: str) -> str:
    """The topic up to its first inner mark, where it is long."""
    text = " ".join(topic.split())
    if len(text) <= 120:  # noqa: PLR2004 - characters that one breath can say
        return text
    head = regex.split(r"[.;:,。；：，、،؛—–]\s*|\s-\s", text[:120])[0]
    return head if len(head) > 15 else text[:120].rpartition(" ")[0] or text[:120]  # noqa: PLR2004


def topic_line(topic: str, language: Language) -> str:
    """The topic as a sentence: a question where it asks and the language lets it, else with a full stop."""
    text = " ".join(topic.split()).rstrip(" .。,;:")
    if text and text[-1] in _QUESTION_MARKS:
        return text
    if language is Language.EN:
        return as_question(text, language)
    marks = _MARKED_AS_QUESTION.get(language)
    kinds = load_joining(language).questions
    if marks and question_kind(text, load_joining(language)) not in {"", "happened"}:
        opens = any(
            regex.match(f"(?:{kind})", text, regex.I) for name, kind in kinds.items() if name != "happened"
        )
        if opens or not is_spaced(language) or language is Language.HI:
            return marks[0] + text[:1].upper() + text[1:] + marks[1]
    return text[:1].upper() + text[1:] + full_stop(language)


def led(lead: str, text: str, language: Language) -> str:
    """A statement after a phrase that ends in a colon; small words lose their capital where that is usual."""
    if language in CASED and language is not Language.DE:
        mark = "¿" if text.startswith("¿") else ""
        text = text.removeprefix(mark)
        first = regex.match(r"[\p{L}\p{M}'’]+", text)
        small = {*spoken_words(language).stop_words.split(), *_SMALL.get(language, "").split()}
        if (
            first
            and first[0] != "I"
            and regex.split("['’]", first[0].casefold())[0] in {*small, "l", "d", "c", "s"}
        ):
            text = text[:1].lower() + text[1:]
        text = mark + text
    return f"{lead} {text}" if is_spaced(language) else f"{lead}{text}"
