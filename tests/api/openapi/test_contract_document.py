"""docs/CONTRACT.md names only what exists: modules, functions, tests, and the databases that they run on."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.api.served import ROOT

DOCUMENT = ROOT / "docs" / "CONTRACT.md"
HERE = ROOT / "tests" / "api"
QUOTED = re.compile(r"`([^`]+)`(²?)")
BOTH = frozenset({"service", "account", "database_url"})
"""Fixtures that run a test on SQLite and on PostgreSQL."""


@dataclass(frozen=True, kw_only=True)
class Rule:
    """One row of a table of rules."""

    text: str
    places: str
    tests: str


def rules() -> Iterator[Rule]:
    """Rows of every table that has these three columns."""
    inside = False
    for line in DOCUMENT.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if len(cells) == 3 and cells[1:] == ["Kept in", "Shown by"]:
            inside = True
        elif not cells:
            inside = False
        elif inside and not set(cells[0]) <= {"-"}:
            yield Rule(text=cells[0], places=cells[1], tests=cells[2])


RULES = list(rules())


def functions(path: Path) -> dict[str, set[str]]:
    """Every function of a module with the names of its arguments; methods are named `Class.name`."""
    tree = ast.parse(path.read_text("utf-8"))
    found = {
        node.name: {argument.arg for argument in node.args.args}
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            found[node.name] = set()
            found |= {
                f"{node.name}.{each.name}": set() for each in node.body if isinstance(each, ast.FunctionDef)
            }
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found[node.target.id] = set()
    return found


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.text[:40])
def test_a_rule_is_kept_where_it_says(rule: Rule) -> None:
    named = QUOTED.findall(rule.places)
    assert named, f"nothing keeps: {rule.text}"
    for name, _ in named:
        assert place_exists(name), name


def place_exists(name: str) -> bool:
    """Whether a file or folder of the API or repository, or a `module.function` of the API, exists."""
    if "/" in name or name.endswith(".py"):
        found = any((root / name).exists() for root in (ROOT, ROOT / "api"))
        if found or name.endswith(".py"):
            return found
    module, _, member = name.partition(".")
    path = ROOT / "api" / f"{module}.py"
    return path.exists() and member in functions(path)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.text[:40])
def test_a_rule_is_shown_by_tests_that_exist(rule: Rule) -> None:
    named = QUOTED.findall(rule.tests)
    assert named, f"nothing shows: {rule.text}"
    for name, both in named:
        path, _, test = name.partition("::")
        file = ROOT / path if "/" in path else next(HERE.rglob(f"{path.removesuffix('.py')}.py"))
        assert file.exists(), name
        tests = {each: given for each, given in functions(file).items() if each.startswith("test_")}
        shown = [given for each, given in tests.items() if test in {each, ""}]
        assert shown or file.parent.name == "benchmarks", name
        if both:
            assert any(BOTH & given for given in shown), f"{name} runs on one database"


def test_the_tables_are_read() -> None:
    """The parser reads every table, or the tests above would prove nothing."""
    assert len(RULES) > 60
