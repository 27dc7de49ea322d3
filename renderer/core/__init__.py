"""Pure values and free functions: no I/O, no clock, no randomness without a seed."""
