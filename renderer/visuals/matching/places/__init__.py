"""Places that texts name: their names, where those occur, what they mean, and cities around them."""
