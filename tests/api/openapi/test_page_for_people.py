"""The page for people: every link leads somewhere, every sample is a command, every bound is told."""

from __future__ import annotations

import html
import json
import re
import shlex
from collections import Counter
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any

import pytest

from api.app import document_app
from api.openapi.document import build_openapi, problem_schema
from api.openapi.page import document_html
from api.openapi.parts import header, headers, problems
from api.openapi.problem_examples import problem
from api.openapi.schema_tables import schema_html, schema_links, type_html
from api.problems import KINDS

ORIGIN = "https://video.example"
ALWAYS = {"401", "403", "429", "500", "503"}


class Page(HTMLParser):
    """Ids, links and preformatted texts."""

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


@pytest.mark.parametrize(
    ("schema", "shown"),
    [
        ({"type": "string", "format": "uuid"}, "string uuid"),
        ({"$ref": "#/components/schemas/Video"}, "<a href='#Video'>Video</a>"),
        ({"type": "array", "items": {"$ref": "#/x/Cue"}}, "list of <a href='#Cue'>Cue</a>"),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, "integer or null"),
        (
            {"type": "array", "items": {"type": "array", "items": {"type": "number"}}},
            "list of list of number",
        ),
        ({}, "value"),
    ],
)
def test_types_in_a_word_or_a_link(schema: dict[str, Any], shown: str) -> None:
    assert type_html(schema) == shown


@pytest.mark.parametrize(
    ("part", "told"),
    [
        ({"minimum": 0, "maximum": 314572800}, "at least 0; at most 314572800"),
        ({"minimum": 11.0, "maximum": 1.5}, "at least 11; at most 1.5"),
        ({"minimum": 1, "exclusiveMaximum": 2**31}, "at least 1; less than 2147483648"),
        ({"minLength": 1, "maxLength": 300}, "at least 1 characters; at most 300 characters"),
        ({"const": True}, "always <code>True</code>"),
        ({"enum": ["a", "<b>"]}, "<code>a</code> <code>&lt;b&gt;</code>"),
        ({"default": {"a": 1}}, ""),
        ({"default": "en"}, "default <code>en</code>"),
        ({"pattern": "^[^/<]*$"}, "<code>^[^/&lt;]*$</code>"),
    ],
)
def test_bounds_of_a_field_are_told(part: dict[str, Any], told: str) -> None:
    table = schema_html("S", {"properties": {"f": {"type": "x"} | part}, "required": ["f"]})
    assert table.endswith(f"<td>required<td>{told}</table>")


def test_no_bound_of_the_document_is_left_untold(document: dict[str, Any], page: Page) -> None:
    assert page.ids
    bounds = {
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "minLength",
        "maxLength",
        "multipleOf",
    }
    for name, schema in document["components"]["schemas"].items():
        shown = re.sub(r"<[^>]+>", "", schema_html(name, schema))
        for field in schema.get("properties", {}).values():
            for bound in bounds & set(field):
                assert (
                    html.escape(f"{field[bound]:g}" if isinstance(field[bound], float) else str(field[bound]))
                    in shown
                )


def test_links_of_a_body_name_each_schema() -> None:
    body = {
        "content": {"application/json": {"schema": {"$ref": "#/c/A"}}, "text/vtt": {"schema": {"type": "s"}}}
    }
    assert schema_links(body) == "<a href='#A'>A</a>"
    assert schema_links({}) == ""


def test_every_operation_has_the_problems_of_all_and_its_own() -> None:
    own = problems("video_not_found", "invalid_range", "long_form_quota_exceeded", "quota_exceeded")
    assert set(own) == ALWAYS | {"404", "416", "409"}
    assert list(own) == sorted(own)
    assert set(own["403"]["content"]["application/problem+json"]["examples"]) == {
        "quota_exceeded", "api_access_required"
    }  # fmt: skip
    assert "Content-Range" in own["416"]["headers"]
    assert set(own["401"]["headers"]) == {"X-Request-Id", "WWW-Authenticate"}
    assert own["429"]["headers"]["Retry-After"]["schema"] == {"type": "integer", "minimum": 1}
    needed = {name for name, part in own["503"]["headers"].items() if part["required"]}
    assert needed == {"X-Request-Id"}, "the database may be away before anyone is known"


def test_headers_are_named_with_hyphens_and_are_strings_unless_said() -> None:
    given = headers(Retry_After=header("Seconds.", required=False, type="integer"), ETag=header("Strong."))
    assert set(given) == {
        "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "X-Request-Id", "Retry-After", "ETag"
    }  # fmt: skip
    assert given["Retry-After"] == {
        "description": "Seconds.",
        "required": False,
        "schema": {"type": "integer"},
    }
    assert given["ETag"]["schema"] == {"type": "string"}


@pytest.mark.parametrize("code", sorted(KINDS))
def test_the_example_of_a_problem_is_one(code: str) -> None:
    example, schema = problem(code), problem_schema()
    assert list(example) == schema["required"]
    assert re.fullmatch(schema["properties"]["code"]["pattern"], example["code"])
    assert schema["properties"]["status"]["minimum"] <= example["status"] <= 599
    assert example["type"] == f"{ORIGIN}/problems/{code.replace('_', '-')}"
