"""Tests that hold the compiled kernels against something need them built."""

from __future__ import annotations

import os

import pytest

from renderer.kernels.library import library

needs_kernels = pytest.mark.skipif(
    not library() and not os.environ.get("CI"), reason="no kernels were built: python -m renderer.kernels.build"
)
