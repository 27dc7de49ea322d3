"""Remix: chunked uploads, projects with revisions, and the operations that workers perform for them."""
