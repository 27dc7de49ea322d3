"""The published OpenAPI document, and its rendering as web pages.

The routes that it describes are defined with their resources.
"""
