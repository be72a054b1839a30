"""The desktop application: window, panels, theme, and the thread that runs the engine."""
