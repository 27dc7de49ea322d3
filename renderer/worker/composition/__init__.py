"""The composition root: turns settings into engines and contexts; the only place that names adapters."""
