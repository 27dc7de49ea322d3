"""Which meaning of a noun a topic is about, and whether that is sure enough to be told."""
