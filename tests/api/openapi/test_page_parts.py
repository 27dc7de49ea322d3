"""Parts of the published document: types and limits in words, problems and headers of every operation."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest

from api.app import document_app
from api.openapi.document import build_openapi, problem_schema
from api.openapi.parts import header, headers, problems
from api.openapi.problem_examples import problem
from api.openapi.schema_tables import schema_html, schema_links, type_html
from api.problems import KINDS

ORIGIN = "https://video.example"
ALWAYS = {"401", "403", "429", "500", "503"}


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return build_openapi(document_app(), origin=ORIGIN)


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


def test_no_bound_of_the_document_is_left_untold(document: dict[str, Any]) -> None:
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
