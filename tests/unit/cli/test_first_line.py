"""What is loaded before the first line of progress."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = ("numpy", "cv2", "av", "httpx", "structlog", "rich", "regex", "uharfbuzz")


@pytest.mark.parametrize("command", ["render", "film"])
def test_a_command_begins_without_what_engines_and_stages_need(command: str) -> None:
    code = f"import sys, renderer.cli.{command}; print(*[name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert not done.stdout.split()
