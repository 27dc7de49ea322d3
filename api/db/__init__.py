"""Connections, tables and migrations; queries are kept with the resources that make them."""
