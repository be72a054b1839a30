"""The race: the engine beside the libraries that one would use instead, on the same problems."""
