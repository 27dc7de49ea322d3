"""Reporting progress to the API."""
