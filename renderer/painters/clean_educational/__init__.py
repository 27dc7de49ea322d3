"""Painters of the clean educational pack; code shared by several packs is in `drawing` and `props`."""
