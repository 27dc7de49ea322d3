"""How often a reader has to turn back when following a caption to its pixels, or a job through its worker."""

from __future__ import annotations

from pathlib import Path
from types import CodeType

import pytest

from renderer.backends.reporting.fake import FakeReporter
from renderer.clock import FakeClock
from renderer.contract.event import Failed
from renderer.files import write_atomically
from renderer.runtime.retry import Retry
from renderer.runtime.workspace import open_workspace
from renderer.worker.job import spool
from tests.architecture import walks
from tests.unit.worker.conftest import job_message

RETURNS = {"caption": 28, "job": 13}
"""Most returns, calls into another module that was entered before: lower them, never raise them.

Before the code was divided into rooms, the same count gave 60 and 26; the limits are at most half of that.
"""


@pytest.mark.parametrize("name", walks.WALKS)
def test_a_walk_turns_back_no_more_often_than_before(name: str) -> None:
    stays, returns = walks.counted(name)
    assert stays > 0
    assert 0 < returns <= RETURNS[name]


def test_what_leads_back_into_a_module_is_counted() -> None:
    def code(name: str, file: str) -> CodeType:
        made: CodeType = compile(f"def {name}(): pass", file, "exec").co_consts[0]
        return made

    calls = [
        ("a", code("one", "b")),
        ("b", code("two", "b")),
        ("b", code("three", "c")),
        ("c", code("four", "b")),
        ("a", code("five", "c")),
    ]
    found = walks.Walk(calls)
    assert [each.co_name for each in found.returns] == ["four", "five"]
    assert found.stays == 1


def test_a_function_is_read_once_and_with_what_is_written_in_it(tmp_path: Path) -> None:
    def act() -> None:
        clock = FakeClock()
        for outages in (1, 0):
            reporter = FakeReporter(outages=outages)
            event = Failed(sequence=1, code="internal", sentence="x", retryable=True)
            message, workspace = job_message(), open_workspace(tmp_path)
            spool.tell(event, message, workspace=workspace, send=reporter.send, retry=Retry(clock=clock))

    found = walks.walk(act)
    read = [callee for _, callee in found.calls]
    assert len(read) == len(set(read))
    sent = next(caller for caller, callee in found.calls if callee is FakeReporter.send.__code__)
    assert Path(sent) == Path(spool.__file__), "the lambda that sends is written in the spool"


def test_a_walk_counts_each_call_inside_the_product_once(tmp_path: Path) -> None:
    def act() -> None:
        for name in ("one", "two"):
            write_atomically(tmp_path / name, b"1")

    found = walks.walk(act)
    assert [callee.co_qualname for _, callee in found.calls] == ["writing_to"]
    assert (found.stays, found.returns) == (1, [])
