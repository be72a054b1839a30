"""The stage, and where its pictures go."""
