"""The cost of opening the pictures of real videos."""
