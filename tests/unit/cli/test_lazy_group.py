"""Commands listed by name and help line, and imported only when they are used."""

from __future__ import annotations

import ast
import importlib.util
import resource
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from renderer.cli import lazy_group, main
from renderer.cli.lazy_group import LazyCommand, LazyGroup
from renderer.cli.output import UNREAD
from renderer.cli.remix import group
from renderer.errors import ClipwrightError

TABLES = {"clipwright": main.COMMANDS, "remix": group.COMMANDS}


@click.group(
    cls=LazyGroup,
    lazy_commands={
        "sing": (f"{__name__}:sing", "Sing a line."),
        "absent": ("no.such.module:absent", "Never."),
    },
)
def choir() -> None:
    """A choir."""


@click.command()
@click.option("--to-nobody", is_flag=True)
def sing(*, to_nobody: bool) -> None:
    """Sing."""
    if to_nobody:
        raise BrokenPipeError
    click.echo("la")


def test_help_lists_commands_in_the_order_of_the_table_and_imports_none() -> None:
    done = CliRunner().invoke(choir, ["--help"])
    assert done.exit_code == 0
    assert done.output.endswith("Commands:\n  sing    Sing a line.\n  absent  Never.\n")


def test_a_command_is_imported_when_it_is_called() -> None:
    assert CliRunner().invoke(choir, ["sing"]).output == "la\n"
    assert isinstance(CliRunner().invoke(choir, ["absent"]).exception, ModuleNotFoundError)


def test_an_unknown_command_is_refused_as_by_any_group() -> None:
    done = CliRunner().invoke(choir, ["dance"])
    assert done.exit_code == 2
    assert done.output.endswith("Error: No such command 'dance'.\n")


def test_a_command_whose_reader_has_gone_ends_with_the_code_of_a_broken_pipe(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lazy_group, "fall_silent", lambda: None)
    assert CliRunner().invoke(choir, ["sing", "--to-nobody"]).exit_code == UNREAD


def test_with_too_little_address_space_nothing_is_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (lazy_group.LEAST_ADDRESS_SPACE - 1, -1))
    failure = CliRunner().invoke(choir, ["absent"]).exception
    assert isinstance(failure, ClipwrightError)
    assert failure.code == "memory_short"


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_every_reference_names_a_function_of_a_module(table: dict[str, LazyCommand]) -> None:
    for reference, _ in table.values():
        module, attribute = reference.split(":")
        spec = importlib.util.find_spec(module)
        assert spec, reference
        assert spec.origin, reference
        body = ast.parse(Path(spec.origin).read_text("utf-8")).body
        assert attribute in {node.name for node in body if isinstance(node, ast.FunctionDef)}, reference


@pytest.mark.parametrize("arguments", ["--help", "remix --help", "dance", "remix dance"])
def test_help_and_refusals_load_groups_alone(arguments: str) -> None:
    code = (
        "import contextlib, sys; from renderer.cli.main import main\n"
        "with contextlib.suppress(SystemExit): main()\n"
        "print('LOADED', *(name for name in sys.modules if name.startswith(('renderer.', 'api'))))"
    )
    command = [sys.executable, "-c", code, *arguments.split()]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == (0 if "--help" in arguments else 2)
    loaded = done.stdout.partition("LOADED")[2].split()
    commands = {reference.split(":")[0] for table in TABLES.values() for reference, _ in table.values()}
    assert "renderer.cli.main" in loaded
    assert not (commands - {"renderer.cli.remix.group"}) & set(loaded)
