"""The images, the Compose file and the dashboard, checked against the code as far as that needs no engine."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml

from api import metrics as api_metrics
from api.settings import ServiceSettings
from pipelines.registry import PIPELINES
from renderer.contract.queues import LONGEST_SECONDS, SEGMENTS, queue_name
from renderer.contract.resource_need import Need
from renderer.worker.process.metrics import METRICS
from renderer.worker.settings import WorkerSettings
from tools import dashboard

ROOT = Path(__file__).parents[2]
BIN = ROOT / ".venv" / "bin"
IMAGES = ("Dockerfile", "Dockerfile.gpu")
PINNED = re.compile(r"^[\w./-]+:v?\d[\w.-]+@sha256:[0-9a-f]{64}$")


def instructions(name: str) -> list[tuple[str, str]]:
    """Instructions with their arguments; continuation lines are joined and comments removed."""
    text = re.sub(r"^\s*#.*\n", "", (ROOT / name).read_text("utf-8"), flags=re.MULTILINE)
    lines = re.sub(r"\\\n\s*", " ", text).splitlines()
    return [(line.split(None, 1)[0], line.split(None, 1)[1].strip()) for line in lines if line.strip()]


def of(name: str, kind: str) -> list[str]:
    return [rest for word, rest in instructions(name) if word == kind]


@pytest.mark.parametrize("name", IMAGES)
def test_the_linter_has_nothing_to_say(name: str) -> None:
    said = subprocess.run(
        ["hadolint", name], cwd=ROOT, env=_path(), capture_output=True, text=True, check=False
    )
    assert (said.returncode, said.stdout) == (0, "")


@pytest.mark.parametrize("name", IMAGES)
def test_images_are_staged_pinned_and_not_root(name: str) -> None:
    stages = of(name, "FROM")
    names = {line.split(" AS ")[1] for line in stages}
    bases = {line.split(" AS ")[0] for line in stages} - names
    assert len(stages) >= 2
    assert all(PINNED.match(base) for base in bases), bases
    assert of(name, "USER")[-1] == "10001:10001"
    words = [word for word, _ in instructions(name)]
    assert words.index("USER") < words.index("CMD")
    assert len(of(name, "HEALTHCHECK")) == 1
    assert "clipwright doctor" in of(name, "RUN")
    assert words.index("USER") < instructions(name).index(("RUN", "clipwright doctor"))


def _path() -> dict[str, str]:
    own = {
        name: value
        for name, value in os.environ.items()
        if name == "CLIPWRIGHT_MODELS" or not name.startswith("CLIPWRIGHT_")
    }
    return own | {"PATH": f"{BIN}:{os.environ['PATH']}"}


def _commands(name: str) -> list[list[str]]:
    """Every command of the image that runs our program or Python, ready to be run here."""
    runs = [rest.split() for rest in of(name, "RUN") if rest.startswith("clipwright")]
    health = json.loads(of(name, "HEALTHCHECK")[0].split("CMD", 1)[1])
    return [*runs, health, [*json.loads(of(name, "CMD")[-1]), "--help"]]


@pytest.mark.parametrize(("name", "command"), [(name, each) for name in IMAGES for each in _commands(name)])
def test_commands_of_the_images_run(name: str, command: list[str], tmp_path: Path) -> None:
    """A health check finds no server here and must exit with 1; every other command must exit with 0."""
    program = "python3" if command[0] == "python" else command[0]
    done = subprocess.run(
        [program, *command[1:]],
        cwd=tmp_path, env=_path(), capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    is_health = "--healthy" in command or "urlopen" in command[-1]
    assert done.returncode == (1 if is_health else 0), (name, done.stderr[-500:])


@pytest.mark.parametrize("name", IMAGES)
def test_what_is_copied_exists_and_is_let_through(name: str) -> None:
    ignore = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    sources = [word for rest in of(name, "COPY") if "--from" not in rest for word in rest.split()[:-1]]
    assert all((ROOT / source).exists() for source in sources)
    assert all(f"!{source}" in ignore for source in sources)


@pytest.mark.parametrize("name", IMAGES)
def test_installing_asks_for_extras_that_exist(name: str) -> None:
    (command,) = [rest for rest in of(name, "RUN") if rest.startswith("pip install")]
    assert "--constraint constraints.txt" in command
    wanted = re.findall(r"\[(.*)\]", command)[0].split(",")
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    assert all(re.search(rf"^{extra} = \[", text, re.MULTILINE) for extra in wanted)


@pytest.fixture(scope="module")
def composition() -> dict[str, Any]:
    return dict(yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8")))


def test_every_variable_of_the_composition_is_a_setting(composition: dict[str, Any]) -> None:
    known = {
        f"CLIPWRIGHT_{name.upper()}"
        for kind in (ServiceSettings, WorkerSettings)
        for name in kind.model_fields
    }
    used = {
        name
        for service in composition["services"].values()
        for name in service.get("environment", {})
        if name.startswith("CLIPWRIGHT_")
    }
    assert used
    assert used <= known
    example = (ROOT / "docs" / "compose.env.example").read_text("utf-8")
    needed = set(re.findall(r"\$\{(\w+):\?", (ROOT / "compose.yaml").read_text("utf-8")))
    assert needed <= set(re.findall(r"^(\w+)=", example, re.MULTILINE))


def test_images_of_others_are_pinned_and_volumes_declared(composition: dict[str, Any]) -> None:
    for name, service in composition["services"].items():
        if "build" not in service:
            assert PINNED.match(service["image"]), name
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert source in composition["volumes"] or (ROOT / source).exists(), volume


def test_workers_are_given_longer_than_their_drain(composition: dict[str, Any]) -> None:
    for name in ("worker", "worker-gpu"):
        grace = int(composition["services"][name]["stop_grace_period"].removesuffix("s"))
        assert grace > WorkerSettings().drain_seconds + 10


def test_the_brokers_are_set_up_as_the_worker_needs_them(composition: dict[str, Any]) -> None:
    command = composition["services"]["redis"]["command"]
    assert command[command.index("--maxmemory-policy") + 1] == "noeviction"
    conf = (ROOT / "docs" / "rabbitmq.conf").read_text("utf-8")
    assert int(re.findall(r"consumer_timeout = (\d+)", conf)[0]) > 1000 * LONGEST_SECONDS


def test_the_dashboard_is_up_to_date_and_asks_only_for_what_is_counted() -> None:
    assert dashboard.TARGET.read_text("utf-8") == dashboard.text(), "run python -m tools.dashboard"
    source = Path(api_metrics.__file__).read_text("utf-8")
    counted = {*METRICS, *re.findall(r'"(clipwright_\w+)"', source)}
    asked = {
        re.sub(r"_(total|bucket)$", "", name)
        for panel in dashboard.dashboard()["panels"]
        for target in panel["targets"]
        for name in re.findall(r"clipwright_\w+", target["expr"])
    }
    assert asked <= counted
    assert set(METRICS) <= asked


def _ours(composition: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {name: service for name, service in composition["services"].items() if "build" in service}


def test_services_of_ours_are_built_from_files_that_are_here(composition: dict[str, Any]) -> None:
    for name, service in _ours(composition).items():
        build = service["build"]
        file = build.get("dockerfile", "Dockerfile") if isinstance(build, dict) else "Dockerfile"
        assert file in IMAGES, name
        assert set(service.get("depends_on", {})) <= set(composition["services"])


def test_every_command_of_the_composition_is_one_of_ours(composition: dict[str, Any], tmp_path: Path) -> None:
    """Commands are run with `--help` and exit with 0; health checks find no server and exit with 1."""
    commands = [service["command"] for service in _ours(composition).values() if "command" in service]
    checks = [
        service["healthcheck"]["test"] for service in _ours(composition).values() if "healthcheck" in service
    ]
    assert commands
    assert checks
    for command, code in [
        *(([*each, "--help"], 0) for each in commands),
        *((each[1:], 1) for each in checks),
    ]:
        done = subprocess.run(
            command, cwd=tmp_path, env=_path(), capture_output=True, text=True, timeout=60, check=False
        )
        assert done.returncode == code, (command, done.stderr[-500:])


def test_workers_listen_to_queues_that_somebody_rings(composition: dict[str, Any]) -> None:
    rung = {queue_name(name.partition(".")[0], need) for name in PIPELINES for need in get_args(Need)} | {
        SEGMENTS
    }
    asked = [service["command"] for service in _ours(composition).values() if "command" in service]
    asked += [json.loads(of(name, "CMD")[-1]) for name in IMAGES]
    queues = [command[command.index("--queues") + 1] for command in asked if "--queues" in command]
    assert len(queues) >= 2
    assert {queue for each in queues for queue in each.split(",")} <= rung


def test_the_program_runs_where_the_image_has_it(tmp_path: Path) -> None:
    """Runs with only what the image copies, so a file of the repository that the image lacks is noticed."""
    copied = {word for rest in of("Dockerfile", "COPY") if "--from" not in rest for word in rest.split()[:-1]}
    app = tmp_path / "app"
    app.mkdir()
    for name in copied:
        take: Callable[[Path, Path], object] = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        take(ROOT / name, app / name)
    where = "import renderer.worker, api.app; print(renderer.__file__)"
    done = subprocess.run(
        ["python3", "-c", where], cwd=tmp_path, env=_path() | {"PYTHONPATH": str(app)},
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert done.stdout.startswith(str(app))
    doctor = subprocess.run(
        ["clipwright", "doctor"], cwd=tmp_path, env=_path() | {"PYTHONPATH": str(app)},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert doctor.returncode == 0, doctor.stdout
