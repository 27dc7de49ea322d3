"""Features of the Earth and states that a text names: their names, and where they are meant."""
