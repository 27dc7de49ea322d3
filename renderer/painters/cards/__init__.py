"""Full-screen cards of long films: title, chapter, quotation, table; in any pack's palette and type."""
