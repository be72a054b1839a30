"""Speed of the engine's solvers, compared with plain NumPy and with other libraries."""
