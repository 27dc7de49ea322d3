"""A module's late log: it loads nothing while silent, and logs what structlog would log."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator

import pytest
import structlog
from structlog.testing import capture_logs

from renderer.late_log import LateLog


@pytest.fixture
def every_level() -> Iterator[None]:
    """Log every level, whatever other tests have configured."""
    kept = structlog.get_config()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(0))
    yield
    structlog.configure(**kept)


@pytest.mark.usefixtures("every_level")
def test_it_says_what_structlog_says() -> None:
    log = LateLog("somewhere")
    with capture_logs() as said:
        log.info("stood_in", line="s1.l1", reasons=2)
        log.warning("failed_over", code="busy")
    assert said == [
        {"event": "stood_in", "line": "s1.l1", "reasons": 2, "log_level": "info"},
        {"event": "failed_over", "code": "busy", "log_level": "warning"},
    ]


def test_a_program_that_logs_nothing_does_not_load_the_library() -> None:
    modules = "renderer.worker.job.forked_stages, renderer.net.policy"
    code = f"import sys, {modules}; print('structlog' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "False"


def test_a_command_that_set_up_no_log_warns_in_json_on_standard_error_without_secrets() -> None:
    code = """
from renderer.late_log import LateLog
log = LateLog("somewhere")
log.info("passed_over", source="lexicon")
log.warning("failed_over", address="https://me:secret@host/")
"""
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout == "", "results stand there alone"
    (line,) = done.stderr.splitlines()
    told = json.loads(line)
    assert (told["event"], told["level"]) == ("failed_over", "warning")
    assert "secret" not in line


def test_a_process_keeps_the_log_that_it_has_set_up() -> None:
    code = """
import io
from renderer.late_log import LateLog
from renderer.logs import configure_logs
kept = io.StringIO()
configure_logs("info", stream=kept)
LateLog("somewhere").info("passed_over")
print(kept.getvalue(), end="")
"""
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert json.loads(done.stdout)["event"] == "passed_over"
    assert done.stderr == ""
