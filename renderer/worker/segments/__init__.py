"""Segment processes: the crew beside the leader, the service that renders for it, running that in a fork."""
