"""One job from its message to its terminal event; `process` holds how the worker process is run."""
