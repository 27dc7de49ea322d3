"""The documentation page: every link leads somewhere, every sample is a command, every limit is stated."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any

import pytest

from api.app import document_app
from api.openapi.document import build_openapi
from api.openapi.page import document_html
from api.problems import KINDS

ORIGIN = "https://video.example"


class Page(HTMLParser):
    """Parses ids, links and preformatted texts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.samples: list[str] = []
        self._inside = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.ids += filter(None, [given.get("id")])
        self.links += filter(None, [given.get("href")])
        if tag == "pre":
            self._inside = True
            self.samples.append("")

    def handle_endtag(self, tag: str) -> None:
        self._inside = self._inside and tag != "pre"

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.samples[-1] += data


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return build_openapi(document_app(), origin=ORIGIN)


@pytest.fixture(scope="module")
def page(document: dict[str, Any]) -> Page:
    return Page(document_html(document))


def operations(document: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (method, path, operation)
        for path, item in document["paths"].items()
        for method, operation in item.items()
    ]


def test_every_link_inside_of_the_page_leads_to_one_place(page: Page) -> None:
    assert [name for name, count in Counter(page.ids).items() if count > 1] == []
    inside = {link[1:] for link in page.links if link.startswith("#")}
    assert len(inside) > 60
    assert inside <= set(page.ids)
    pages = {link.removeprefix("/problems/") for link in page.links if link.startswith("/problems/")}
    elsewhere = {"not-found", "method-not-allowed", "output-unverified"}
    assert pages == {code.replace("_", "-") for code in KINDS} - elsewhere


def test_every_operation_and_schema_is_on_the_page(document: dict[str, Any], page: Page) -> None:
    names = [operation["operationId"] for _, _, operation in operations(document)]
    assert {*names, *document["components"]["schemas"], "schemas"} == set(page.ids)


def test_every_sample_is_a_command_that_asks_for_its_operation(document: dict[str, Any], page: Page) -> None:
    commands = [
        shlex.split(sample.replace("\\\n", " ")) for sample in page.samples if sample.startswith("curl")
    ]
    described = operations(document)
    assert len(commands) == len(described)
    for words, (method, path, operation) in zip(commands, described, strict=True):
        assert words[-1] == f"{ORIGIN}/api/v1{path}"
        flags = dict(pairwise(words))
        implied = "POST" if "-d" in words else "HEAD" if "-I" in words else "GET"
        assert flags.get("-X", implied) == method.upper(), operation["operationId"]
        needs_key = any(each["name"] == "Idempotency-Key" for each in operation.get("parameters", []))
        assert ("Idempotency-Key: $(uuidgen)" in words) is needs_key
        given = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("example")
        assert json.loads(flags.get("-d", "null")) == given
        assert ("Content-Type: application/json" in words) is (given is not None)


def test_the_answers_that_are_shown_are_the_examples_of_the_document(
    document: dict[str, Any], page: Page
) -> None:
    shown = [json.loads(sample) for sample in page.samples if not sample.startswith("curl")]
    wanted = [
        media["example"]
        for _, _, operation in operations(document)
        for answer in operation["responses"].values()
        for media in answer.get("content", {}).values()
        if "example" in media
    ]
    assert len(shown) > 10
    assert shown == wanted


def test_what_a_document_holds_cannot_become_markup(document: dict[str, Any]) -> None:
    bad = "<script>alert('x')</script> & `<b>code</b>`"
    changed = json.loads(json.dumps(document))
    changed["info"] |= {"title": bad, "description": bad}
    for _, _, operation in operations(changed):
        operation |= {"summary": bad, "description": bad}
        for parameter in operation.get("parameters", []):
            parameter["description"] = bad
    for schema in changed["components"]["schemas"].values():
        schema["description"] = bad
        for field in schema.get("properties", {}).values():
            field["description"] = bad
    text = document_html(changed)
    assert "<script" not in text
    assert "<b>code" not in text
    assert text.count("alert(") > 100
    assert "<code>&lt;b&gt;code&lt;/b&gt;</code>" in text
