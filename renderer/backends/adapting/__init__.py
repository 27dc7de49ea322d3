"""Script adapters: condense or expand a chapter of a long script, using only what the chapter says."""
