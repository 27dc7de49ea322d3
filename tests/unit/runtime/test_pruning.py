"""Pruning beside live runs: what a run relies on stays, the rest goes by time of last use."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from msgspec.structs import replace

from renderer.contract.orders.short import ShortOrder
from renderer.errors import ClipwrightError
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.execution.run import Run
from renderer.runtime.execution.runner import run_pipeline
from renderer.runtime.stage import Stage, StageContext
from renderer.runtime.workspace import open_workspace, prune, run_store, scratch_folder, sweep
from renderer.runtime.workspace_folders import Workspace

NO_ENGINES = CapabilitySet({})
DAY = 86_400.0


@dataclass(frozen=True)
class Loaf:
    blob: str


@dataclass(frozen=True)
class Sale:
    text: str


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return open_workspace(tmp_path / "w")


def bake(context: StageContext[ShortOrder]) -> Loaf:
    file = context.scratch / "loaf"
    file.write_text(context.order.topic * 3)
    return Loaf(context.keep(file))


def sell(context: StageContext[ShortOrder]) -> Sale:
    return Sale(context.path(context.read(Loaf).blob).read_text())


STAGES = (
    Stage(name="bake", version=1, weight=1, makes=Loaf, run=bake, params=lambda order, _: {"t": order.topic}),
    Stage(name="sell", version=1, weight=1, makes=Sale, needs=(Loaf,), run=sell, cached=False),
)


def run_once(workspace: Workspace, topic: str = "rye", before_selling: Callable[[], object] = int) -> str:
    def interrupted(context: StageContext[ShortOrder]) -> Sale:
        before_selling()
        return sell(context)

    stages = (STAGES[0], replace(STAGES[1], run=interrupted))
    run = Run(order=ShortOrder(topic=topic), capabilities=NO_ENGINES, workspace=workspace)
    sale: Sale = run_pipeline(stages, run).documents[Sale]
    return sale.text


def age(path: Path, days: float) -> None:
    facts = path.stat()
    os.utime(path, (facts.st_atime - days * DAY, facts.st_mtime - days * DAY))


def artifacts(workspace: Workspace) -> set[str]:
    return {path.name for path in workspace.objects.glob("*/*")}


@pytest.mark.parametrize("known", [False, True])
def test_a_neighbour_that_prunes_takes_nothing_from_a_living_run(
    workspace: Workspace, *, known: bool
) -> None:
    if known:
        run_once(workspace)
        for path in workspace.objects.glob("*/*"):
            age(path, 3)
    assert run_once(workspace, before_selling=lambda: prune(workspace, keep_bytes=0)) == "ryeryerye"
    assert prune(workspace, keep_bytes=0) > 0
    assert not artifacts(workspace)


def test_runs_and_a_pruner_that_never_rests_do_not_disturb_each_other(workspace: Workspace) -> None:
    over, pruned = threading.Event(), []

    def keep_pruning() -> None:
        while not over.is_set():
            pruned.append(prune(workspace, keep_bytes=0))

    pruner = threading.Thread(target=keep_pruning)
    pruner.start()
    try:
        for number in range(60):
            assert run_once(workspace, f"rye{number % 3}") == f"rye{number % 3}" * 3
    finally:
        over.set()
        pruner.join()
    assert sum(pruned) > 0


def test_pins_of_a_dead_run_hold_until_it_is_swept(workspace: Workspace) -> None:
    scratch = workspace.scratch / "run-dead"
    scratch.mkdir()
    run_store(workspace, scratch).put_bytes(b"bread")
    assert prune(workspace, keep_bytes=0) == 0
    sweep(workspace)
    assert prune(workspace, keep_bytes=0) == len(b"bread")


def test_a_pin_waits_while_somebody_prunes(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between reading the pins and removing files no pin may be added, or its artifact would be gone."""
    digest = ArtifactStore(workspace).put_bytes(b"bread")
    removing, asked, answers = threading.Event(), threading.Event(), []
    unlink = Path.unlink

    def slowly(path: Path, *, missing_ok: bool = False) -> None:
        if path.name == digest:
            removing.set()
            asked.wait(5)
            answers.append("gone")
        unlink(path, missing_ok=missing_ok)

    def ask() -> None:
        with scratch_folder(workspace) as scratch:
            removing.wait(5)
            threading.Timer(0.2, asked.set).start()
            here = run_store(workspace, scratch).has(digest)
            answers.append("here" if here else "missing")

    monkeypatch.setattr(Path, "unlink", slowly)
    other = threading.Thread(target=ask)
    other.start()
    prune(workspace, keep_bytes=0)
    other.join()
    assert answers == ["gone", "missing"]


def test_what_was_used_last_stays_longest(workspace: Workspace) -> None:
    for topic in ("rye", "oat"):
        run_once(workspace, topic)
    rye = {path.name for path in workspace.objects.glob("*/*") if b"rye" in path.read_bytes()}
    for path in (*workspace.objects.glob("*/*"), *workspace.keys.iterdir()):
        age(path, 9)
    run_once(workspace, "rye")
    used = artifacts(workspace)
    sizes = [(workspace.objects / name[:2] / name).stat().st_size for name in used]
    prune(workspace, keep_bytes=sum(sizes) - 1)
    assert rye <= artifacts(workspace) < used


def test_keys_of_what_is_long_gone_go_too(workspace: Workspace) -> None:
    run_once(workspace, "oat")
    for path in (*workspace.objects.glob("*/*"), *workspace.keys.iterdir()):
        age(path, 9)
    run_once(workspace, "rye")
    sizes = [path.stat().st_size for path in workspace.objects.glob("*/*")]
    prune(workspace, keep_bytes=sum(sizes) // 2 + 1)
    assert len(list(workspace.keys.iterdir())) == 1


def test_old_keys_go_where_nothing_is_left(workspace: Workspace) -> None:
    """`clipwright clean` keeps no artifact; keys of the last hour may belong to a run that goes on."""
    run_once(workspace, "oat")
    for path in (*workspace.objects.glob("*/*"), *workspace.keys.iterdir()):
        age(path, 9)
    run_once(workspace, "rye")
    prune(workspace, keep_bytes=0)
    assert artifacts(workspace) == set()
    assert len(list(workspace.keys.iterdir())) == 1


def test_old_keys_of_a_living_run_stay(workspace: Workspace) -> None:
    with scratch_folder(workspace) as scratch:
        digest = run_store(workspace, scratch).put_bytes(b"bread")
        key = workspace.keys / "bread"
        key.write_text(digest)
        ArtifactStore(workspace).put_bytes(b"newer")
        age(workspace.objects / digest[:2] / digest, 9)
        age(key, 9)
        prune(workspace, keep_bytes=5)
        assert key.exists()


def test_drafts_are_left_alone_until_their_writer_must_be_dead(workspace: Workspace) -> None:
    folder = workspace.objects / "ab"
    folder.mkdir()
    young, old = folder / ".part-young", folder / ".part-old"
    for draft in (young, old):
        draft.write_bytes(b"half")
    age(old, 2)
    ArtifactStore(workspace).put_bytes(b"bread")
    prune(workspace, keep_bytes=0)
    assert young.exists()
    assert not old.exists()


def test_a_pin_on_a_full_disk_is_our_error(workspace: Workspace, tmp_path: Path) -> None:
    with pytest.raises(ClipwrightError) as caught:
        run_store(workspace, tmp_path / "nowhere" / "at all").has("0" * 64)
    assert caught.value.code == "output_unwritable"
