"""The hundred labelled articles of benchmarks/articles, and ZIM files made of them.

Each language has ten articles and fourteen topics; each topic has words of which every good answer contains
one. Four of the fourteen were held out until the end (`unseen`).
"""

from __future__ import annotations

import html
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from renderer.contract.vocabulary import Language, VideoMode

FOLDER: Final = Path(__file__).resolve().parents[1] / "articles"
CODES: Final = {
    Language.EN: "eng", Language.ES: "spa", Language.ZH: "zho", Language.HI: "hin", Language.AR: "ara",
    Language.PT: "por", Language.FR: "fra", Language.JA: "jpn", Language.DE: "deu", Language.RU: "rus",
}  # fmt: skip


class LabelledTopic(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A further topic about an article."""

    topic: str
    mode: VideoMode
    answers: tuple[str, ...]
    unseen: bool


class LabelledArticle(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One article, a topic about it, and words of which every good answer contains one."""

    title: str
    topic: str
    mode: VideoMode
    answers: tuple[str, ...]
    unseen: bool
    text: str
    more: tuple[LabelledTopic, ...] = ()


class _File(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    article: tuple[LabelledArticle, ...]


def labelled(language: Language) -> tuple[LabelledArticle, ...]:
    """The ten articles of a language, each with its first topic."""
    path = FOLDER / f"{language.value}.toml"
    return msgspec.toml.decode(path.read_bytes(), type=_File).article


def topics(language: Language) -> tuple[LabelledArticle, ...]:
    """All fourteen topics of a language, each with its article; the articles' first topics come first."""
    articles = labelled(language)
    further = [
        LabelledArticle(
            title=one.title,
            text=one.text,
            topic=other.topic,
            mode=other.mode,
            answers=other.answers,
            unseen=other.unseen,
        )
        for one in articles
        for other in one.more
    ]
    return (*articles, *further)


def as_html(article: LabelledArticle) -> str:
    """The article as HTML of an encyclopaedia, with an infobox and references that must not be read aloud."""
    body = ['<table class="infobox"><tr><td>BOX</td></tr></table>']
    for block in article.text.strip().split("\n"):
        if block.startswith("== "):
            body.append(f"<h2>{html.escape(block.strip('= '))}</h2>")
        elif block.strip():
            body.append(f'<p>{html.escape(block)}<sup class="reference">[1]</sup></p>')
    body.append("<h2>References</h2><p>Nobody reads these aloud, since they are references only.</p>")
    return f"<html><head><title>{article.title}</title></head><body>{''.join(body)}</body></html>"


def write_zim(
    path: Path, pages: Mapping[str, str], language: Language, *, redirects: Mapping[str, str] | None = None
) -> Path:
    """Write a ZIM file of pages by title; `redirects` maps further titles to the titles of pages."""
    from libzim.writer import Creator, Hint, Item, StringProvider  # noqa: PLC0415 - GPL, for tests only

    class Page(Item):  # type: ignore[misc]  # untyped base
        def __init__(self, title: str, content: str) -> None:
            super().__init__()
            self._title, self._content = title, content

        def get_path(self) -> str:
            return self._title.replace(" ", "_")

        def get_title(self) -> str:
            return self._title

        def get_mimetype(self) -> str:
            return "text/html"

        def get_contentprovider(self) -> Any:
            return StringProvider(self._content)

        def get_hints(self) -> dict[Any, bool]:
            return {Hint.FRONT_ARTICLE: True}

    with Creator(path).config_indexing(True, CODES[language]) as creator:
        for title, content in pages.items():
            creator.add_item(Page(title, content))
        for title, target in (redirects or {}).items():
            creator.add_redirection(
                title.replace(" ", "_"), title, target.replace(" ", "_"), {Hint.FRONT_ARTICLE: True}
            )
        for name, value in {
            "Title": "Test encyclopaedia",
            "Language": CODES[language],
            "Date": "2026-01-01",
            "Publisher": "Clipwright",
            "Creator": "Clipwright",
            "Name": f"test_{language.value}",
            "Source": f"https://{language.value}.encyclopaedia.example",
            "License": "CC0",
        }.items():
            creator.add_metadata(name, value)
        creator.set_mainpath(next(iter(pages)).replace(" ", "_"))
    return path


def zim_of(language: Language, folder: Path) -> Path:
    """Write the ZIM file of a language's articles."""
    return write_zim(
        folder / f"{language.value}.zim", {one.title: as_html(one) for one in labelled(language)}, language
    )
