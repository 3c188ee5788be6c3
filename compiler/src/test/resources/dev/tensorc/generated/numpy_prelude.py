"""The functions that generated programs use, as NumPy has them."""
import builtins
import math
import sys
import warnings

import numpy as np

warnings.simplefilter("ignore")
np.seterr(all="ignore")

bool = np.bool_
i8, i16, i32, i64 = np.int8, np.int16, np.int32, np.int64
u8, u16, u32, u64 = np.uint8, np.uint16, np.uint32, np.uint64
f32, f64 = np.float32, np.float64
pi, inf, nan, newaxis = np.pi, np.inf, np.nan, None

for _name in """add subtract multiply divide maximum minimum floor_divide remainder less less_equal fmod fmax fmin
    greater greater_equal equal not_equal logical_and logical_or logical_not bitwise_and bitwise_or
    bitwise_xor bitwise_invert negative positive abs floor ceil trunc round sign square logical_xor isnan isinf isfinite where sum prod
    max min any all argmax argmin count_nonzero flip roll repeat tril triu matrix_transpose permute_dims moveaxis
    reshape pad tile take take_along_axis concat stack zeros ones full zeros_like ones_like full_like
    arange linspace eye cumulative_sum cumulative_prod searchsorted matmul vecdot tensordot broadcast_to
    expand_dims squeeze outer cross einsum meshgrid broadcast_arrays unstack pow bitwise_left_shift bitwise_right_shift
    finfo iinfo""".split():
    globals()[_name] = getattr(np, _name)


def _as_float(function):
    """Integers become f64; NumPy would choose narrower floats for narrow ones."""

    def of(*args, **keywords):
        floats = builtins.any(np.asarray(x).dtype.kind == "f" for x in args)
        return function(*(x if floats else np.asarray(x, f64)[()] for x in args), **keywords)

    return of


def _erf(x):
    x = np.asarray(x)
    return np.vectorize(math.erf, otypes=[f64])(x).astype(x.dtype)[()]


def _copysign(x, y):
    return np.copysign(x, np.where(np.isnan(y), np.ones_like(y), y))[()]


def _fma(x, y, z):
    dtype = np.result_type(x, y, z)
    wide = [np.asarray(a, dtype).astype(np.longdouble) for a in (x, y, z)]
    return (wide[0] * wide[1] + wide[2]).astype(dtype)[()]


for _name in """sqrt exp log sin cos tan expm1 log1p cbrt atan sinh cosh tanh exp2 log2 log10 logaddexp
    asin acos atan2 asinh acosh atanh reciprocal hypot nextafter deg2rad rad2deg mean var std""".split():
    globals()[_name] = _as_float(getattr(np, _name))
erf, copysign, fma = _as_float(_erf), _as_float(_copysign), _as_float(_fma)
vector_norm, matrix_norm = _as_float(np.linalg.vector_norm), _as_float(np.linalg.matrix_norm)
sliding_window_view = np.lib.stride_tricks.sliding_window_view
diagonal, trace, narrow = np.linalg.diagonal, np.linalg.trace, np.squeeze
rint = np.round
sigmoid = _as_float(lambda x: 1 / (1 + np.exp(-x)))


def diff(x, n=1, axis=-1, prepend=None, append=None):
    """Numbers take the dtype of x, and stand beside its elements also where no difference is taken."""
    unit = builtins.list(np.shape(x))
    unit[axis] = 1
    ends = [np.full(unit, e, x.dtype) if np.ndim(e) == 0 else e for e in (prepend, append) if e is not None]
    parts = ends[:1] + [x] + ends[1:] if prepend is not None else [x] + ends
    return np.diff(np.concat(parts, axis=axis), n=n, axis=axis)


def relu(x):
    return np.maximum(x, np.zeros_like(x))[()]


def clip(x, min=None, max=None):
    return np.clip(x, min, max)[()]


def signbit(x):
    return np.signbit(x) & ~np.isnan(x)


def materialize(x):
    return np.array(x)[()]


def argsort(x, axis=-1, descending=False, stable=True):
    """Equal elements keep their order, whatever is asked for, NaN is last in both directions."""
    if not descending:
        return np.argsort(x, axis=axis, kind="stable")
    x = np.asarray(x)
    ranks = np.unique(x, return_inverse=True)[1].reshape(x.shape)
    return np.argsort(np.where(x == x, -ranks, x.size), axis=axis, kind="stable")


def sort(x, axis=-1, descending=False, stable=True):
    return np.take_along_axis(np.asarray(x), argsort(x, axis, descending), axis)


def top_k(x, k, axis=-1):
    places = np.take(argsort(x, axis, True), np.arange(k), axis)
    return np.take_along_axis(np.asarray(x), places, axis), places


def cumulative_max(x, axis=0):
    return np.maximum.accumulate(x, axis=axis)


def cumulative_min(x, axis=0):
    return np.minimum.accumulate(x, axis=axis)


def cube(x):
    return x * x * x


def astype(x, dtype):
    x = np.asarray(x)
    if x.dtype.kind == "f" and np.dtype(dtype).kind in "iu":  # saturates
        info = np.iinfo(dtype)
        low, high = float(info.min), float(info.max)
        inside = np.where(np.isnan(x), 0, np.clip(x.astype(f64), low, np.nextafter(high, 0)))
        result = np.trunc(inside).astype(dtype)
        return np.where(x >= high, dtype(info.max), result)[()]
    return x.astype(dtype)[()]


def copy(x):
    return np.array(x)[()]


def array(elements, dtype, shape):
    return np.array(elements).astype(dtype).reshape(shape)


def dtype_of(x):
    return np.asarray(x).dtype.type


def declared(x, dtype, dims):
    if isinstance(x, (int, float)):
        x = dtype(x)
    x = np.asarray(x)
    assert x.dtype == np.dtype(dtype), f"{x.dtype} is declared {dtype}"
    assert dims is None or x.ndim == len(dims), f"rank {x.ndim}, declared {len(dims)}"
    for size, dim in zip(x.shape, dims or ()):
        assert dim is None or size == dim, f"shape {x.shape} is declared {dims}"
    return x[()]


def placed(x, axes, rank):
    """With its axes at those of a shape of that rank."""
    shape = [1] * rank
    for size, axis in zip(np.shape(x), axes):
        shape[axis] = size
    return np.reshape(x, shape)


def table(element, shape, dtype):
    result = np.empty(shape, dtype)
    for place in np.ndindex(shape):
        result[place] = element(*place)
    return result


def reduced(function, element, shape):
    return function(np.array([element(*place) for place in np.ndindex(shape)]))


def update(x, place, element, bounds):
    points = [[]]
    for first, end in bounds:
        points = [p + [i] for p in points for i in range(first, end)]
    values = [element(*p) for p in points]
    for p, value in zip(points, values):
        x[place(*p)] = value


def _nudged(x):
    x = np.asarray(x)
    return (np.nextafter(x, np.inf, dtype=x.dtype) if x.dtype.kind == "f" else x)[()]


def _shown(x):
    x = np.asarray(x)
    elements = " ".join(repr(e) for e in x.ravel().tolist())
    return f"{x.dtype}|{','.join(map(str, x.shape))}|{elements}"


def _close(a, b):
    a, b = np.asarray(a), np.asarray(b)
    if a.shape != b.shape or a.dtype != b.dtype:
        return False
    return np.allclose(a.astype(f64), b.astype(f64), 1e-4, 1e-4, equal_nan=True)


def run(name, function, arguments):
    """Prints each result, or why there is none: also where they hang on the last bit."""
    try:
        results = function(*[copy(a) for a in arguments])
        others = function(*[_nudged(a) for a in arguments])
        several = isinstance(results, tuple)
        pairs = list(zip(results, others)) if several else [(results, others)]
        if builtins.all(_close(a, b) for a, b in pairs):
            print(name, "; ".join(_shown(a) for a, _ in pairs), sep="\t")
        else:
            print(name, "ill-conditioned", sep="\t")
    except OverflowError as e:  # a weak scalar that does not fit
        print(name, "ill-conditioned", sep="\t")
    except Exception as e:
        print(name, f"error: {type(e).__name__}: {e}", sep="\t")
