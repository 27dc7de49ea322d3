"""Renders the published document as one web page without scripts or external assets.

Except for a short list of steps, everything on the page is taken from the document.
"""

from __future__ import annotations

import json
import re
from html import escape
from typing import Any, Final

from api.openapi.schema_tables import schema_html, schema_links
from api.problems import BASE

Part = dict[str, Any]
_CODE: Final = re.compile(r"`([^`]+)`")
_STEPS: Final = (
    "Read <a href='#readCapabilities'>capabilities</a> for what can be ordered.",
    "<a href='#createVideo'>Create</a> a video under a fresh <code>Idempotency-Key</code>.",
    "<a href='#retrieveVideo'>Poll</a> <code>links.self</code>, <code>Retry-After</code> seconds apart.",
    "Once <code>completed</code>, <a href='#downloadVideo'>download</a> it before <code>expires_at</code>.",
)

_CURL: Final = {"head": "-I ", "put": "-X PUT ", "patch": "-X PATCH ", "delete": "-X DELETE "}
_PLACE: Final = re.compile(r"\{[a-z_]+\}")


def document_html(document: Part) -> str:
    """The navigation and content of the page."""
    operations = [
        (method, path, operation)
        for path, item in document["paths"].items()
        for method, operation in item.items()
    ]
    schemas = document["components"]["schemas"]
    shown = "".join(_operation(*each, origin=document["servers"][0]["url"]) for each in operations)
    described = "".join(schema_html(name, schema) for name, schema in schemas.items())
    return (
        f"<div class=page>{_navigation(operations, schemas)}<main>"
        f"<h1>{escape(document['info']['title'])}</h1><p>{_prose(document['info']['description'])}</p>"
        f"<p>Base address <code>{escape(document['servers'][0]['url'])}</code> · version "
        f"{escape(document['info']['version'])} · <a href='/openapi.json'>openapi.json</a> · "
        f"<a href='/problems'>problems</a></p>"
        f"<ol class=steps>{''.join(f'<li>{step}' for step in _STEPS)}</ol>"
        f"{shown}<h2 id=schemas>Schemas</h2>{described}</main></div>"
    )


def _prose(text: str) -> str:
    """The text escaped for HTML, with code in backticks marked up as code."""
    return _CODE.sub(r"<code>\1</code>", escape(text))


def _verb(method: str) -> str:
    return f"<span class='verb {method}'>{method.upper()}</span>"


def _navigation(operations: list[tuple[str, str, Part]], schemas: Part) -> str:
    calls = "".join(
        f"<a href='#{operation['operationId']}'>{_verb(method)}{escape(operation['summary'])}</a>"
        for method, _, operation in operations
    )
    names = "".join(f"<a href='#{name}'>{name}</a>" for name in schemas)
    return f"<nav><b>Operations</b>{calls}<b>Schemas</b>{names}</nav>"


def _operation(method: str, path: str, operation: Part, *, origin: str) -> str:
    return (
        f"<section id='{operation['operationId']}'><h2>{escape(operation['summary'])}</h2>"
        f"<p class=address>{_verb(method)}<code>{BASE}{escape(path)}</code></p>"
        f"<p>{_prose(operation.get('description', ''))}</p>"
        f"<div class=sides><div>{_inputs(operation)}{_answers(operation)}</div>"
        f"<div>{_sample(method, path, operation, origin=origin)}</div></div></section>"
    )


def _inputs(operation: Part) -> str:
    rows = [
        f"<tr><td><code>{escape(each['name'])}</code><td>{each['in']}"
        f"{' · required' if each.get('required') else ''}<td>{_parameter(each)}"
        for each in operation.get("parameters", [])
    ]
    if "requestBody" in operation:
        body = operation["requestBody"]
        need = " · required" if body["required"] else ""
        rows.append(f"<tr><td>{schema_links(body)}<td>body{need}<td>{_prose(body.get('description', ''))}")
    return f"<h3>Input</h3><table>{''.join(rows)}</table>" if rows else ""


def _parameter(parameter: Part) -> str:
    schema = parameter["schema"]
    notes = [_prose(parameter.get("description", ""))]
    if "enum" in schema:
        notes.append(" ".join(f"<code>{escape(str(value))}</code>" for value in schema["enum"]))
    if "default" in schema:
        notes.append(f"{schema['minimum']} to {schema['maximum']}, default {schema['default']}.")
    return "<br>".join(note for note in notes if note)


def _answers(operation: Part) -> str:
    rows = "".join(
        f"<tr><td><span class='status s{status[0]}'>{status}</span><td>{_meaning(answer)}{_extras(answer)}"
        for status, answer in operation["responses"].items()
    )
    return f"<h3>Answers</h3><table>{rows}</table>"


def _meaning(answer: Part) -> str:
    problem = answer.get("content", {}).get("application/problem+json")
    if problem is None:
        return f"{_prose(answer['description'])} {schema_links(answer)}"
    return "<br>".join(
        f"<a href='/problems/{code.replace('_', '-')}'><code>{code}</code></a> "
        f"{escape(example['value']['detail'])}"
        for code, example in problem["examples"].items()
    )


def _extras(answer: Part) -> str:
    """The headers of an answer beyond those that every answer has."""
    names = [
        name
        for name in answer["headers"]
        if not name.startswith("RateLimit-") and name not in {"X-Request-Id", "WWW-Authenticate"}
    ]
    shown = " ".join(f"<code>{name}</code>" for name in names)
    return f"<br><small>Headers: {shown}</small>" if shown else ""


def _sample(method: str, path: str, operation: Part, *, origin: str) -> str:
    """An example call with curl, and example answers."""
    content = operation.get("requestBody", {}).get("content", {})
    body = content.get("application/json", {}).get("example")
    # curl uses POST by default when it sends a body
    verb = "-X POST " if method == "post" and not body else _CURL.get(method, "")
    lines = [f'curl {verb}-H "Authorization: Bearer $KEY"']
    if any(each["name"] == "Idempotency-Key" for each in operation.get("parameters", [])):
        lines.append('-H "Idempotency-Key: $(uuidgen)"')
    if body:
        lines += ["-H 'Content-Type: application/json'", f"-d '{json.dumps(body, ensure_ascii=False)}'"]
    if "application/octet-stream" in content:
        lines += [
            "-H 'Content-Type: application/octet-stream' -H 'Upload-Offset: 0'",
            "--data-binary @chunk",
        ]
    if operation["operationId"] == "downloadVideo":
        lines.append("-C - -o video.mp4")
    lines.append(f"'{origin}{path}'")
    command = _PLACE.sub(r"<i>\g<0></i>", escape(" \\\n  ".join(lines)))
    answers = [
        f"<h3>{status}</h3><pre>{escape(json.dumps(media['example'], indent=2, ensure_ascii=False))}</pre>"
        for status, answer in operation["responses"].items()
        for media in answer.get("content", {}).values()
        if "example" in media
    ]
    return f"<h3>Example</h3><pre>{command}</pre>{''.join(answers)}"
