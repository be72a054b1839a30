"""What several tests need: scenes, forgeries, small networks, a desktop."""
