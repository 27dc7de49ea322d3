"""Word sense disambiguation: which meaning of a noun a topic is about, and whether that is certain."""
