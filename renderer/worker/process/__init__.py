"""Processes that do jobs: Celery and embedded workers, draining, GPU memory, liveness, metrics."""
