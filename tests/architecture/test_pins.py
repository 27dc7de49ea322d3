"""Pins: complete, consistent, without known weaknesses, and installable in the images without a compiler."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from datetime import UTC, date, datetime
from importlib.metadata import distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.support.image_pins import BESIDE, SOURCE_ONLY, closure, image, pinned
from tests.support.production.servers import lacking
from tools import audit

IMAGES = ("Dockerfile", "Dockerfile.gpu")
EVERYTHING = ("render", "engines", "worker", "api", "test")
BOOTSTRAP = {"pip", "setuptools", "wheel", "clipwright"}


def pip(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pip", *arguments],
        env=os.environ | environment, capture_output=True, text=True, timeout=280, check=False,
    )  # fmt: skip


@pytest.fixture(scope="module")
def registry() -> None:
    """Skip, or in CI fail, where no package registry can be reached."""
    asked = pip("index", "versions", "iniconfig", "--timeout", "5", "--retries", "0")
    if asked.returncode:
        lacking("no package registry")


def test_what_is_installed_is_what_is_pinned() -> None:
    installed = {canonicalize_name(each.metadata["Name"]): each.version for each in distributions()}
    pinned_ones = {name: version for name, version in installed.items() if name not in BOOTSTRAP}
    assert pinned_ones == {name: pinned().get(name) for name in pinned_ones}


@pytest.mark.parametrize("python", ["3.11", "3.12"])
def test_pins_satisfy_everybody_but_where_it_is_meant(python: str) -> None:
    wanted = [*closure(EVERYTHING, python), ("clipwright", Requirement("moviepy")), *moviepy_needs()]
    names = {canonicalize_name(each.name) for _, each in wanted}
    assert names <= set(pinned())
    broken = {
        (asker, canonicalize_name(each.name))
        for asker, each in wanted
        if not each.specifier.contains(pinned()[canonicalize_name(each.name)], prereleases=True)
    }
    assert broken == BESIDE


def moviepy_needs() -> list[tuple[str, Requirement]]:
    (found,) = [each for each in distributions() if each.metadata["Name"].lower() == "moviepy"]
    return [("moviepy", each) for each in map(Requirement, found.requires or []) if each.marker is None]


def test_no_pin_has_a_known_weakness_that_nobody_has_judged() -> None:
    _, advisories = audit.read(audit.ADVISORIES.read_text("utf-8"))
    today = datetime.now(UTC).date()
    open_ones = [each for each in audit.audit(pinned(), advisories) if not each.is_borne(today)]
    assert not open_ones, "run make audit"


def test_the_advisories_are_whole() -> None:
    refreshed, advisories = audit.read(audit.ADVISORIES.read_text("utf-8"))
    assert date(2026, 11, 22) <= refreshed <= datetime.now(UTC).date()
    assert len({(each.package, each.id) for each in advisories}) == len(advisories) > 50
    for each in advisories:
        assert each.package in pinned(), f"{each.id} is about nothing that is pinned"
        assert each.summary
        assert each.source
        assert not each.fixed or not each.hits(each.fixed), f"{each.id} hits what mends it"


def test_the_audit_finds_ranges_normalises_names_and_forgets_no_acceptance() -> None:
    text = """
refreshed = 2026-01-31
[[advisory]]
package = "Some_Package"
id = "X-1"
affected = ["<1.2", ">=2.0,<2.3"]
fixed = "2.3"
summary = "s"
source = "t"
accepted = { because = "not reachable", until = 2026-03-01 }
"""
    _, advisories = audit.read(text)

    def found(version: str) -> list[audit.Finding]:
        return audit.audit(
            audit.pins(f"# some-package==0.1\nsome.package=={version}\nother==1\n"), advisories
        )

    assert [bool(found(version)) for version in ("1.1.9", "1.2", "2.0rc1", "2.2.9", "2.3")] == [
        True, False, False, True, False,
    ]  # fmt: skip
    (finding,) = found("2.1")
    assert finding.is_borne(date(2026, 3, 1))
    assert not finding.is_borne(date(2026, 3, 2))


def test_the_pins_of_before_would_not_pass() -> None:
    """Pillow 11.3.0, to which MoviePy's bound had held the pin, has two advisories of 2026."""
    _, advisories = audit.read(audit.ADVISORIES.read_text("utf-8"))
    ids = {each.advisory.id for each in audit.audit({"pillow": "11.3.0"}, advisories)}
    assert {"CVE-2026-25990", "CVE-2026-40192"} <= ids


@pytest.fixture
def tools_copy(tmp_path: Path) -> Path:
    """The audit with the advisories and pins that it reads, in a folder of its own."""
    (tmp_path / "tools").mkdir()
    for name in ("tools/audit.py", "tools/advisories.toml", "constraints.txt"):
        shutil.copy(audit.ROOT / name, tmp_path / name)
    return tmp_path


def cut_off(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run Python in `folder`, in a namespace without a network."""
    return subprocess.run(
        ["unshare", "--user", "--map-root-user", "--net", sys.executable, *command],
        cwd=folder, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def audited(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the same command as `make audit`, without a network."""
    probe = cut_off(folder, "-c", "import socket; socket.socket().connect(('192.0.2.1', 9))")
    if "unreachable" not in probe.stderr:
        lacking(f"network namespaces are not allowed here: {probe.stderr.strip()}")
    return cut_off(folder, "-m", "tools.audit")


def test_the_audit_needs_no_network(tools_copy: Path) -> None:
    done = audited(tools_copy)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1].startswith(f"{len(pinned())} pins, ")
    assert ": 0 to mend, " in done.stdout


def test_the_audit_of_an_affected_pin_fails_and_names_it(tools_copy: Path) -> None:
    pins = tools_copy / "constraints.txt"
    before = f"pillow=={pinned()['pillow']}\n"
    assert before in pins.read_text("utf-8")
    pins.write_text(pins.read_text("utf-8").replace(before, "pillow==11.3.0\n"), "utf-8")
    done = audited(tools_copy)
    assert (done.returncode, done.stderr) == (1, "")
    assert "pillow 11.3.0: CVE-2026-25990, " in done.stdout
    assert ": 0 to mend, " not in done.stdout


@pytest.mark.timeout(300)
@pytest.mark.usefixtures("registry")
@pytest.mark.parametrize("name", IMAGES)
def test_every_pin_of_an_image_has_a_wheel_for_it(name: str, tmp_path: Path) -> None:
    """Resolved by pip for the image's Python and C library; only metadata is downloaded."""
    made = image(name)
    names = {canonicalize_name(each.name) for _, each in closure(made.extras, made.python)} - SOURCE_ONLY
    platforms = [word for tag in made.platforms() for word in ("--platform", tag)]
    done = pip(
        "install", "--dry-run", "--quiet", "--ignore-installed", "--no-deps", "--only-binary=:all:",
        f"--python-version={made.python}", *platforms, f"--target={tmp_path}",
        *(f"{each}=={pinned()[each]}" for each in sorted(names)),
        PIP_FIND_LINKS="",
    )  # fmt: skip
    assert len(names) > 60
    assert done.returncode == 0, done.stderr[-2000:]


@pytest.mark.usefixtures("registry")
@pytest.mark.parametrize("name", sorted(SOURCE_ONLY))
def test_what_has_no_wheel_is_built_without_a_compiler(name: str, tmp_path: Path) -> None:
    done = pip(
        "wheel", "--quiet", "--no-deps", "--only-binary=:all:", f"--no-binary={name}", "--no-cache-dir",
        f"--wheel-dir={tmp_path}",
        f"{name}=={pinned()[name]}",
        CC="/bin/false", CXX="/bin/false",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    (wheel,) = tmp_path.iterdir()
    assert wheel.name.endswith("-none-any.whl")
