"""HTTP for every resource: admission, limits, bodies, cursors, idempotency.

No resource and no business rule.
"""
