"""The `clipwright` command."""
