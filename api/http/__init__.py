"""HTTP for every resource: admission, limits, bodies, cursors, idempotency.

Contains no resource and no business rule.
"""
