"""Captions on pictures, for tests and benchmarks: what lies in their box, how well they read."""
