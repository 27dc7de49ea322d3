"""Script writers: write the draft of a script about a topic."""
