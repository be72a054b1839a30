"""The panel that tells why a state is on or off."""
