"""The commands of dpcn-app, one module each."""
