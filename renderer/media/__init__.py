"""Opens, encodes and inspects media; the only place that touches PyAV or starts a program."""
