"""What composed scripts are worth: sixty labelled topics through an offline encyclopaedia and a local wiki.

    python -m benchmarks.scripts [--gallery docs/gallery/scripts.md] [--json FILE]

Prints, for each language and source: share of words from sources, statements without a source, answers that
hold a labelled word (seen and unseen topics apart), length, hooks within 2.5 s; then the sentences that any
two topics share, and the same for the template on topics nobody knows. Exit code 1 when a bar is missed.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import regex

from benchmarks.article_set import LabelledArticle, labelled, zim_of
from renderer.backends.knowledge.base import Knowledge
from renderer.backends.knowledge.in_order import KnowledgeInOrder
from renderer.backends.knowledge.mediawiki import Wiki
from renderer.backends.knowledge.wikipedia import Wikipedia
from renderer.backends.knowledge.zim import ZimEncyclopaedia
from renderer.backends.writing.base import Brief, Draft
from renderer.backends.writing.composed import ComposedWriter
from renderer.backends.writing.nothing import NothingKnown
from renderer.backends.writing.template import TemplateWriter
from renderer.clock import SystemClock
from renderer.contract.vocabulary import Language, VideoMode, Voice
from renderer.core.script import spoken_text
from renderer.net.http import Endpoint, HttpClient
from renderer.net.policy import Policy
from renderer.text.languages import is_spaced
from renderer.text.lines import build_line
from renderer.text.segmentation.sentences import sentences
from renderer.text.topical import words_of
from renderer.voices.speaking_rate import estimated_seconds
from tests.support.mediawiki import Page, WikiServer

PAUSE: Final = 0.28
HOOK: Final = 2.5
SHORTEST: Final = 30
LONGEST: Final = 60
BARS: Final = {"words": 0.70, "answers": 0.80, "shared": 0.05, "template_shared": 0.10}
_LATIN: Final = ("Zor Quil Vam Bre Tol Nix Gar Lum Pel Kro", "belund mera")
INVENTED: Final[Mapping[Language, tuple[str, str]]] = {
    **dict.fromkeys((Language.EN, Language.ES, Language.PT, Language.FR, Language.DE), _LATIN),
    Language.RU: ("Зор Квил Вам Бре Тол Никс Гар Лум Пел Кро", "белунд мера"),
    Language.AR: ("زور كويل فام بري تول نكس غار لوم بيل كرو", "بلند ميرا"),
    Language.HI: ("ज़ोर क्विल वाम ब्रे तोल निक्स गर लुम पेल क्रो", "बेलुंड मेरा"),
    Language.ZH: ("佐贝 奎尔 瓦姆 布雷 托尔 尼克 加尔 卢姆 佩尔 克罗", "伦德城 梅拉镇"),
    Language.JA: ("ゾル クイル ヴァム ブレ トル ニクス ガル ルム ペル クロ", "ベルンド メラ"),
}
"""Beginnings and ends of twenty names a language that nobody knows anything about."""


@dataclass(frozen=True, kw_only=True)
class Measured:
    """One script's figures."""

    article: LabelledArticle
    draft: Draft
    words: float
    unsourced: int
    answered: bool
    seconds: float
    hook: float


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gallery", type=Path)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        made = {language: through_zim(language, Path(folder)) for language in Language}
        wiki = {language: through_wiki(language) for language in Language}
    print(
        f"{'source':8} {'lang':5} {'words':>6} {'no src':>6} {'answers':>8} {'unseen':>7} {'30-60 s':>8} {'hook':>5}"  # noqa: E501 - one text
    )
    for name, results in (("zim", made), ("wiki", wiki)):
        for language, rows in results.items():
            print(row(name, language.value, rows))
        print(row(name, "all", list(itertools.chain(*results.values()))))
    shared = {
        language.value: most_shared([texts(one.draft) for one in rows]) for language, rows in made.items()
    }
    template = {language.value: template_shared(language) for language in Language}
    print("sentences shared by any two topics:", share_line(shared))
    print("sentences shared by any two of 20 template topics, worst mode:", share_line(template))
    everything = list(itertools.chain(*made.values(), *wiki.values()))
    figures = summary(everything) | {
        "shared": max(shared.values()),
        "template_shared": max(template.values()),
        "identical_through_both": sum(
            texts(a.draft) == texts(b.draft)
            for language in Language
            for a, b in zip(made[language], wiki[language], strict=True)
        ),
    }
    print(json.dumps(figures, indent=1))
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1) + "\n", "utf-8")
    if options.gallery:
        options.gallery.write_text(gallery(made), "utf-8")
    return int(missed(figures))


def missed(figures: Mapping[str, float]) -> bool:
    """Whether a bar is missed."""
    return (
        figures["words_mean"] < BARS["words"]
        or figures["unsourced"] > 0
        or figures["answers"] < BARS["answers"]
        or figures["in_length"] < 1
        or figures["hooks"] < 1
        or figures["shared"] > BARS["shared"]
        or figures["template_shared"] > BARS["template_shared"]
    )


def through_zim(language: Language, folder: Path) -> list[Measured]:
    """The language's topics through a ZIM file of its articles."""
    knowledge = ZimEncyclopaedia(path=zim_of(language, folder))
    return [measured(article, knowledge, language) for article in labelled(language)]


def through_wiki(language: Language) -> list[Measured]:
    """The same through the Wikipedia adapter and a server that speaks its protocol."""
    pages = {one.title: Page(text=one.text.strip()) for one in labelled(language)}
    with WikiServer(language=language, pages=pages) as server:
        endpoint = Endpoint(provider="The local wiki", base=server.url, setting="CLIPWRIGHT_KNOWLEDGE_URL")
        wiki = Wiki(client=HttpClient(endpoint=endpoint), policy=Policy(waiting=SystemClock()))
        return [measured(article, Wikipedia(wiki=wiki), language) for article in labelled(language)]


def brief(topic: str, mode: VideoMode, language: Language, *, seed: int = 7) -> Brief:
    return Brief(
        topic=topic, mode=mode, language=language, voice=Voice.WARM_STORYTELLER, seconds=42, seed=seed
    )


def measured(article: LabelledArticle, knowledge: Knowledge, language: Language) -> Measured:
    """Write one script and look at it; every sourced line is looked up in the article again."""
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
    counted = [(len(bag(line, language)), bool(ground)) for line, ground in lines]
    total = sum(count for count, _ in counted)
    told = [line for line, ground in lines if ground]
    unsourced = sum(not is_in(line, article.text, known, language) for line in told) + sum(
        any(char.isdigit() for char in line) and not is_in_figures(line, article)
        for line, ground in lines
        if not ground
    )
    return Measured(
        article=article,
        draft=draft,
        words=sum(count for count, ground in counted if ground) / total,
        unsourced=unsourced,
        answered=any(answer in " ".join(told) for answer in article.answers),
        seconds=sum(spoken(line, language) for line, _ in lines) + PAUSE * (len(lines) - 1),
        hook=spoken(lines[0][0], language),
    )


def bag(text: str, language: Language) -> tuple[str, ...]:
    return words_of(text, language)


def is_in(line: str, text: str, known: Sequence[str], language: Language) -> bool:
    """Whether the article holds the words of a line, but for the phrase before its colon."""
    if not is_spaced(language):
        return all(part in text for part in regex.split(r"[：。，、；！？]", line.rpartition("：")[2]))
    said = bag(line.rpartition(": ")[2] or line, language)
    held = set(known)
    return sum(word in held for word in said) >= 0.95 * len(said)


def is_in_figures(line: str, article: LabelledArticle) -> bool:
    """Whether a line that states nothing only repeats figures of the article or the topic."""
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
        "answers_unseen": round(sum(one.answered for one in unseen) / len(unseen), 3),
        "in_length": round(sum(SHORTEST <= one.seconds <= LONGEST for one in rows) / len(rows), 3),
        "hooks": round(sum(one.hook <= HOOK for one in rows) / len(rows), 3),
    }


def row(source: str, name: str, rows: Sequence[Measured]) -> str:
    one = summary(rows)
    figures = (
        f"{one['words_mean']:6.2f} {one['unsourced']:6.0f} {one['answers']:8.2f} {one['answers_unseen']:7.2f}"
    )
    return f"{source:8} {name:5} {figures} {one['in_length']:8.2f} {one['hooks']:5.2f}"


def texts(draft: Draft) -> list[str]:
    return [line for scene in draft.scenes for line in scene.sentences]


def most_shared(scripts: Iterable[list[str]]) -> float:
    """The largest share of sentences that two scripts have in common."""
    worst = 0.0
    for first, second in itertools.combinations(list(scripts), 2):
        common = set(first) & set(second)
        worst = max(worst, len(common) / min(len(first), len(second)))
    return round(worst, 3)


def template_shared(language: Language) -> float:
    """The same for twenty topics of each mode that only the template can write about."""
    worst = 0.0
    for mode in VideoMode:
        heads, tails = (part.split() for part in INVENTED[language])
        topics = [head + tail for tail in tails for head in heads]
        scripts = []
        for seed, topic in enumerate(topics):
            draft = TemplateWriter().write(brief(topic, mode, language, seed=seed * 7919 + 13))
            scripts.append([one for line in texts(draft) for one in sentences(line, language)])
        worst = max(worst, most_shared(scripts))
    return worst


def share_line(shares: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {share:.0%}" for name, share in shares.items())


def gallery(made: Mapping[Language, Sequence[Measured]]) -> str:
    """Scripts to read, in Markdown."""
    out = ["# Scripts composed from test articles", ""]
    out += [
        "Printed by `python -m benchmarks.scripts --gallery docs/gallery/scripts.md` from the articles in",
        "`benchmarks/articles`. Lines marked [1] rest on the article, the others state nothing.",
        "",
    ]
    for language, rows in made.items():
        out += [f"## {language.value}", ""]
        for one in rows:
            out += [
                f"### {one.article.topic}",
                "",
                f"*{one.article.mode}, {one.seconds:.0f} s, {one.words:.0%} from the source. Title: {one.draft.title}*",  # noqa: E501 - one text
                "",
            ]
            for scene in one.draft.scenes:
                pairs = zip(scene.sentences, scene.grounds, strict=True)
                out.append("- " + " ".join(line + (" [1]" if ground else "") for line, ground in pairs))
            out.append("")
    return "\n".join(out)


if __name__ == "__main__":
    sys.exit(main())
