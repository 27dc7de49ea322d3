"""What opening the pictures of real videos costs."""
