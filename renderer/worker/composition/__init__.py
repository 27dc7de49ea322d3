"""The composition root: settings in, engines and contexts out; the only place that names adapters."""
