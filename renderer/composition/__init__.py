"""Composes scripts from passages: pure functions that add no statement of their own."""
