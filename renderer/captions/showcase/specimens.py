"""Sample sentences of the ten languages as narrations, for galleries, goldens and benchmarks.

Spaces separate the tokens; in Chinese and Japanese they are not shown.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from renderer.contract.vocabulary import Language
from renderer.core.script import Line, Role, Scene, Script, Token
from renderer.core.timecode import TimeRange
from renderer.core.words import Narration, SpokenLine, Word
from renderer.text.languages import is_spaced

SENTENCES: Final[dict[Language, str]] = {
    Language.EN: "Why do octopuses have three hearts? Two pump blood to the gills, one feeds 8 arms.",
    Language.ES: "¿Por qué los pulpos tienen tres corazones? Dos irrigan las branquias, uno nutre 8 brazos.",
    Language.ZH: "章鱼 为什么 有 三颗 心脏？ 两颗 把 血液 送到 鳃， 一颗 供养 8条腕。",
    Language.HI: "ऑक्टोपस के तीन दिल क्यों होते हैं? दो दिल गलफड़ों तक खून पहुँचाते हैं, एक 8 भुजाओं तक।",
    Language.AR: "لماذا للأخطبوط ثلاثة قلوب؟ اثنان يضخان الدم إلى الخياشيم، وواحد يغذي 8 أذرع.",
    Language.PT: "Por que os polvos têm três corações? Dois bombeiam sangue às brânquias, um nutre 8 braços.",
    Language.FR: "Pourquoi les pieuvres ont trois cœurs ? Deux irriguent les branchies, un nourrit 8 bras.",
    Language.JA: "タコに 心臓が 三つ あるのは なぜ？ 二つは えらへ 血を 送り、 一つは 8本の 腕を 養う。",
    Language.DE: "Warum haben Kraken drei Herzen? Zwei pumpen Blut zu den Kiemen, eines nährt 8 Arme.",
    Language.RU: "Почему у осьминога три сердца? Два качают кровь к жабрам, одно питает 8 щупалец.",
}

LEAD_IN: Final = Fraction(1, 5)
PER_CHARACTER: Final = Fraction(3, 50)
PER_CHARACTER_UNSPACED: Final = Fraction(9, 50)
SHORTEST_WORD: Final = Fraction(9, 50)
BETWEEN_SENTENCES: Final = Fraction(7, 20)


def specimen(language: Language, text: str = "") -> tuple[Narration, Script]:
    """A script of one line and its narration at an even, unhurried pace; `text` replaces the sample."""
    gap = " " if is_spaced(language) else ""
    tokens = tuple(
        Token(display=part, spoken=part, gap=gap) for part in (text or SENTENCES[language]).split()
    )
    line = Line(id="s1.l1", tokens=tokens)
    scene = Scene(id="s1", role=Role.HOOK, lines=(line,))
    script = Script(language=language, title="specimen", scenes=(scene,), source="specimen")
    words = _spoken(tokens, language)
    end = words[-1].span.end if words else LEAD_IN
    narration = Narration(
        audio="",
        duration=end + BETWEEN_SENTENCES,
        lines=(SpokenLine(line=line.id, span=TimeRange(LEAD_IN, end)),),
        words=words,
        engine="specimen",
    )
    return narration, script


def _spoken(tokens: tuple[Token, ...], language: Language) -> tuple[Word, ...]:
    pace = PER_CHARACTER if is_spaced(language) else PER_CHARACTER_UNSPACED
    words: list[Word] = []
    moment = LEAD_IN
    for index, token in enumerate(tokens):
        span = TimeRange(moment, moment + max(SHORTEST_WORD, pace * len(token.spoken)))
        words.append(
            Word(
                text=token.spoken,
                span=span,
                line="s1.l1",
                token=index,
                confidence=1.0,
                source="specimen",
                gap=token.gap,
            )
        )
        moment = span.end + (BETWEEN_SENTENCES if token.display[-1] in ".?。？؟।" else Fraction(1, 50))
    return tuple(words)
