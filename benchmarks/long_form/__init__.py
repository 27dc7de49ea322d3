"""Long-form films: planning in ten languages, and what a film costs."""
