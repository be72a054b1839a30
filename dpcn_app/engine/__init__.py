"""The Deep Predictive Coding Network itself: numpy and numba, no screen, no files, no clock.

>>> network = Network.initial(spec, seed=1)
>>> state = infer_step(network, patches)
>>> state = infer_step(network, next_patches, state, TopDown.named("both"))
"""
