"""Painters of the documentary pack; code shared by several packs is in `drawing` and `props`."""
