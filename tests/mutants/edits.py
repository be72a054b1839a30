"""Small changes of a source file that a good test notices: one place, one edit.

Comparisons are moved by one or turned round, operators, extremes and signs swapped, constants
changed, and statements left out. Texts, types, docstrings and decorators stay as they are.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

_COMPARISONS: dict[type[ast.cmpop], tuple[str, ...]] = {
    ast.Lt: ("<=", ">="),
    ast.LtE: ("<", ">"),
    ast.Gt: (">=", "<="),
    ast.GtE: (">", "<"),
    ast.Eq: ("!=",),
    ast.NotEq: ("==",),
    ast.Is: ("is not",),
    ast.IsNot: ("is",),
    ast.In: ("not in",),
    ast.NotIn: ("in",),
}
_OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "/",
    ast.Div: "*",
    ast.FloorDiv: "*",
    ast.Mod: "*",
    ast.Pow: "*",
    ast.BitAnd: "|",
    ast.BitOr: "&",
}
_EXTREMES = {"max": "min", "min": "max", "maximum": "minimum", "minimum": "maximum"}


@dataclass(frozen=True)
class Edit:
    """One change of one file.

    Parameters
    ----------
    line
        Where it is, from 1.
    start, end
        The bytes that it replaces.
    before, after
        What stands there, and what stands there then.
    """

    line: int
    start: int
    end: int
    before: str
    after: str

    def applied(self, source: str) -> str:
        """Return the source with the change in it."""
        data = source.encode()
        return (data[: self.start] + self.after.encode() + data[self.end :]).decode()


def edits(source: str) -> list[Edit]:
    """Return all changes of a source, in the order of their places."""
    data = source.encode()
    starts = [0]
    for line in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def edit(node: ast.expr | ast.stmt, after: str) -> Edit:
        assert node.end_lineno is not None and node.end_col_offset is not None
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        return Edit(node.lineno, start, end, data[start:end].decode(), after)

    found = {
        edit(node, after): None
        for node in _code(ast.parse(source))
        for after in _replacements(node)
        if isinstance(node, ast.expr | ast.stmt)
    }
    return sorted(found, key=lambda each: (each.start, each.end, each.after))


def _code(node: ast.AST) -> Iterator[ast.AST]:
    """Yield all nodes that are run: no annotations, decorators, or texts."""
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.Raise | ast.Assert | ast.JoinedStr | ast.Import):
                yield child  # may be left out, but not changed within
            elif isinstance(child, ast.AST):
                yield from _code(child)


def _replacements(node: ast.AST) -> Iterator[str]:
    """Yield what may stand in place of a node."""
    match node:
        case ast.Compare(left, [operator], [right]):
            for sign in _COMPARISONS[type(operator)]:
                yield f"{_part(left)} {sign} {_part(right)}"
        case ast.BinOp(left, operator, right) if type(operator) in _OPERATORS:
            yield f"{_part(left)} {_OPERATORS[type(operator)]} {_part(right)}"
        case ast.BoolOp(operator, values):
            word = " and " if isinstance(operator, ast.Or) else " or "
            yield word.join(map(_part, values))
        case ast.UnaryOp(ast.USub() | ast.Not(), operand):
            yield _part(operand)
        case ast.Call(ast.Name("abs"), [argument]):
            yield _part(argument)
        case ast.Call(ast.Name(name), arguments) if name in _EXTREMES and len(arguments) > 1:
            yield ast.unparse(ast.Call(ast.Name(_EXTREMES[name]), arguments, node.keywords))
        case ast.Call(ast.Attribute(value, name), arguments) if name in _EXTREMES:
            if len(arguments) > 1:
                other = ast.Attribute(value, _EXTREMES[name])
                yield ast.unparse(ast.Call(other, arguments, node.keywords))
        case ast.Constant(bool(value)):
            yield str(not value)
        case ast.Constant(int(number)):
            yield str(number + 1)
        case ast.Constant(float(number)):
            yield repr(number * 1.5 if number else 1.0)
        case ast.AugAssign() | ast.Raise() | ast.Break() | ast.Continue():
            yield "pass"
        case ast.Assign([ast.Subscript() | ast.Attribute()], _):
            yield "pass"
        case ast.Expr(ast.Call()):
            yield "pass"


def _part(node: ast.expr) -> str:
    """Return an operand as a text that keeps together."""
    simple = ast.Name | ast.Constant | ast.Attribute | ast.Subscript | ast.Call
    return ast.unparse(node) if isinstance(node, simple) else f"({ast.unparse(node)})"
