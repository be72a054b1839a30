"""The network: a picture of the hierarchy in which strengths and predictions flow."""
