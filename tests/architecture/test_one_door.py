"""Rules that import-linter cannot express: access to environment, processes and vendors; sizes; names."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = sorted(
    path for package in ("renderer", "pipelines", "api") for path in (ROOT / package).rglob("*.py")
)

DOORS: dict[str, tuple[str, ...]] = {
    "boto3": ("renderer/backends/storage/s3/connection.py",),
    "botocore": ("renderer/backends/storage/s3/",),
    "celery": ("renderer/worker/", "api/queue/celery_queue.py"),
    "subprocess": (
        "renderer/media/",
        "renderer/kernels/build.py",
        "renderer/backends/knowledge/zim.py",
        "renderer/backends/packs/fetching.py",
        "renderer/backends/speech/embedded/espeak_process.py",
        "renderer/worker/segments/children.py",
        "api/queue/worker_process.py",
    ),
    "multiprocessing": (),
    "_posixsubprocess": (),
    "pty": (),
    "libzim": ("renderer/backends/knowledge/zim_host.py",),
    "selectolax": ("renderer/backends/knowledge/html_text.py",),
    "av": ("renderer/media/",),
    "ffmpeg": ("renderer/media/",),
    "moviepy": ("renderer/media/",),
    "imageio_ffmpeg": ("renderer/media/",),
}
"""Module → the only files or folders that may import it."""

SPAWNING = re.compile(
    r"(?:v?fork|forkpty|posix_spawnp?|exec[lv]p?e?|spawn[lv]p?e?|spawnv_passfds|popen|startfile"
    r"|create_subprocess_(?:exec|shell)|subprocess_(?:exec|shell)|ProcessPoolExecutor)"
)
"""Names, in any module, that start a process or replace the current one."""

FORKING = (
    "renderer/backends/speech/embedded/espeak_host.py",
    "api/queue/child_launcher.py",
    "renderer/media/sources/video/launcher.py",
    "renderer/worker/forking.py",
)
"""Files that may fork: the espeak helper, which speaks each utterance in a fork; the launchers that become
the worker's child and a decoder; the command line, which looks up, plans and renders ahead in forks of
itself.
"""

DATES = ("renderer/net/replies.py",)
"""Where dates of replies are read, below the layer that has a clock."""

VAGUE = frozenset({"utils", "util", "helpers", "common", "misc"})
SETTINGS = ("renderer/worker/settings.py", "api/settings.py")
HEAVY = frozenset({"faster_whisper", "torch", "onnxruntime", "ctranslate2", "moviepy", "pyopenjtalk", "rich"})


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def imports(tree: ast.AST) -> Iterator[tuple[str, bool]]:
    """Top-level package of each import, and whether it runs when the module itself is imported."""
    inside = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        or (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test))
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        at_import = id(node) not in inside
        if isinstance(node, ast.Import):
            yield from ((alias.name.split(".")[0], at_import) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.split(".")[0], at_import


@pytest.fixture(scope="module")
def trees() -> dict[str, ast.Module]:
    return {relative(path): ast.parse(path.read_text("utf-8")) for path in SOURCES}


def test_each_vendor_has_one_door(trees: dict[str, ast.Module]) -> None:
    broken = [
        f"{file} imports {name}"
        for file, tree in trees.items()
        for name, _ in imports(tree)
        if name in DOORS and not file.startswith(DOORS[name])
    ]
    assert not broken


def test_no_process_is_started_beside_the_door(trees: dict[str, ast.Module]) -> None:
    """Neither with a function of `os` or `asyncio` nor with a private one of another library."""
    broken = [
        f"{file}: {name}"
        for file, tree in trees.items()
        if file not in FORKING
        for node in ast.walk(tree)
        for name in _names(node)
        if SPAWNING.fullmatch(name)
    ]
    assert not broken


def _names(node: ast.AST) -> list[str]:
    """The names in an attribute access or a `from … import`."""
    if isinstance(node, ast.Attribute):
        return [node.attr]
    return [alias.name for alias in node.names] if isinstance(node, ast.ImportFrom) else []


def test_heavy_libraries_are_never_imported_at_import_time(trees: dict[str, ast.Module]) -> None:
    broken = [
        f"{file} imports {name}"
        for file, tree in trees.items()
        for name, at_import in imports(tree)
        if name in HEAVY and at_import
    ]
    assert not broken


def test_the_environment_is_read_only_in_settings(trees: dict[str, ast.Module]) -> None:
    broken = [
        f"{file}:{node.lineno}"
        for file, tree in trees.items()
        if file not in SETTINGS
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in {"environ", "getenv", "environb"}
    ]
    assert not broken


def test_only_the_clock_asks_for_the_time(trees: dict[str, ast.Module]) -> None:
    """An entry that nothing uses must be removed."""
    found = {file for file, tree in trees.items() for name, _ in imports(tree) if name == "time"}
    assert found == {"renderer/clock.py", *DATES}


def test_modules_are_small_and_named_for_what_they_hold() -> None:
    too_long = [relative(path) for path in SOURCES if len(path.read_text("utf-8").splitlines()) > 400]
    vague = [
        relative(path) for path in SOURCES if path.stem in {"utils", "util", "helpers", "common", "misc"}
    ]
    assert not too_long
    assert not vague


def test_no_machine_path_or_address_is_in_any_tracked_text() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True
    ).stdout.decode()
    needles = ("/" + "work/", "/" + "root/", "files." + "pythonhosted")
    found = []
    for name in listed.split("\0"):
        path = ROOT / name
        if not name or path.suffix not in {".py", ".md", ".toml", ".txt", ".yaml", ".yml", ".json", ""}:
            continue
        text = path.read_text("utf-8", errors="ignore") if path.is_file() else ""
        found += [f"{name}: {needle}" for needle in needles if needle in text]
    assert not found


def test_the_command_line_starts_light() -> None:
    code = "import sys, renderer.cli.main; print(' '.join(sys.modules))"
    loaded = set(
        subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True, text=True
        ).stdout.split()
    )
    assert not loaded & {"numpy", "cv2", "av", "pydantic", "rich", "fastapi", "sqlalchemy", "scipy"}
