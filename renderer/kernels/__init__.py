"""Compiled kernels for pixels and sound, and numpy fallbacks that give the same bytes."""
