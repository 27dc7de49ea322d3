"""Runs any pipeline: stages, artifacts, cache keys, progress, trace, workspace. Knows nothing of video."""
