#!/usr/bin/env python3
"""Writes operators.txt: what each ONNX operator gives, computed with NumPy by the formulas of ONNX's documentation.

    python3 onnx/src/test/numpy/operators.py > onnx/src/test/resources/dev/tensorc/onnx/operators.txt
"""
import math
import numpy as np

F = np.float32
NAMES = {"float32": "f32", "float64": "f64", "float16": "f16", "int64": "i64", "int32": "i32", "uint8": "u8",
         "int8": "i8", "bool": "bool", "uint16": "u16", "int16": "i16"}


def text(name, value):
    value = np.asarray(value)
    shape = ",".join(map(str, value.shape))
    items = " ".join(str(v).lower() if value.dtype == bool else repr(v.item()) for v in value.ravel())
    return f"{name}: {NAMES[str(value.dtype)]}[{shape}] = {items}"


def case(operator, opsets, title, inputs, outputs, attributes=(), constants=(), static=False):
    """inputs in the operator's order; those in constants are initializers; None is left out."""
    print(f"\n== {operator} {opsets} {'static ' if static else ''}: {title}")
    for name, value in inputs.items():
        if value is None:
            print(f"none {name}")
        else:
            print(("const " if name in constants else "input ") + text(name, value))
    for name, value in attributes:
        if isinstance(value, float):
            print(f"attr {name} float {value!r}")
        elif isinstance(value, int):
            print(f"attr {name} int {value}")
        else:
            print(f"attr {name} ints {' '.join(map(str, value))}")
    for i, output in enumerate(outputs):
        print("-> " + text(f"out{i}", output))


def f32(*shape, lo=-2.0, hi=2.0):
    count = math.prod(shape)
    # a fixed sequence that has no pattern: multiples of the golden ratio
    parts = np.modf(np.arange(1, count + 1) * 0.6180339887498949)[0]
    return np.round(lo + (hi - lo) * parts, 3).astype(F).reshape(shape)


def i64(*values):
    return np.array(values, dtype=np.int64)


erf = np.vectorize(math.erf)
x23, y3, x234 = f32(2, 3), np.array([10, -20, 30], F), f32(2, 3, 4)
print("# Written by onnx/src/test/numpy/operators.py with NumPy.")

# ---------------------------------------------------------------- element by element
case("Add", "9,14", "a row is broadcast", {"x": x23, "y": y3}, [x23 + y3])
case("Add", "13", "integers", {"x": i64(1, 2, -3), "y": i64(10, 20, 30)}, [i64(11, 22, 27)])
case("Add", "21", "a constant of one element", {"x": x23, "c": F(1.5)}, [x23 + F(1.5)], constants=("c",))
case("Add", "13", "a constant with more axes than the other operand", {"x": y3, "c": np.array([[0.5]], F)},
     [y3[None] + F(0.5)], constants=("c",))
case("Sub", "9,14", "a constant on the left", {"c": F(1), "x": x23}, [F(1) - x23], constants=("c",))
case("Sub", "13", "a column and a row", {"x": x23[:, :1], "y": x23[:1]}, [x23[:, :1] - x23[:1]], static=True)
case("Mul", "9,14", "equal shapes", {"x": x23, "y": x23}, [x23 * x23])
case("Mul", "13", "f64", {"x": x23.astype(np.float64), "y": y3.astype(np.float64)},
     [x23.astype(np.float64) * y3.astype(np.float64)])
case("Div", "9,14", "floats", {"x": x23, "y": y3}, [x23 / y3])
case("Div", "14", "integers are rounded towards 0", {"x": i64(7, -7, 7, -7), "y": i64(2, 2, -2, -2)}, [i64(3, -3, -3, 3)])
case("Pow", "9,12,15", "a constant exponent", {"x": np.abs(x23), "c": F(2)}, [np.abs(x23) ** F(2)], constants=("c",))
case("Pow", "13", "an exponent for each element", {"x": np.abs(x23), "y": np.array([0.5, 2, 3], F)},
     [np.abs(x23) ** np.array([0.5, 2, 3], F)])
case("Pow", "13", "an integer exponent", {"x": x23, "y": np.array([1, 2, 3], np.int64)}, [x23 ** np.array([1, 2, 3], F)])
case("Sqrt", "9,13", "", {"x": np.abs(x23)}, [np.sqrt(np.abs(x23))])
case("Erf", "9,13", "", {"x": x23}, [erf(x23).astype(F)])
case("Tanh", "9,13", "", {"x": x23}, [np.tanh(x23)])
case("Sigmoid", "9,13", "", {"x": x23}, [(1 / (1 + np.exp(-x23.astype(np.float64)))).astype(F)])
case("Relu", "9,13,14", "", {"x": x23}, [np.maximum(x23, 0)])
case("Relu", "14", "integers", {"x": np.array([-1, 2], np.int32)}, [np.array([0, 2], np.int32)])
case("Identity", "9,21", "", {"x": x23}, [x23])
case("Cast", "9,13,19", "integers to floats", {"x": i64(1, -2, 3)}, [np.array([1, -2, 3], F)], [("to", 1)])
case("Cast", "13", "floats to integers, towards 0", {"x": np.array([1.9, -1.9, 0.5], F)}, [i64(1, -1, 0)], [("to", 7)])
case("Cast", "13", "floats to bool", {"x": np.array([0, 0.5, -1], F)}, [np.array([False, True, True])], [("to", 9)])
case("Cast", "13", "bool to floats", {"x": np.array([False, True])}, [np.array([0, 1], F)], [("to", 1)])
case("Cast", "13", "f32 to f16", {"x": np.array([0.1, 1000.5], F)}, [np.array([0.1, 1000.5], np.float16)], [("to", 10)])

# ---------------------------------------------------------------- shapes
case("Reshape", "9,14,21", "an open size", {"x": x234, "c": i64(2, -1)}, [x234.reshape(2, 12)], constants=("c",),
     static=True)
case("Reshape", "13", "an open size of names", {"x": x234, "c": i64(0, -1, 1)}, [x234.reshape(2, 12, 1)], constants=("c",))
case("Reshape", "13", "0 keeps a size", {"x": x234, "c": i64(0, 0, 2, 2)}, [x234.reshape(2, 3, 2, 2)], constants=("c",))
case("Reshape", "14", "0 is a size with allowzero", {"x": np.zeros((0, 3), F), "c": i64(3, 0)}, [np.zeros((3, 0), F)],
     [("allowzero", 1)], constants=("c",), static=True)
case("Reshape", "13", "to one element", {"x": f32(1, 1), "c": np.zeros(0, np.int64)}, [f32(1, 1)[0, 0]],
     constants=("c",), static=True)
case("Flatten", "9,13,21", "", {"x": x234}, [x234.reshape(2, 12)])
case("Flatten", "13", "axis 0", {"x": x234}, [x234.reshape(1, 24)], [("axis", 0)])
case("Flatten", "13", "axis -1", {"x": x234}, [x234.reshape(6, 4)], [("axis", -1)])
case("Flatten", "13", "behind the last axis", {"x": x23}, [x23.reshape(6, 1)], [("axis", 2)])
case("Unsqueeze", "9,12", "axes in an attribute", {"x": x23}, [x23[:, None, :, None]], [("axes", [1, 3])])
case("Unsqueeze", "13,21", "axes in an input", {"x": x23, "c": i64(-1, 0)}, [x23[None, :, :, None]], constants=("c",))
case("Squeeze", "9,12", "axes in an attribute", {"x": f32(2, 1, 3)}, [f32(2, 1, 3)[:, 0]], [("axes", [1])], static=True)
case("Squeeze", "13", "axes in an input", {"x": f32(2, 1, 3), "c": i64(-2)}, [f32(2, 1, 3)[:, 0]], constants=("c",))
case("Squeeze", "13", "all axes of size 1", {"x": f32(1, 2, 1)}, [f32(2)], static=True)
case("Transpose", "9,13,21", "the order turned round", {"x": x234}, [x234.transpose()])
case("Transpose", "13", "a matrix", {"x": x23}, [x23.T], [("perm", [1, 0])])
case("Transpose", "13", "perm", {"x": x234}, [x234.transpose(0, 2, 1)], [("perm", [0, 2, 1])])
case("Concat", "9,13", "the last axis", {"x": x23, "y": f32(2, 2)}, [np.concatenate([x23, f32(2, 2)], 1)], [("axis", 1)])
case("Concat", "13", "three, the first axis", {"x": x23, "y": x23, "z": f32(1, 3)},
     [np.concatenate([x23, x23, f32(1, 3)])], [("axis", -2)])
case("Concat", "13", "one", {"x": x23}, [x23], [("axis", 0)])

# ---------------------------------------------------------------- places
case("Gather", "9,13", "rows", {"x": x23, "i": np.array([[1, 0], [0, 1]], np.int64)}, [x23[np.array([[1, 0], [0, 1]])]])
case("Gather", "11", "columns, from the end", {"x": x23, "i": np.array([-1, 0], np.int32)}, [x23[:, [-1, 0]]], [("axis", 1)])
case("Gather", "13", "one constant place", {"x": x234, "c": np.int64(1)}, [x234[:, 1]], [("axis", 1)], constants=("c",))
case("Gather", "13", "the last place", {"x": x234, "c": np.int64(-1)}, [x234[..., -1]], [("axis", 2)], constants=("c",))
case("Gather", "13", "one computed place", {"x": x234, "i": np.int64(2)}, [x234[:, 2]], [("axis", 1)])
case("Slice", "9", "bounds in attributes", {"x": x234}, [x234[:, 1:3, :2]],
     [("starts", [1, 0]), ("ends", [3, 2]), ("axes", [1, 2])])
case("Slice", "9", "all axes", {"x": x23}, [x23[0:1, 1:]], [("starts", [0, 1]), ("ends", [1, 9223372036854775807])])
case("Slice", "10,13", "to the end", {"x": x23, "s": i64(1), "e": i64(9223372036854775807), "a": i64(1)}, [x23[:, 1:]],
     constants=("s", "e", "a"))
case("Slice", "13", "from the end", {"x": x234, "s": i64(-2), "e": i64(-1), "a": i64(-1)}, [x234[..., -2:-1]],
     constants=("s", "e", "a"))
case("Slice", "13", "the last ones", {"x": x234, "s": i64(-2), "e": i64(2147483647), "a": i64(2)}, [x234[..., -2:]],
     constants=("s", "e", "a"))
case("Slice", "13", "bounds beyond the axis are cut", {"x": x23, "s": i64(-9, 1), "e": i64(9, 9)}, [x23[:, 1:]],
     constants=("s", "e"), static=True)
case("Slice", "13", "nothing", {"x": x23, "s": i64(2), "e": i64(1), "a": i64(1)}, [x23[:, 2:1]],
     constants=("s", "e", "a"))
case("Slice", "13", "every second", {"x": x234, "s": i64(0), "e": i64(4), "a": i64(2), "t": i64(2)}, [x234[..., 0:4:2]],
     constants=("s", "e", "a", "t"), static=True)
case("Slice", "13", "backwards", {"x": x234, "s": i64(-1), "e": i64(-9223372036854775807), "a": i64(2), "t": i64(-1)},
     [x234[..., ::-1]], constants=("s", "e", "a", "t"), static=True)

# ---------------------------------------------------------------- products
case("MatMul", "9,13", "matrices", {"x": x23, "y": f32(3, 4)}, [x23 @ f32(3, 4)])
case("MatMul", "13", "batches", {"x": x234, "y": f32(2, 4, 2)}, [x234 @ f32(2, 4, 2)])
case("MatMul", "13", "a batch and a matrix", {"x": x234, "y": f32(4, 2)}, [x234 @ f32(4, 2)])
case("MatMul", "13", "a matrix and a vector", {"x": x23, "y": y3}, [x23 @ y3])
case("Gemm", "9,13", "three operands", {"a": x23, "b": f32(3, 4), "c": f32(4)}, [x23 @ f32(3, 4) + f32(4)])
case("Gemm", "11,13", "factors, both turned", {"a": f32(3, 2), "b": f32(4, 3), "c": f32(2, 4)},
     [F(0.5) * (f32(3, 2).T @ f32(4, 3).T) + F(2) * f32(2, 4)],
     [("alpha", 0.5), ("beta", 2.0), ("transA", 1), ("transB", 1)])
case("Gemm", "11", "without the third", {"a": x23, "b": f32(3, 4)}, [x23 @ f32(3, 4)])

# ---------------------------------------------------------------- whole axes
case("ReduceMean", "9,13", "axes in an attribute", {"x": x234}, [x234.mean(-1, keepdims=True)], [("axes", [-1])])
case("ReduceMean", "18", "axes in an input", {"x": x234, "c": i64(0, 2)}, [x234.mean((0, 2), keepdims=True)],
     constants=("c",))
case("ReduceMean", "13", "without keeping them", {"x": x234}, [x234.mean((1, 2))], [("axes", [1, 2]), ("keepdims", 0)])
case("ReduceMean", "13", "all axes", {"x": x23}, [x23.mean(keepdims=True)])
case("ReduceMean", "18", "all axes, none kept", {"x": x23}, [x23.mean()], [("keepdims", 0)])
case("ReduceMean", "18", "no axes mean none", {"x": x23}, [x23], [("noop_with_empty_axes", 1)])


def softmax(x, axis):
    e = np.exp(x.astype(np.float64) - x.max(axis, keepdims=True))
    return (e / e.sum(axis, keepdims=True)).astype(F)


case("Softmax", "13", "the last axis", {"x": x234}, [softmax(x234, -1)])
case("Softmax", "13", "another axis", {"x": x234}, [softmax(x234, 1)], [("axis", 1)])
case("Softmax", "9,11", "until opset 12 all axes from 1 on are one", {"x": x234}, [softmax(x234, (1, 2))])
case("Softmax", "11", "the last axis, until opset 12", {"x": x234}, [softmax(x234, -1)], [("axis", 2)])

# ---------------------------------------------------------------- quantised


def quantize(x):
    low, high = min(F(0), x.min()), max(F(0), x.max())
    scale = F(F(high - low) / F(255)) if high != low else F(1)
    zero = np.clip(np.round(-low / scale), 0, 255)
    return np.clip(np.round(x / scale) + zero, 0, 255).astype(np.uint8), scale, np.uint8(zero)


for title, x in (("both signs", x23), ("nothing below 0", np.abs(x23)), ("nothing above 0", -np.abs(x23)),
                 ("zeros", np.zeros((2, 2), F))):
    case("DynamicQuantizeLinear", "11,21", title, {"x": x}, quantize(x))
a, b = np.array([[1, 255, 7], [0, 128, 3]], np.uint8), np.array([[-128, 1], [127, -2], [5, 6]], np.int8)
wide = lambda v: v.astype(np.int32)
case("MatMulInteger", "10,21", "without zero points", {"a": a, "b": b}, [wide(a) @ wide(b)])
case("MatMulInteger", "10", "zero points", {"a": a, "b": b, "p": np.uint8(128), "q": np.int8(-3)},
     [(wide(a) - 128) @ (wide(b) + 3)])
case("MatMulInteger", "10", "constant zero points", {"a": a, "b": b, "p": np.uint8(128), "q": np.array([5, 5], np.int8)},
     [(wide(a) - 128) @ (wide(b) - 5)], constants=("p", "q"))
case("MatMulInteger", "10", "a zero point for each row and column",
     {"a": a, "b": b, "p": np.array([1, 2], np.uint8), "q": np.array([5, -5], np.int8)},
     [(wide(a) - np.array([[1], [2]])).astype(np.int32) @ (wide(b) - np.array([5, -5], np.int32))])
case("DequantizeLinear", "10,21", "one scale", {"x": a, "s": F(0.5), "p": np.uint8(3)}, [(wide(a) - 3).astype(F) * F(0.5)])
case("DequantizeLinear", "13", "one constant scale", {"x": b, "s": F(0.25), "p": np.int8(0)}, [b.astype(F) * F(0.25)],
     constants=("s", "p"))
case("DequantizeLinear", "13", "a scale for each row", {"x": b, "s": np.array([1, 2, 4], F), "p": np.array([0, 1, 2], np.int8)},
     [(wide(b) - np.array([[0], [1], [2]])).astype(F) * np.array([[1], [2], [4]], F)], [("axis", 0)])
case("DequantizeLinear", "13", "a scale for each column, no zero point", {"x": np.array([[1, -2]], np.int32), "s": np.array([0.5, 2], F)},
     [np.array([[0.5, -4]], F)])
