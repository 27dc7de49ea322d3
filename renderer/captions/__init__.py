"""Captions: styles, paging, layout, painting, animation."""
