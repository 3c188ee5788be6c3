"""Prints hard_cases.txt; needs mpmath.

A row is: function, argument or arguments, nearest double of the exact value, and what is missing from it to the
exact value, in units in the last place.
"""

import math
import random

from mpmath import cos, erf, exp, floor, log, mp, mpf, pi, power, sin, tanh

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


main()
