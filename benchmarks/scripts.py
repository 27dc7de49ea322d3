"""Quality of composed scripts: 140 labelled topics, through a ZIM file and a local wiki.

    python -m benchmarks.scripts [--gallery docs/gallery/scripts.md] [--json FILE]

Prints for each language and source: the share of words from sources, statements without a source, answers
that contain a labelled word (all topics, those held out until the end, and answers that have it where the
answer is announced), length, hooks within 2.5 s; then the share of sentences that any two topics of different
articles have in common, the same for the template on topics without a source, and how often the lexicon
chooses the right sense. The exit status is 1 when a bar is missed.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.support.article_set import labelled, topics, zim_of
from benchmarks.support.script_figures import (
    Measured,
    measured,
    missed,
    most_shared,
    row,
    senses_right,
    summary,
    template_shared,
    texts,
)
from renderer.backends.knowledge.mediawiki import Wiki
from renderer.backends.knowledge.wikipedia import Wikipedia
from renderer.backends.knowledge.zim import ZimEncyclopaedia
from renderer.clock import SystemClock
from renderer.contract.vocabulary import Language
from renderer.net.endpoint import Endpoint
from renderer.net.http import HttpClient
from renderer.net.policy import Policy
from tests.support.knowledge.mediawiki import Page, WikiServer


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gallery", type=Path)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        made = {language: through_zim(language, Path(folder)) for language in Language}
        wiki = {language: through_wiki(language) for language in Language}
    print(
        f"{'source':8} {'lang':5} {'words':>6} {'least':>6} {'no src':>6} {'answers':>8} {'unseen':>7} "
        f"{'at end':>8} {'30-60 s':>8} {'hook':>5}"
    )
    for name, results in (("zim", made), ("wiki", wiki)):
        for language, rows in results.items():
            print(row(name, language.value, rows))
        print(row(name, "all", list(itertools.chain(*results.values()))))
    shared = {
        language.value: most_shared([(one.article.title, texts(one.draft)) for one in rows])
        for language, rows in made.items()
    }
    template = {language.value: template_shared(language) for language in Language}
    print("sentences shared by any two topics:", share_line(shared))
    print("sentences shared by any two of 20 template topics, worst mode:", share_line(template))
    everything = list(itertools.chain(*made.values(), *wiki.values()))
    figures = summary(everything) | {
        "shared": max(shared.values()),
        "template_shared": max(template.values()),
        "senses": senses_right(unseen=False),
        "senses_unseen": senses_right(unseen=True),
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


def through_zim(language: Language, folder: Path) -> list[Measured]:
    """Compose the language's topics from a ZIM file of its articles."""
    knowledge = ZimEncyclopaedia(path=zim_of(language, folder))
    return [measured(article, knowledge, language) for article in topics(language)]


def through_wiki(language: Language) -> list[Measured]:
    """Compose the same topics through the Wikipedia adapter, from a server that speaks its protocol."""
    pages = {one.title: Page(text=one.text.strip()) for one in labelled(language)}
    with WikiServer(language=language, pages=pages) as server:
        endpoint = Endpoint(provider="The local wiki", base=server.url, setting="CLIPWRIGHT_KNOWLEDGE_URL")
        wiki = Wiki(client=HttpClient(endpoint=endpoint), policy=Policy(waiting=SystemClock()))
        return [measured(article, Wikipedia(wiki=wiki), language) for article in topics(language)]


def share_line(shares: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {share:.0%}" for name, share in shares.items())


def gallery(made: Mapping[Language, Sequence[Measured]]) -> str:
    """The script of each article's first topic, as Markdown for reading."""
    out = ["# Scripts composed from test articles", ""]
    out += [
        "Printed by `python -m benchmarks.scripts --gallery docs/gallery/scripts.md` from the articles in",
        "`benchmarks/articles`. Lines marked [1] rest on the article, the others state nothing.",
        "",
    ]
    for language, rows in made.items():
        out += [f"## {language.value}", ""]
        for one in rows[: len(labelled(language))]:
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
