"""Painters of the documentary pack; what several packs share lies in `drawing` and `props`."""
