"""docs/EXTENDING.md can be followed: at most ten steps, and every path and name exists; ports likewise."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "EXTENDING.md").read_text("utf-8")
WALKS: dict[str, str] = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", TEXT, re.MULTILINE | re.DOTALL))
WANTED = {"A style pack", "A pipeline", "A speech provider", "A retry policy", "An endpoint"}
MOST_STEPS = 10
PORTS = sorted((ROOT / "renderer").rglob("base.py"))
RECIPE = re.compile(r"To add (?:an?|one)\b.*", re.DOTALL)


def test_every_walk_that_is_promised_is_there() -> None:
    assert set(WALKS) >= WANTED


@pytest.mark.parametrize("walk", WALKS)
def test_a_walk_has_at_most_ten_steps_in_order(walk: str) -> None:
    numbers = [int(number) for number in re.findall(r"^(\d+)\. ", WALKS[walk], re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert 3 <= len(numbers) <= MOST_STEPS


@pytest.mark.parametrize("quoted", sorted(set(re.findall(r"`([^`]+/[^`]*)`", TEXT))))
def test_a_path_of_a_walk_exists(quoted: str) -> None:
    assert (ROOT / quoted).exists()


@pytest.mark.parametrize(("name", "path"), re.findall(r"`([A-Z][A-Za-z]+)` (?:in|to) `([^`]+\.py)`", TEXT))
def test_a_name_of_a_walk_is_in_its_file(name: str, path: str) -> None:
    assert re.search(rf"^(?:class )?{name}\b", (ROOT / path).read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize(
    "file", sorted(set(re.findall(r"beside\s+`(\w+\.toml)`", TEXT)) | {"documentary.toml"})
)
def test_a_data_file_of_a_walk_exists(file: str) -> None:
    assert list((ROOT / "assets").rglob(file))


@pytest.mark.parametrize("target", sorted(set(re.findall(r"`make ([a-z ]+)`", TEXT))))
def test_a_make_target_of_a_walk_exists(target: str) -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for name in target.split():
        assert re.search(rf"^{name}:", makefile, re.MULTILINE), name


@pytest.mark.parametrize("port", PORTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_the_recipe_of_a_port_names_what_exists(port: Path) -> None:
    """Files that the docstring of a port names exist, and so does every member that it asks for."""
    text = port.read_text("utf-8")
    found = RECIPE.search(ast.get_docstring(ast.parse(text)) or "")
    if not found:
        return
    for path in re.findall(r"\b(?:assets|tests|renderer|pipelines|tools)/[\w/.*]*\w", found[0]):
        assert list(ROOT.glob(path)), path
    for module in re.findall(r"python -m ([\w.]+\w)", found[0]):
        assert (ROOT / (module.replace(".", "/") + ".py")).is_file(), module
    asked = re.search(r"with a? ?(?:frozen )?(?:class that has )?((?:`\w+`(?:, | and )?)+)", found[0])
    for member in re.findall(r"`(\w+)`", asked[1]) if asked else ():
        assert re.search(rf"def {member}\b|^\s+{member}:", text, re.MULTILINE), member


def test_most_ports_have_a_recipe() -> None:
    with_recipe = [
        port for port in PORTS if RECIPE.search(ast.get_docstring(ast.parse(port.read_text("utf-8"))) or "")
    ]
    assert len(with_recipe) >= 6
