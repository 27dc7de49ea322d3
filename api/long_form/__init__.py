"""The Long-form resource: ordering, following and cancelling a film from a script, and reading its files."""
