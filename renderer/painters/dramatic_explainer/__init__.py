"""Painters of the dramatic explainer pack; what several packs share lies in `drawing` and `props`."""
