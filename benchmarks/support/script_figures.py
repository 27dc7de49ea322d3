"""Figures of composed scripts: the quality of one, and what two have in common."""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import regex

from benchmarks.support.article_set import LabelledArticle
from renderer.backends.knowledge.base import Knowledge
from renderer.backends.knowledge.in_order import KnowledgeInOrder
from renderer.backends.knowledge.lexicon_file import senses
from renderer.backends.knowledge.meanings.senses import chosen_senses
from renderer.backends.knowledge.topic_nouns import topic_nouns
from renderer.backends.writing.base import Brief, Draft
from renderer.backends.writing.composed import ComposedWriter
from renderer.backends.writing.nothing import NothingKnown
from renderer.backends.writing.template import TemplateWriter
from renderer.contract.vocabulary import Language, VideoMode, Voice
from renderer.core.pauses import silences
from renderer.core.script import Role, spoken_text
from renderer.text.languages import is_spaced
from renderer.text.lines import build_line
from renderer.text.segmentation.sentences import sentences
from renderer.text.topical import topic_words, words_of
from renderer.voices.speaking_rate import estimated_seconds

SENSES: Final = Path(__file__).resolve().parents[1] / "senses.toml"
HOOK: Final = 2.5
SHORTEST: Final = 30
LONGEST: Final = 60
BARS: Final = {
    "words": 0.70,
    "senses": 0.80,
    "senses_unseen": 0.80,
    "answers": 0.80,
    "shared": 0.05,
    "template_shared": 0.10,
}
_LATIN: Final = ("Zor Quil Vam Bre Tol Nix Gar Lum Pel Kro", "belund mera")
INVENTED: Final[Mapping[Language, tuple[str, str]]] = {
    **dict.fromkeys((Language.EN, Language.ES, Language.PT, Language.FR, Language.DE), _LATIN),
    Language.RU: ("Зор Квил Вам Бре Тол Никс Гар Лум Пел Кро", "белунд мера"),
    Language.AR: ("زور كويل فام بري تول نكس غار لوم بيل كرو", "بلند ميرا"),
    Language.HI: ("ज़ोर क्विल वाम ब्रे तोल निक्स गर लुम पेल क्रो", "बेलुंड मेरा"),
    Language.ZH: ("佐贝 奎尔 瓦姆 布雷 托尔 尼克 加尔 卢姆 佩尔 克罗", "伦德城 梅拉镇"),
    Language.JA: ("ゾル クイル ヴァム ブレ トル ニクス ガル ルム ペル クロ", "ベルンド メラ"),
}
"""Beginnings and ends of twenty invented names per language, which no source knows."""


@dataclass(frozen=True, kw_only=True)
class Measured:
    """The figures of one script."""

    article: LabelledArticle
    draft: Draft
    words: float
    unsourced: int
    answered: bool
    concluded: bool
    seconds: float
    hook: float


def missed(figures: Mapping[str, float]) -> bool:
    """Whether a bar is missed."""
    return (
        figures["words"] < BARS["words"]
        or figures["unsourced"] > 0
        or figures["answers"] < BARS["answers"]
        or figures["in_length"] < 1
        or figures["hooks"] < 1
        or figures["shared"] > BARS["shared"]
        or figures["senses"] < BARS["senses"]
        or figures["senses_unseen"] < BARS["senses_unseen"]
        or figures["template_shared"] > BARS["template_shared"]
    )


def brief(topic: str, mode: VideoMode, language: Language, *, seed: int = 7) -> Brief:
    return Brief(
        topic=topic, mode=mode, language=language, voice=Voice.WARM_STORYTELLER, seconds=42, seed=seed
    )


def measured(article: LabelledArticle, knowledge: Knowledge, language: Language) -> Measured:
    """Write one script and measure it; every sourced line is looked up in the article again."""
    asked = brief(article.topic, article.mode, language)
    draft = ComposedWriter(knowledge=KnowledgeInOrder(sources=(knowledge,)), otherwise=NothingKnown()).write(
        asked
    )
    lines = [
        (line, ground)
        for scene in draft.scenes
        for line, ground in zip(scene.sentences, scene.grounds, strict=True)
    ]
    known = bag(article.text, language)
    total = sum(len(bag(line, language)) for line, _ in lines)
    told = [without_lead(line, article.text, language) for line, ground in lines if ground]
    unsourced = sum(not is_in(line, article.text, known, language) for line in told) + sum(
        any(char.isdigit() for char in line) and not is_in_figures(line, article)
        for line, ground in lines
        if not ground
    )
    last = [scene for scene in draft.scenes if scene.role is Role.BEAT][-1]
    return Measured(
        article=article,
        draft=draft,
        words=sum(len(bag(line, language)) for line in told) / total,
        unsourced=unsourced,
        answered=holds(" ".join(told), article.answers),
        concluded=holds(" ".join(last.sentences), article.answers),
        seconds=sum(spoken(line, language) for line, _ in lines)
        + float(sum(silences([(scene.role, scene.sentences) for scene in draft.scenes]))),
        hook=spoken(lines[0][0], language),
    )


def holds(said: str, answers: Sequence[str]) -> bool:
    """Whether the text contains one of the labelled words, regardless of case."""
    return any(answer.casefold() in said.casefold() for answer in answers)


def without_lead(line: str, text: str, language: Language) -> str:
    """A line without the phrase up to its first colon or full stop, unless the article contains it."""
    parted = regex.split(r"(?<=[:.])\s" if is_spaced(language) else "(?<=：)", line, maxsplit=1)
    return parted[1] if len(parted) > 1 and parted[0] not in text else line


def bag(text: str, language: Language) -> tuple[str, ...]:
    return words_of(text, language)


def is_in(line: str, text: str, known: Sequence[str], language: Language) -> bool:
    """Whether the article contains a line: 95 % of its words, or every clause in unspaced languages."""
    if not is_spaced(language):
        return all(part in text for part in regex.split(r"[：。，、；！？]", line))
    said = bag(line, language)
    held = set(known)
    return sum(word in held for word in said) >= 0.95 * len(said)


def is_in_figures(line: str, article: LabelledArticle) -> bool:
    """Whether the digits of an unsourced line occur in the article or the topic."""
    digits = "".join(char for char in line if char.isdigit())
    return digits in "".join(char for char in article.text + article.topic if char.isdigit())


def spoken(line: str, language: Language) -> float:
    text = spoken_text(build_line(line, id="x", language=language))
    return estimated_seconds(text, language=language, voice=Voice.WARM_STORYTELLER)


def summary(rows: Sequence[Measured]) -> dict[str, float]:
    unseen = [one for one in rows if one.article.unseen]
    return {
        "words": round(min(one.words for one in rows), 3),
        "words_mean": round(sum(one.words for one in rows) / len(rows), 3),
        "unsourced": sum(one.unsourced for one in rows),
        "answers": round(sum(one.answered for one in rows) / len(rows), 3),
        "concluded": round(sum(one.concluded for one in rows) / len(rows), 3),
        "answers_unseen": round(sum(one.answered for one in unseen) / len(unseen), 3),
        "in_length": round(sum(SHORTEST <= one.seconds <= LONGEST for one in rows) / len(rows), 3),
        "hooks": round(sum(one.hook <= HOOK for one in rows) / len(rows), 3),
    }


def row(source: str, name: str, rows: Sequence[Measured]) -> str:
    one = summary(rows)
    figures = (
        f"{one['words_mean']:6.2f} {one['words']:6.2f} {one['unsourced']:6.0f} {one['answers']:8.2f} "
        f"{one['answers_unseen']:7.2f} {one['concluded']:8.2f}"
    )
    return f"{source:8} {name:5} {figures} {one['in_length']:8.2f} {one['hooks']:5.2f}"


def texts(draft: Draft) -> list[str]:
    return [line for scene in draft.scenes for line in scene.sentences]


def most_shared(scripts: Iterable[tuple[str, list[str]]]) -> float:
    """The largest share of sentences that two scripts of different titles have in common."""
    worst = 0.0
    for (title, first), (other, second) in itertools.combinations(list(scripts), 2):
        if title != other:
            worst = max(worst, len(set(first) & set(second)) / min(len(first), len(second)))
    return round(worst, 3)


def senses_right(*, unseen: bool) -> float:
    """Share of labelled nouns in the seen or unseen half for which the lexicon chooses the meant sense."""
    rows = tomllib.loads(SENSES.read_text("utf-8"))["noun"]
    half = [row for row in rows if row["unseen"] is unseen]
    right = 0
    for row in half:
        nouns = tuple(one.noun for one in topic_nouns(row["topic"]))
        known = {noun: senses(noun) for noun in nouns}
        chosen = chosen_senses(known, topic_words(row["topic"], Language.EN))
        whole = next((one for one in nouns if " " in one and row["noun"] in one), row["noun"])
        meant = chosen.get(row["noun"]) or chosen.get(whole)  # "computer mouse" is explained as a whole
        right += meant is not None and meant.meaning.gloss.startswith(row["gloss"])
    return round(right / len(half), 3)


def template_shared(language: Language) -> float:
    """The largest shared part among the template's scripts on twenty invented topics, over all modes."""
    worst = 0.0
    for mode in VideoMode:
        heads, tails = (part.split() for part in INVENTED[language])
        topics = [head + tail for tail in tails for head in heads]
        scripts = []
        for seed, topic in enumerate(topics):
            draft = TemplateWriter().write(brief(topic, mode, language, seed=seed * 7919 + 13))
            scripts.append((topic, [one for line in texts(draft) for one in sentences(line, language)]))
        worst = max(worst, most_shared(scripts))
    return worst
