"""Places that texts name: their names, where those stand, what they mean, and cities around them."""
