"""A module's late log: silent it loads nothing, and what it says is what structlog would say."""

from __future__ import annotations

import subprocess
import sys

from structlog.testing import capture_logs

from renderer.late_log import LateLog


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
