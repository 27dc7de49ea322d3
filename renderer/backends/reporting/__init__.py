"""Reporters: send a job's events to the API."""
