"""What a network has learnt, in numbers."""
