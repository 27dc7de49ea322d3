"""`clipwright remix`: the commands for a video of one's own."""
