"""Picture providers."""
