"""What `build_forms` knows of the forms of words; what uses the table of forms lives in the product."""
