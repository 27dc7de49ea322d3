"""What a sentence compares: things by their size, and one thing at two times."""
