"""Hours of rough use, compressed: commands of their own, not part of `make test`."""
