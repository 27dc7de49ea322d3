"""Painters of the dark finance pack; code shared by several packs is in `drawing` and `props`."""
