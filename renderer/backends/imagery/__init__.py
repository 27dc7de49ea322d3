"""Picture providers: find or make pictures of what a scene is about."""
