"""`clipwright remix`: the commands for the user's own video."""
