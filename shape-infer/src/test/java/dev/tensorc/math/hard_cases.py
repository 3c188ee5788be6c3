"""Prints hard_cases.txt; needs mpmath.

A row is: function, argument or arguments, nearest double of the exact value, and what is missing from it to the
exact value, in units in the last place.
"""

import math
import random

from mpmath import acos, acosh, asin, asinh, atan, atan2, atanh, cbrt, cos, cosh, erf, exp, expm1, floor, hypot
from mpmath import log, log1p, log10, mp, mpf, pi, power, sign, sin, sinh, tan, tanh

mp.prec = 1400
FUNCTIONS = {
    "exp": exp,
    "log": log,
    "sin": sin,
    "cos": cos,
    "erf": erf,
    "tanh": tanh,
    "sigmoid": lambda x: 1 / (1 + exp(-x)),
    "pow": power,
    "exp2": lambda x: power(2, x),
    "expm1": expm1,
    "log1p": log1p,
    "log2": lambda x: log(x) / log(2),
    "log10": log10,
    "cbrt": lambda x: sign(x) * cbrt(abs(x)),
    "tan": tan,
    "asin": asin,
    "acos": acos,
    "atan": atan,
    "sinh": sinh,
    "cosh": cosh,
    "asinh": asinh,
    "acosh": acosh,
    "atanh": atanh,
    "atan2": atan2,
    "hypot": hypot,
    "logaddexp": lambda x, y: log(exp(x) + exp(y)),
}


def near_multiples_of_half_pi(lowest, highest):
    """For each binade the double that is closest to a multiple of pi/2 (continued fractions)."""
    for e in range(lowest - 52, highest - 52):
        rest, numerators, denominators = mpf(2) ** e / (pi / 2), (0, 1), (1, 0)
        best = None
        while denominators[1] < 2**53:
            whole = int(floor(rest))
            rest = 1 / (rest - whole)
            numerators = (numerators[1], whole * numerators[1] + numerators[0])
            denominators = (denominators[1], whole * denominators[1] + denominators[0])
            if 0 < denominators[1] < 2**53 and numerators[1] > 0:
                best = denominators[1]
        if best is not None:
            while best < 2**52:
                best *= 2  # twice the distance at worst, and still in the binade
            yield math.ldexp(best, e)


def row(name, *args):
    exact = FUNCTIONS[name](*map(mpf, args))
    nearest = float(exact)
    rest = (exact - mpf(nearest)) / mpf(math.ulp(nearest))
    print("%s %s %s %.6f" % (name, " ".join(x.hex() for x in args), nearest.hex(), rest))


def samples(rng, lowest, highest, count):
    """Of both signs, as many in each binade, and some that are even between -highest and highest."""
    for _ in range(count):
        size = math.exp(rng.uniform(math.log(lowest), math.log(highest)))
        yield rng.choice((size, -size))
        yield rng.uniform(-highest, highest)


def powers(rng, count):
    """Bases of every size, powers with which the result is of every size."""
    yield from [(10.0, 2.0), (10.0, -5.0), (3.0, 34.0), (2.0, 0.5), (2.0, -1074.0), (0.5, 1074.0)]
    for base in (0.70710678, 0.7072, 1.4142, 1.4143, 1 + 2.0**-52, 1 - 2.0**-53, 1.0001, 5e-324):
        yield base, rng.uniform(700, 709) / math.log(base)
        yield base, rng.uniform(-745, -700) / math.log(base)
    for _ in range(count):
        base = math.exp(rng.uniform(*rng.choice(((-0.4, 0.4), (-740, 709)))))
        yield base, rng.uniform(-745, 709) / math.log(base)


def main():
    rng = random.Random(1)
    edge = math.log(2) / 2
    exps = [k * 2 * edge + s * edge * 0.999 for k in (-1022, -500, -3, 0, 2, 700) for s in (-1, 1)]
    exps += [-745.1332191019411, -745.13, -740.5, -708.5, 709.782712893384, 1e-300, -1e-17, 1e-9]
    exps += [rng.uniform(-745, 709) for _ in range(20)] + [rng.uniform(-1, 1) for _ in range(12)]
    logs = [math.ldexp(m, e) for m in (0.695, 0.69500005, 1.3899, 1.39) for e in (-3, -1, 0, 1, 9)]
    logs += [5e-324, 1e-310, 2.0**-1022, 1.7976931348623157e308, 1 + 2.0**-52, 1 - 2.0**-53]
    logs += [math.ldexp(rng.uniform(1, 2), rng.randint(-1022, 1023)) for _ in range(12)]
    logs += [rng.uniform(0.5, 2) for _ in range(12)]
    angles = list(near_multiples_of_half_pi(1, 42)) + [math.ldexp(6381956970095103, 797)]
    angles += [1e-310, 1e-9, 0.7853, 0.7854, 2.0**40, 2.0**40 + 1, 1e22, -3.0]
    angles += [rng.uniform(-100, 100) for _ in range(12)]
    for x in exps:
        row("exp", x)
    for x in logs:
        row("log", x)
    for x in angles:
        row("sin", x)
        row("cos", x)
    rng = random.Random(2)
    for x in [0.99, 1.0, 1.01, 1.06, 3.9, 5.92, 5.93, 6.0, 1e-310, *samples(rng, 1e-9, 6, 60)]:
        row("erf", x)
    for x in [19.0, 19.1, 0.0615, 1e-310, *samples(rng, 1e-9, 20, 60)]:
        row("tanh", x)
    for x in [-744.0, -709.0, 37.0, -1e-310, *samples(rng, 1e-9, 700, 30), *samples(rng, 1, 40, 30)]:
        row("sigmoid", x)
    for x, y in powers(rng, 150):
        row("pow", x, y)
    rng = random.Random(3)
    for x in [1074.0, -1074.5, 0.5, -0.5, 3.0, 1e-17, *samples(rng, 1e-9, 1000, 30)]:
        row("exp2", math.copysign(min(abs(x), 1023.9), x))
    for x in [709.78, 80.0, 80.1, -36.7, -40.1, 0.3465, 0.3466, 1e-310, *samples(rng, 1e-20, 700, 40)]:
        row("expm1", x)
    for x in [2.0**-53, 1.5 * 2.0**-53, -(2.0**-53), 0.2825, -0.29, -1 + 2.0**-53, 1e300, 1e-310]:
        row("log1p", x)
    for x in samples(rng, 1e-20, 0.99, 40):
        row("log1p", x)
    for x in logs + [8.0, 1e15, 1000.0, 1e22, 1.0000000001, *(abs(x) for x in samples(rng, 1e-300, 1e5, 30))]:
        row("log2", x)
        row("log10", x)
    for x in [27.0, -8.0, 5e-324, -1e-310, 1.7976931348623157e308, *samples(rng, 1e-300, 1e9, 40)]:
        row("cbrt", x)
    for x in angles:
        row("tan", x)
    ends = [0.5, 0.49999999999999994, 1 - 2.0**-53, -1 + 2.0**-52, 0.7071, 1e-17, 1e-310]
    for x in [*ends, *samples(rng, 1e-9, 1, 40)]:
        row("asin", x)
        row("acos", x)
        row("atanh", x)
    for x in [0.4140625, 0.41406250000000006, 2.4140625, 2.414, 1.0, 1e300, 1e-310, *samples(rng, 1e-9, 5, 40)]:
        row("atan", x)
        row("asinh", x)
    for x in [1.0, -1.0, 710.4, 0.9999, 1e-310, 22.0, *samples(rng, 1e-9, 700, 30), *samples(rng, 0.1, 5, 30)]:
        row("sinh", x)
        row("cosh", x)
    above = (1 + abs(x) for x in samples(rng, 1e-9, 5, 30))
    for x in [1 + 2.0**-52, 1.00001, 1.5, 2.0**30, 2.0**30 + 1, 1e300, *above]:
        row("acosh", x)
    for y, x in zip(samples(rng, 1e-3, 10, 60), samples(rng, 1e-3, 10, 60)):
        row("atan2", y, x)
        row("hypot", y, x)
        row("logaddexp", abs(y), abs(x))
    for y, x in [(5e-324, 1e-323), (1e307, -1.2e308), (-1e-310, -1.0), (1.0, -1e-310), (1e-200, 1e200), (3.0, 3.0)]:
        row("atan2", y, x)
        row("hypot", y, x)
    for x in [-math.log(2), -0.6931, -1e-3, -1e-9, -1e-17, -1e-90, *(-abs(x) for x in samples(rng, 1e-20, 0.69, 20))]:
        other = float(log(-expm1(mpf(x))))  # nearly all cancels
        for y in (other, other * (1 + 2.0**-40), other * (1 - 2.0**-20), other * 1.001, other * 0.9):
            row("logaddexp", x, y)


main()
