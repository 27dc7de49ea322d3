"""Runs any pipeline: stages, artifacts, cache keys, progress, trace, workspace. Knows no video."""
