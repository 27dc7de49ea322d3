from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from renderer.clock import FakeClock
from renderer.contract.facts import ScriptFacts
from renderer.contract.orders.short import ShortOrder
from renderer.errors import ClipwrightError
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.execution.dependencies import check_wiring, needed_for
from renderer.runtime.execution.run import Run
from renderer.runtime.execution.runner import run_pipeline
from renderer.runtime.stage import Stage, StageContext
from renderer.runtime.trace import RecordingTracer
from renderer.runtime.workspace import open_workspace, prune, scratch_folder
from renderer.runtime.workspace_folders import Workspace

NO_ENGINES = CapabilitySet({})


@dataclass(frozen=True)
class Dough:
    topic: str


@dataclass(frozen=True)
class Loaf:
    blob: str


@dataclass(frozen=True)
class Sale:
    text: str


class Bakery:
    """Three stages that count how often they ran."""

    def __init__(self) -> None:
        self.ran: list[str] = []
        self.fail_at = ""

    def stage(
        self, name: str, makes: type, run: Callable[[StageContext[ShortOrder]], object], **more: Any
    ) -> Stage[ShortOrder]:
        def counted(context: StageContext[ShortOrder]) -> object:
            self.ran.append(name)
            if name == self.fail_at:
                raise ClipwrightError("encoder_failed", reason="oven")
            return run(context)

        return Stage(name=name, version=1, weight=1, makes=makes, run=counted, **more)

    def stages(self) -> tuple[Stage[ShortOrder], ...]:
        def bake(context: StageContext[ShortOrder]) -> Loaf:
            file = context.scratch / "loaf"
            file.write_text(context.read(Dough).topic * 3)
            context.advance(0.5, "half baked")
            return Loaf(context.keep(file))

        def sell(context: StageContext[ShortOrder]) -> Sale:
            return Sale(context.path(context.read(Loaf).blob).read_text() + str(len(context.history)))

        return (
            self.stage(
                "knead", Dough, lambda c: Dough(c.order.topic), params=lambda order, _: {"t": order.topic}
            ),
            self.stage("bake", Loaf, bake, needs=(Dough,)),
            self.stage("sell", Sale, sell, needs=(Loaf,), cached=False),
        )


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return open_workspace(tmp_path / "w")


def order(topic: str = "rye") -> ShortOrder:
    return ShortOrder(topic=topic)


def run_once(bakery: Bakery, workspace: Workspace, **more: Any) -> Any:
    run = Run(order=order(), capabilities=NO_ENGINES, workspace=workspace)
    return run_pipeline(bakery.stages(), replace(run, **more))


def test_a_second_run_repeats_only_what_is_never_cached(workspace: Workspace) -> None:
    bakery = Bakery()
    first = run_once(bakery, workspace)
    second = run_once(bakery, workspace)
    assert bakery.ran == ["knead", "bake", "sell", "sell"]
    assert first.documents == second.documents
    assert first.documents[Sale].text == "ryeryerye2"
    assert [report.cached for report in second.reports] == [True, True, False]


def test_a_changed_order_makes_only_what_depends_on_it(workspace: Workspace) -> None:
    bakery = Bakery()
    run_once(bakery, workspace)
    run_once(bakery, workspace, order=order("oat"))
    assert bakery.ran == ["knead", "bake", "sell"] * 2


def test_a_failed_run_goes_on_where_it_stopped(workspace: Workspace) -> None:
    bakery = Bakery()
    bakery.fail_at = "bake"
    with pytest.raises(ClipwrightError):
        run_once(bakery, workspace)
    assert not list(workspace.scratch.iterdir())
    bakery.fail_at = ""
    run_once(bakery, workspace)
    assert bakery.ran == ["knead", "bake", "bake", "sell"]


@pytest.mark.parametrize("damage", ["remove", "truncate", "change"])
def test_a_damaged_file_is_made_again(workspace: Workspace, damage: str) -> None:
    bakery = Bakery()
    blob = run_once(bakery, workspace).documents[Loaf].blob
    path = ArtifactStore(workspace).path(blob)
    match damage:
        case "remove":
            path.unlink()
        case "truncate":
            path.write_bytes(path.read_bytes()[:4])
        case _:
            path.write_bytes(b"x" * path.stat().st_size)
    again = run_once(bakery, workspace)
    assert bakery.ran == ["knead", "bake", "sell", "bake", "sell"]
    assert again.documents[Sale].text == "ryeryerye2"


@pytest.mark.parametrize(
    "damage", [b"", b"{}", b"not json", b'{"document":"00","blobs":[]}', b'{"document":"\xff"}']
)
def test_a_damaged_key_record_counts_as_missing(workspace: Workspace, damage: bytes) -> None:
    bakery = Bakery()
    run_once(bakery, workspace)
    for key in workspace.keys.iterdir():
        key.write_bytes(damage)
    run_once(bakery, workspace)
    assert bakery.ran == ["knead", "bake", "sell"] * 2


def test_a_new_stage_version_is_run_again(workspace: Workspace) -> None:
    bakery = Bakery()
    run_once(bakery, workspace)
    knead, bake, sell = bakery.stages()
    run = Run(order=order(), capabilities=NO_ENGINES, workspace=workspace)
    run_pipeline((knead, replace(bake, version=2), sell), run)
    assert bakery.ran == ["knead", "bake", "sell", "bake", "sell"]


def test_cancelling_stops_before_the_next_stage(workspace: Workspace) -> None:
    bakery = Bakery()
    with pytest.raises(ClipwrightError, match="cancelled"):
        run_once(bakery, workspace, cancelled=lambda: bakery.ran == ["knead"])
    assert bakery.ran == ["knead"]


def test_pruning_everything_is_safe(workspace: Workspace) -> None:
    bakery = Bakery()
    run_once(bakery, workspace)
    assert prune(workspace, keep_bytes=0) > 0
    run_once(bakery, workspace)
    assert bakery.ran == ["knead", "bake", "sell"] * 2


def test_the_trace_holds_a_span_per_stage_that_ran(workspace: Workspace) -> None:
    bakery = Bakery()
    tracer = RecordingTracer(FakeClock())
    run_once(bakery, workspace, tracer=tracer)
    assert [event["name"] for event in tracer.events] == ["knead", "bake", "sell"]


def test_wiring_is_checked() -> None:
    knead, bake, sell = Bakery().stages()
    with pytest.raises(ValueError, match="missing"):
        check_wiring((bake, knead, sell))
    with pytest.raises(ValueError, match="makes Dough"):
        check_wiring((knead, knead))


def test_needed_for_keeps_only_the_way_to_the_target() -> None:
    knead, bake, sell = Bakery().stages()
    assert needed_for((knead, bake, sell), Loaf) == (knead, bake)
    assert needed_for((knead, bake, sell), Dough) == (knead,)


def test_scratch_of_dead_processes_is_swept(workspace: Workspace) -> None:
    leftover = workspace.scratch / "999999999-abc"
    leftover.mkdir()
    with scratch_folder(workspace) as alive:
        open_workspace(workspace.root)
        assert alive.exists()
    assert not leftover.exists()
    assert not alive.exists()


def test_a_stage_gets_no_document_that_it_does_not_say_it_needs(workspace: Workspace) -> None:
    """An undeclared read would be missing from the cache key, so a stale result could be returned."""
    bakery = Bakery()
    knead, bake, _ = bakery.stages()

    def peek(context: StageContext[ShortOrder]) -> Sale:
        return Sale(context.read(Dough).topic)

    stages = (knead, bake, bakery.stage("sell", Sale, peek, needs=(Loaf,), cached=False))
    run = Run(order=order(), capabilities=NO_ENGINES, workspace=workspace)
    with pytest.raises(LookupError, match="Dough"):
        run_pipeline(stages, run)
    declared = (*stages[:2], replace(stages[2], needs=(Dough,)))
    assert run_pipeline(declared, run).documents[Sale].text == "rye"


def test_engines_are_opened_when_they_are_asked_for_and_once() -> None:
    opened: list[str] = []

    def oven() -> Loaf:
        opened.append("oven")
        return Loaf("hot")

    def mill() -> Dough:
        raise AssertionError

    engines = CapabilitySet({Loaf: oven, Dough: mill})
    assert opened == []
    assert engines.engine(Loaf) is engines.engine(Loaf)
    assert opened == ["oven"]
    assert engines.opened == {Loaf}
    with pytest.raises(LookupError, match="Sale"):
        engines.engine(Sale)


def test_a_report_says_how_many_frames_were_made(workspace: Workspace) -> None:
    stages = Bakery().stages()
    filming = (stages[0], replace(stages[1], frames=lambda loaf: len(loaf.blob)), stages[2])
    run = Run(order=order(), capabilities=NO_ENGINES, workspace=workspace)
    assert [report.frames for report in run_pipeline(filming, run).reports] == [0, 64, 0]


def test_what_a_stage_found_out_is_reported_again_when_it_comes_from_the_cache(workspace: Workspace) -> None:
    def facts(dough: Dough) -> tuple[ScriptFacts, ...]:
        told = {"adaptation": "none", "spoken_characters": 5, "estimated_seconds": 1.0}
        return (ScriptFacts.model_validate({"title": dough.topic} | told),)

    knead, *others = Bakery().stages()
    run = Run(order=order(), capabilities=NO_ENGINES, workspace=workspace)
    for cached in (False, True):
        reports = run_pipeline((replace(knead, facts=facts), *others), run).reports
        assert reports[0].cached is cached
        assert [[fact.title for fact in report.facts] for report in reports] == [["rye"], [], []]
