"""Model packs: their catalogue and how they are fetched."""
