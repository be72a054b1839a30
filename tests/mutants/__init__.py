"""Changes of the engine, one at a time, each of which its tests must notice."""
