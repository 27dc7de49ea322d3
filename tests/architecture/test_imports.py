"""Import rules, as allow-lists over every import, lazy ones included.

An import that is not listed is forbidden, and an entry that nothing uses must be removed, so the lists state
what is imported. Layers, independence and cycles are contracts of import-linter (pyproject.toml).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache

import grimp
import pytest

PACKAGES = ("renderer", "pipelines", "api")

ROOMS: dict[str, str] = {
    "renderer.errors": "",
    "renderer.backoff": "",
    "renderer.clock": "",
    "renderer.heap": "",
    "renderer.assets": "errors",
    "renderer.files": "errors",
    "renderer.logs": "errors",
    "renderer.late_log": "logs",
    "renderer.kernels": "",
    "renderer.contract": "assets",
    "renderer.core": "contract errors",
    "renderer.compositor": "errors kernels",
    "renderer.voices": "assets contract core",
    "renderer.composition": "assets contract core text",
    "renderer.text": "assets contract core errors",
    "renderer.dubbing": "core",
    "renderer.reframing": "contract",
    "renderer.net": "backoff clock core errors files late_log",
    "renderer.painters": "kernels assets contract core errors text",
    "renderer.captions": "assets compositor contract core errors text",
    "renderer.visuals": "assets compositor contract core errors kernels painters reframing text",
    "renderer.audio": "assets contract core errors files kernels",
    "renderer.media": "assets compositor core errors heap kernels",
    "renderer.backends": "assets clock composition contract core errors files late_log net text voices",
    "renderer.analysis": "audio backends compositor contract core visuals",
    "renderer.runtime": "backoff clock contract core errors files heap late_log",
    "renderer.manuscript": "assets contract core errors text voices",
    "renderer.rendering": (
        "assets captions clock compositor contract core errors files media runtime visuals"
    ),
    "renderer.worker": (
        "assets backends clock contract core errors files late_log logs media net pipelines rendering runtime"
        " text visuals voices"
    ),
    "renderer.cli": (
        "analysis api audio backends captions clock compositor contract core errors files kernels logs media"
        " pipelines rendering runtime text visuals worker"
    ),
}
"""Room of the renderer → the rooms and packages that it may import."""

PIPELINES = [
    "renderer.analysis",
    "renderer.assets",
    "renderer.audio",
    "renderer.captions",
    "renderer.composition",
    "renderer.compositor",
    "renderer.contract",
    "renderer.core",
    "renderer.dubbing",
    "renderer.errors",
    "renderer.manuscript",
    "renderer.media",
    "renderer.reframing",
    "renderer.rendering",
    "renderer.runtime",
    "renderer.text",
    "renderer.visuals",
    "renderer.voices",
    "renderer.backends.adapting.base",
    "renderer.backends.alignment.base",
    "renderer.backends.imagery.base",
    "renderer.backends.knowledge.facts",
    "renderer.backends.publishing.base",
    "renderer.backends.rewriting.base",
    "renderer.backends.separation.base",
    "renderer.backends.speech.base",
    "renderer.backends.speech.choice",
    "renderer.backends.speech.pace",
    "renderer.backends.speech.together",
    "renderer.backends.translation.base",
    "renderer.backends.transcription.base",
    "renderer.backends.vision.base",
    "renderer.backends.voice_activity.base",
    "renderer.backends.writing.base",
    "renderer.backends.writing.said",
]
"""What stages may import of the renderer: all of rendering, and only the ports to the outside world."""

API = [
    "renderer.backoff",
    "renderer.clock",
    "renderer.contract",
    "renderer.errors",
    "renderer.logs",
    "renderer.backends.storage.base",
    "renderer.backends.storage.opening",
    "renderer.backends.storage.settings",
    "renderer.backends.storage.staging",
]
"""What the service may import of the renderer: the contract, the error table, the log, the object store."""

COMPOSERS = (
    "renderer.worker.composition",
    "renderer.worker.job",
    "renderer.worker.process",
    "renderer.worker.settings",
    "renderer.worker.stand_ins",
    "renderer.worker.upkeep",
    "renderer.cli.doctor",
    "renderer.cli.frame",
    "renderer.cli.making",
    "renderer.cli.models",
    "renderer.cli.profile",
    "renderer.cli.remix.analysis",
    "renderer.cli.remix.export",
)
"""The only modules outside the backends that may import more of them than their ports."""

OVER_PORTS = {
    "renderer.backends.knowledge.facts",
    "renderer.backends.speech.choice",
    "renderer.backends.speech.pace",
    "renderer.backends.speech.together",
    "renderer.backends.writing.said",
}
"""Modules whose functions work on a port or on the order itself and reach nothing outside."""

LONGEST_CHAIN = 12
"""Length of the longest import chain, lazy imports included: lower it, never raise it."""


@lru_cache(maxsize=1)
def imports() -> Mapping[str, frozenset[str]]:
    """Every module and what it imports, lazily or not."""
    graph = grimp.build_graph(*PACKAGES)
    return {module: frozenset(graph.find_modules_directly_imported_by(module)) for module in graph.modules}


def room(module: str) -> str:
    """The room of a module: `renderer.text` for `renderer.text.lines`; `pipelines` and `api` are one each."""
    first, *rest = module.split(".")
    return f"{first}.{rest[0]}" if first == "renderer" and rest else first


def crossing(
    inside: Callable[[str], bool], name: Callable[[str], str] = room
) -> dict[str, set[tuple[str, str]]]:
    """Imports that leave the modules `inside` selects: (importer, imported) pairs by the listed name."""
    found: dict[str, set[tuple[str, str]]] = {}
    for module, wanted in imports().items():
        if inside(module):
            for other in wanted:
                if not inside(other):
                    found.setdefault(name(other), set()).add((module, other))
    return found


@pytest.mark.parametrize("name", ROOMS)
def test_a_room_imports_only_what_its_list_allows(name: str) -> None:
    allowed = {each if each in {"pipelines", "api"} else f"renderer.{each}" for each in ROOMS[name].split()}
    found = crossing(lambda module: room(module) == name)
    assert not {other: who for other, who in found.items() if other not in allowed}
    assert not allowed - found.keys(), "allowed, but nobody needs it"


def test_every_room_has_its_list() -> None:
    rooms = {room(module) for module in imports()} - {"renderer", "pipelines", "api"}
    assert rooms == set(ROOMS)


@pytest.mark.parametrize(
    ("package", "allowed"), [("pipelines", PIPELINES), ("api", API)], ids=["pipelines", "api"]
)
def test_a_package_imports_only_what_its_list_allows(package: str, allowed: list[str]) -> None:
    def listed(module: str) -> str:
        return next((each for each in allowed if module == each or module.startswith(f"{each}.")), module)

    found = crossing(lambda module: module.split(".")[0] == package, listed)
    assert not {other: who for other, who in found.items() if other not in allowed}
    assert not set(allowed) - found.keys(), "allowed, but nobody needs it"


def test_only_the_composition_root_knows_adapters() -> None:
    allowed = (*COMPOSERS, "renderer.backends", "api")
    wrong = {
        (module, other)
        for module, wanted in imports().items()
        for other in wanted
        if other.startswith("renderer.backends.")
        and not other.endswith(".base")
        and other not in OVER_PORTS
        and not module.startswith(allowed)
    }
    assert not wrong
    needless = [
        name
        for name in COMPOSERS
        if not any(
            other.startswith("renderer.backends.") and not other.endswith(".base")
            for module, wanted in imports().items()
            if module.startswith(name)
            for other in wanted
        )
    ]
    assert not needless, "allowed, but nobody needs it"


def test_the_longest_chain_of_imports_does_not_grow() -> None:
    chain = max((longest_from(module) for module in imports()), key=len)
    assert len(chain) <= LONGEST_CHAIN, " -> ".join(chain)


@cache
def longest_from(module: str) -> tuple[str, ...]:
    """The longest import chain that starts at a module; finite, as imports have no cycle (test_rooms)."""
    return (module, *max((longest_from(other) for other in imports()[module]), key=len, default=()))
