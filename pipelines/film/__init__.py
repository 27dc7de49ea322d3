"""What the stages of long films share: documents, cards, adapting, the description."""
