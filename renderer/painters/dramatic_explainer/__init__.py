"""Painters of the dramatic explainer pack; code shared by several packs is in `drawing` and `props`."""
