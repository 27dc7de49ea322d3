"""Rules of word forms for `build_forms`; the code that uses the resulting table is in the product."""
