"""Text normalisation rules: each reads one kind of written form and is empty for all others."""
