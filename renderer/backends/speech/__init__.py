"""Speech engines."""
