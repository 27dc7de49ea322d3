"""Benchmarks of Remix: fit of spoken lines (`dubbing`), time and memory of an export (`__main__`)."""
