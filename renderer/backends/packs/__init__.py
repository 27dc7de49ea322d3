"""Packs of models: what they hold, where they come from, and getting them."""
