"""See a Deep Predictive Coding Network think.

The package is layered; imports point downwards only (``pyproject.toml`` holds the contract):
``cli`` > ``commands``, ``gui`` > ``live`` > ``experiments``, ``benchmarks`` > ``training`` >
``storage`` > ``analysis`` > ``engine``, ``video`` > ``errors``.
"""

__version__ = "0.1.0"
