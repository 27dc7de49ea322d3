"""One job from its message to its terminal event; how the process is run lies in `process`."""
