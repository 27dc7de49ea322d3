"""Connections, tables and migrations; queries lie with the resources that ask them."""
