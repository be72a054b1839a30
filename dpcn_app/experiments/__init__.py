"""The paper's experiments, each a function from a configuration to a scored result."""
