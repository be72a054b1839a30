"""A small network of three layers."""

from dpcn_app.engine.spec import LayerSpec, NetworkSpec, square_offsets

THREE = NetworkSpec(
    (20, 20),
    4,
    (
        LayerSpec(16, 12, 6, square_offsets(4), 0.1, 0.3, 0.05),
        LayerSpec(6, 8, 5, square_offsets(8), 0.1, 0.3, 0.05),
        LayerSpec(5, 7, 2, ((0, 0),), 0.1, 0.3, 0.05),
    ),
)
