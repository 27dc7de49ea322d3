"""Remix: uploads in chunks, projects with revisions, the operations that workers do for them."""
