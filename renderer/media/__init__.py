"""Opens, encodes and inspects media; the only package that uses PyAV or starts external programs."""
