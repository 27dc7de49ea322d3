"""Pages for people: the API document, and one page per kind of problem. No script, no outside asset."""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING, Any, Final

from fastapi import APIRouter, Response
from starlette.responses import HTMLResponse, RedirectResponse

from api.openapi import BASE, build_openapi
from api.problems import KINDS, ApiProblem, kebab

if TYPE_CHECKING:
    from fastapi import FastAPI

_POLICY: Final = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
_META: Final = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
_STYLE: Final = """
body{font:16px/1.55 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1.2rem;color:#1c2330}
h1{font-size:1.7rem}h2{font-size:1.15rem;margin:2.4rem 0 .4rem}h3{font-size:1rem;margin:1.4rem 0 .3rem}
code,pre{font:.88em/1.5 ui-monospace,monospace}
pre{background:#f4f6f9;padding:.8rem;overflow:auto;border-radius:6px}
table{border-collapse:collapse;width:100%;margin:.4rem 0}td,th{text-align:left;vertical-align:top;
padding:.3rem .6rem;border-bottom:1px solid #dde2ea}.verb{display:inline-block;min-width:3.6rem;color:#fff;
background:#30507e;border-radius:4px;text-align:center;font-size:.8rem;padding:.1rem .3rem;margin-right:.6rem}
@media(prefers-color-scheme:dark){body{background:#12161d;color:#dfe5ee}pre{background:#1c222c}
td,th{border-color:#2c3441}a{color:#8ab4f8}}
"""


def router(app: FastAPI, *, origin: str) -> APIRouter:
    """`/`, `/docs`, `/openapi.json`, `/problems/{kind}`."""
    routes = APIRouter(include_in_schema=False)
    kinds = {kebab(code): code for code in KINDS}

    @routes.get("/")
    async def front() -> Response:
        return RedirectResponse("/docs")

    @routes.get("/openapi.json")
    async def document() -> Response:
        text = json.dumps(build_openapi(app, origin=origin), ensure_ascii=False)
        return Response(text, media_type="application/json")

    @routes.get("/docs")
    async def docs() -> Response:
        return _page("Clipwright Video Generation API", _document_html(build_openapi(app, origin=origin)))

    @routes.get("/problems")
    async def problems() -> Response:
        rows = "".join(
            f'<tr><td><a href="/problems/{slug}">{escape(KINDS[code].title)}</a><td>{KINDS[code].status}'
            f"<td><code>{code}</code>"
            for slug, code in kinds.items()
        )
        return _page("Problems", f"<table><tr><th>Problem<th>Status<th>Code{rows}</table>")

    @routes.get("/problems/{kind}")
    async def problem(kind: str) -> Response:
        if kind not in kinds:
            raise ApiProblem("not_found")
        code = kinds[kind]
        facts = f"<p>HTTP status {KINDS[code].status}, code <code>{code}</code>.</p>"
        advice = f"<p>{escape(KINDS[code].advice)}</p>"
        return _page(KINDS[code].title, facts + advice + '<p><a href="/problems">All problems</a></p>')

    return routes


def _page(title: str, body: str) -> Response:
    head = f"{_META}<title>{escape(title)}</title>"
    html = (
        f'<!doctype html><html lang="en">{head}<style>{_STYLE}</style><h1>{escape(title)}</h1>{body}</html>'
    )
    return HTMLResponse(html, headers=_POLICY)


def _document_html(document: dict[str, Any]) -> str:
    operations = "".join(
        _operation_html(method, path, operation)
        for path, item in document["paths"].items()
        for method, operation in item.items()
    )
    schemas = "".join(
        f'<h3 id="{name}">{name}</h3><pre>{escape(json.dumps(schema, indent=2, ensure_ascii=False))}</pre>'
        for name, schema in document["components"]["schemas"].items()
    )
    about = escape(document["info"]["description"])
    source = '<p>Machine-readable: <a href="/openapi.json">/openapi.json</a></p>'
    return f"<p>{about}</p>{source}<h2>Operations</h2>{operations}<h2>Schemas</h2>{schemas}"


def _operation_html(method: str, path: str, operation: dict[str, Any]) -> str:
    title = f'<h3><span class="verb">{method.upper()}</span><code>{BASE}{path}</code></h3>'
    about = f"<p>{escape(operation.get('description', ''))}</p>"
    return title + about + _parameters_html(operation) + _responses_html(operation)


def _parameters_html(operation: dict[str, Any]) -> str:
    rows = [
        f"<tr><td><code>{escape(each['name'])}</code><td>{each['in']}<td>"
        f"{'required' if each.get('required') else 'optional'}<td>{escape(each.get('description', ''))}"
        for each in operation.get("parameters", [])
    ]
    if "requestBody" in operation:
        rows.append(f"<tr><td>body<td>{_schema_links(operation['requestBody'])}<td>required<td>")
    return f"<table><tr><th>Input<th>In<th><th>{''.join(rows)}</table>" if rows else ""


def _responses_html(operation: dict[str, Any]) -> str:
    rows = "".join(
        f"<tr><td>{status}<td>{escape(answer['description'])}<td>{_schema_links(answer)}"
        for status, answer in operation["responses"].items()
    )
    return f"<table><tr><th>Status<th>Meaning<th>Body{rows}</table>"


def _schema_links(part: dict[str, Any]) -> str:
    refs = [media["schema"].get("$ref", "") for media in part.get("content", {}).values()]
    names = [ref.rpartition("/")[2] for ref in refs if ref]
    return " ".join(f'<a href="#{name}">{name}</a>' for name in names)
