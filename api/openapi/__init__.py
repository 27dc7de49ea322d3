"""The published OpenAPI document and its pages for people.

The routes it describes lie with their resources.
"""
