"""How a pipeline is executed: a run and its state, dependencies between stages, their cache, the runner."""
