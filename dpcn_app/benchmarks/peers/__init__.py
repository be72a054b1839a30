"""The race: the engine and the libraries that could replace it, on the same problems."""
