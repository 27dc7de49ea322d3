"""The Video Generation API v1: accepts orders, keeps track of jobs, streams results; renders nothing."""
