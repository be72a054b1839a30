"""How fast the engine is: against itself, against plain NumPy, and against other libraries."""
