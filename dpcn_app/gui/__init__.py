"""The desktop application: window, panels, controls and themes."""
