"""Features of the Earth and states that a text names: their names, and whether they are meant."""
