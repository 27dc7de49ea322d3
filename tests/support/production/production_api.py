"""Runs `clipwright serve` with PostgreSQL, a broker and a bucket, all configured by the environment."""

from __future__ import annotations

import sys

from api.commands import serve

if __name__ == "__main__":
    serve(["--port", sys.argv[1]])
