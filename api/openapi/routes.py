"""Web pages for the API document and for each kind of problem, without scripts or external assets."""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING, Final

from fastapi import APIRouter, Response
from starlette.responses import HTMLResponse, RedirectResponse

from api.openapi.document import build_openapi
from api.openapi.page import document_html
from api.problems import KINDS, ApiProblem, kebab

if TYPE_CHECKING:
    from fastapi import FastAPI

_POLICY: Final = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
_META: Final = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
_STYLE: Final = """
:root{--ink:#1b2230;--soft:#5b6678;--line:#e1e6ee;--paper:#fff;--code:#f5f7fa;--link:#1f5fbf;--chip:#eef2f8}
@media(prefers-color-scheme:dark){:root{--ink:#dde4ee;--soft:#98a4b6;--line:#2b3442;--paper:#12161d;
--code:#1a2029;--link:#86b3fb;--chip:#232b37}}
*{box-sizing:border-box}html{scroll-behavior:smooth;scroll-padding-top:1rem}
body{font:15px/1.55 system-ui,sans-serif;margin:0;color:var(--ink);background:var(--paper)}
a{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}
.plain,main{max-width:78rem;padding:2rem 2.2rem}
.plain{margin:0 auto;max-width:60rem}.page{display:grid;grid-template-columns:17rem minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1.6rem 1.2rem;border-right:1px solid var(--line);
font-size:.88rem}nav b{display:block;margin:1.2rem 0 .4rem;color:var(--soft);font-size:.75rem;
letter-spacing:.06em;text-transform:uppercase}nav a{display:flex;padding:.16rem 0;
color:var(--ink)}nav .verb{flex:0 0 3rem;min-width:0;align-self:flex-start;margin-top:.15rem}
h1{font-size:1.9rem;margin:.2rem 0 .6rem}h2{font-size:1.3rem;margin:0 0 .5rem}
h3{font-size:.95rem;margin:1.3rem 0 .4rem}section{border-top:1px solid var(--line);padding:2rem 0 1.2rem}
code,pre{font:.86em/1.5 ui-monospace,monospace}pre{font-size:.8em}
code{background:var(--chip);border-radius:4px;padding:.08em .34em}
pre{background:var(--code);border:1px solid var(--line);padding:.8rem 1rem;overflow:auto;border-radius:8px;
margin:.3rem 0;max-height:46rem;white-space:pre-wrap;overflow-wrap:anywhere}
pre i{color:var(--link);font-style:normal}small{color:var(--soft)}
.steps{padding-left:1.2rem}.steps li{margin:.25rem 0}.address code{font-size:.95em}
.sides{display:grid;grid-template-columns:minmax(0,1.15fr) minmax(0,1fr);gap:2rem}
table{border-collapse:collapse;width:100%;margin:.2rem 0}td,th{text-align:left;vertical-align:top;
padding:.42rem .8rem .42rem 0;border-bottom:1px solid var(--line)}
.verb{display:inline-block;min-width:3.3rem;color:#fff;border-radius:4px;text-align:center;font-size:.68rem;
font-weight:600;padding:.12rem .3rem;margin-right:.6rem;background:#2f6f4f}.post{background:#2455a8}
.head{background:#6b5aa8}.status{font:600 .82rem ui-monospace,monospace}.s2{color:#2f8f5b}.s3{color:#6b7688}
.s4{color:#b4690e}.s5{color:#c03a3a}
@media(max-width:60rem){.page,.sides{grid-template-columns:minmax(0,1fr)}nav{position:static;height:auto;
border:0;border-bottom:1px solid var(--line)}}
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
        document = build_openapi(app, origin=origin)
        return _page(document["info"]["title"], document_html(document))

    @routes.get("/problems")
    async def problems() -> Response:
        rows = "".join(
            f'<tr><td><a href="/problems/{slug}">{escape(KINDS[code].title)}</a><td>{KINDS[code].status}'
            f"<td><code>{code}</code>"
            for slug, code in kinds.items()
        )
        return _note("Problems", f"<table><tr><th>Problem<th>Status<th>Code{rows}</table>")

    @routes.get("/problems/{kind}")
    async def problem(kind: str) -> Response:
        if kind not in kinds:
            raise ApiProblem("not_found")
        code = kinds[kind]
        facts = f"<p>HTTP status {KINDS[code].status}, code <code>{code}</code>.</p>"
        advice = f"<p>{escape(KINDS[code].advice)}</p>"
        return _note(KINDS[code].title, facts + advice + '<p><a href="/problems">All problems</a></p>')

    return routes


def _note(title: str, body: str) -> Response:
    return _page(title, f"<div class=plain><h1>{escape(title)}</h1>{body}</div>")


def _page(title: str, body: str) -> Response:
    head = f"{_META}<title>{escape(title)}</title>"
    html = f'<!doctype html><html lang="en">{head}<style>{_STYLE}</style>{body}</html>'
    return HTMLResponse(html, headers=_POLICY)
