"""Captions on pictures, for tests and benchmarks: hard edges in their box, and their contrast."""
