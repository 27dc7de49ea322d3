"""Structure of the code base: small folders with a docstring each, one meaning per name, no import cycles."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("renderer", "pipelines", "api")
FOLDERS = sorted(
    {
        path.parent
        for package in (*PACKAGES, "tests", "benchmarks", "tools")
        for path in (ROOT / package).rglob("*.py")
    }
)
SOURCES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
GLOSSARY = ROOT / "docs" / "GLOSSARY.md"
MOST_MODULES = 20
SKIPS = {"test_this_machines_cards_are_seen_and_an_encoder_proves_itself"}
"""Tests that may be skipped in CI too, because no CI machine needs to have the hardware."""


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("folder", FOLDERS, ids=relative)
def test_a_folder_has_at_most_twenty_modules(folder: Path) -> None:
    assert len([path for path in folder.glob("*.py") if path.name != "__init__.py"]) <= MOST_MODULES


@pytest.mark.parametrize(
    "folder", [folder for folder in FOLDERS if relative(folder).startswith(PACKAGES)], ids=relative
)
def test_a_folder_says_what_lives_in_it(folder: Path) -> None:
    docstring = ast.get_docstring(ast.parse((folder / "__init__.py").read_text("utf-8")))
    assert docstring, f"{relative(folder)}/__init__.py says nothing"


def test_what_is_skipped_here_fails_in_ci() -> None:
    """A function that skips a test checks `CI` first, or calls one that does; `lacking` is the usual way."""
    for path in (ROOT / "tests").rglob("*.py"):
        text = path.read_text("utf-8")
        nodes = ast.walk(ast.parse(text)) if "pytest.skip(" in text else ()
        for function in (node for node in nodes if isinstance(node, ast.FunctionDef)):
            said = ast.get_source_segment(text, function) or ""
            judged = "pytest.skip(" not in said or '"CI"' in said or function.name in SKIPS
            assert judged, f"{relative(path)}: {function.name}"


def test_what_needs_servers_lies_where_make_looks_for_it() -> None:
    recipe = re.search(r"-m services (.+) \$\(ARGS\)", (ROOT / "Makefile").read_text("utf-8"))
    assert recipe
    folders = tuple(f"{folder}/" for folder in recipe[1].split())
    mark = "mark." + "services"
    marked = [path for path in (ROOT / "tests").rglob("test_*.py") if mark in path.read_text("utf-8")]
    assert len(marked) > 10
    assert not [path for path in marked if not relative(path).startswith(folders)]


def test_no_two_public_classes_have_the_same_name() -> None:
    homes: dict[str, list[str]] = defaultdict(list)
    for path in SOURCES:
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].append(relative(path))
    assert not {name: places for name, places in homes.items() if len(places) > 1}


def test_no_import_goes_round_in_a_circle_not_even_a_lazy_one() -> None:
    graph = grimp.build_graph(*PACKAGES)
    waiting = {module: set(graph.find_modules_directly_imported_by(module)) for module in graph.modules}
    while free := {module for module, imported in waiting.items() if not imported & waiting.keys()}:
        waiting = {module: imported for module, imported in waiting.items() if module not in free}
    assert not waiting, f"among these is a circle: {sorted(waiting)}"


def glossary() -> list[tuple[str, str]]:
    """Term and meaning of every row."""
    rows = re.findall(r"^\| \*\*(.+?)\*\*.*? \| (.+) \|$", GLOSSARY.read_text("utf-8"), re.MULTILINE)
    assert len(rows) > 20
    return rows


def test_the_glossary_has_one_meaning_for_each_word() -> None:
    words = Counter(word for term, _ in glossary() for word in re.findall(r"[\w-]+(?: [\w-]+)*", term))
    assert not [word for word, count in words.items() if count > 1]


@pytest.mark.parametrize(("term", "meaning"), glossary(), ids=lambda value: value[:30])
def test_a_word_of_the_glossary_stands_in_the_code(term: str, meaning: str) -> None:
    """Each term occurs in the code, and each `Name` or path in its explanation exists there."""
    text = _all_sources()
    first = re.split(r"[,*(]", term)[0].strip()
    assert re.search(
        rf"(?<![a-z]){re.escape(first).replace(chr(92) + ' ', '[ _-]?')}", text, re.IGNORECASE
    ), first
    for quoted in re.findall(r"`([^`]+)`", meaning):
        assert (ROOT / quoted).exists() if "/" in quoted else re.search(rf"\bclass {quoted}\b", text), quoted


_TEXTS: dict[str, str] = {}


def _all_sources() -> str:
    files = (*SOURCES, *(ROOT / "benchmarks").glob("*.py"))
    return _TEXTS.setdefault("all", "\n".join(path.read_text("utf-8") for path in files))
