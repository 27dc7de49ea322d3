"""Segment processes: the service that renders segments for the leader, and running it in a fork."""
