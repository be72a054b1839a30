"""The brush in use."""

from dpcn_app.gui.brush import Brush, BrushModel


def test_it_is_taken_up_and_put_away(qtbot):
    model = BrushModel()
    seen: list[Brush] = []
    model.changed.connect(seen.append)
    model.toggle()
    model.take(True)  # nothing new
    model.toggle()
    assert [brush.on for brush in seen] == [True, False]


def test_its_size_stays_within_limits():
    model = BrushModel()
    assert model.current == Brush(False, "pencil", 3.0)
    model.resize_by(1)
    assert model.current.size == 4
    model.resize_by(-9)
    assert model.current.size == 1
    model.resize_by(40)
    assert model.current.size == 100
    model.resize_by(-1)
    assert model.current.size == 80
