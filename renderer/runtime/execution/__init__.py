"""Executing a pipeline: a run and its state, dependencies between stages, their cache, the runner."""
