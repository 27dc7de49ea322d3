"""Makes scripts and narrations from plain sentences, with invented but plausible word times."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from renderer.contract.vocabulary import Language
from renderer.core.script import Line, Role, Scene, Script, Token
from renderer.core.timecode import TimeRange
from renderer.core.words import Narration, SpokenLine, Word
from renderer.text.segmentation.tokens import tokenise

_PER_CHARACTER = Fraction(6, 100)
_PER_CJK_CHARACTER = Fraction(22, 100)
_PER_WORD = Fraction(12, 100)
_COMMA_PAUSE = Fraction(1, 5)
_LINE_PAUSE = Fraction(2, 5)


def script_of(title: str, scenes: Sequence[Sequence[str]], language: Language = Language.EN) -> Script:
    """A script whose scenes hold the given sentences: the first is the hook, the last the close."""
    last = len(scenes) - 1
    return Script(
        language=language,
        title=title,
        scenes=tuple(
            Scene(
                id=f"s{number}",
                role=Role.HOOK if number == 0 else Role.CLOSE if number == last else Role.BEAT,
                lines=tuple(
                    _line(f"s{number}.l{index}", sentence, language)
                    for index, sentence in enumerate(sentences)
                ),
            )
            for number, sentences in enumerate(scenes)
        ),
        source="test",
    )


def _line(name: str, sentence: str, language: Language) -> Line:
    pieces = tokenise(sentence, language)
    return Line(
        id=name,
        tokens=tuple(Token(display=piece.display, spoken=piece.display, gap=piece.gap) for piece in pieces),
    )


def narration_of(script: Script) -> Narration:
    """A narration at an ordinary pace, with pauses at commas and between lines."""
    now = Fraction(1, 10)
    words: list[Word] = []
    lines: list[SpokenLine] = []
    for line in script.lines:
        began = now
        for index, token in enumerate(line.tokens):
            span = TimeRange(now, now + _seconds(token))
            words.append(_word(token, span, line.id, index))
            now = span.end + (_COMMA_PAUSE if token.display[-1] in ",;:，、،" else 0)
        lines.append(SpokenLine(line=line.id, span=TimeRange(began, now)))
        now += _LINE_PAUSE
    return Narration(audio="none", duration=now, lines=tuple(lines), words=tuple(words), engine="test")


def _seconds(token: Token) -> Fraction:
    pace = _PER_CHARACTER if token.display[0] < "\u3000" else _PER_CJK_CHARACTER
    return len(token.display) * pace + _PER_WORD


def _word(token: Token, span: TimeRange, line: str, index: int) -> Word:
    return Word(
        text=token.display, span=span, line=line, token=index, confidence=1.0, source="test", gap=token.gap
    )


OCTOPUS = script_of(
    "Why octopuses have three hearts",
    [
        ["An octopus has three hearts, and one of them stops when it swims."],
        [
            "Two small hearts push blood through the gills.",
            "The third heart sends it to the rest of the body.",
            "Their blood is blue, because copper carries the oxygen.",
        ],
        [
            "In 1929 the stock market lost 89% of its value.",
            "Scientists in France counted 2.5 million neurons in one arm.",
            "A house cost $120,000 in 1990 and $400,000 in 2020.",
        ],
        [
            "The emperor ordered his soldiers to march across the frozen river at night.",
            "Nobody in the village ever spoke about the plague again.",
        ],
        ["So the next time you see one, remember: it would rather walk than swim."],
    ],
)
"""A script with every kind of fact."""
