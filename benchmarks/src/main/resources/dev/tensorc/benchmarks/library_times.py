"""NumPy's side of benchmarks/run library: computes what it is told to and says how long it took.

Arguments: a folder with the operands as .npy files, and the table of tasks. Standard input and answers
are those of numpy_times.py.
"""
import sys
import time
import warnings

import numpy as np
import scipy.linalg
import scipy.ndimage
import scipy.signal
import scipy.special
import scipy.stats

warnings.simplefilter("ignore")
folder = sys.argv[1]
names = "x y d i nx m nm g s r c w b".split()
globals().update({name: np.load(folder + "/" + name + ".npy") for name in names})
windows = np.lib.stride_tricks.sliding_window_view


def rotated(x):
    angle = np.arange(1000)[:, None] * 10000.0 ** (np.arange(500) * -2 / 1000)
    c, s = np.cos(angle).astype(np.float32), np.sin(angle).astype(np.float32)
    a, b = x[:, :500], x[:, 500:]
    return np.concatenate([a * c - b * s, b * c + a * s], axis=-1)


def power(a, steps):
    v = np.full(len(a), len(a) ** -0.5)
    for _ in range(steps):
        v = a @ v
        v /= np.linalg.norm(v)
    return v @ (a @ v)


def bilinear(x, height, width):
    for axis, to in enumerate((height, width)):
        size = x.shape[axis]
        place = np.clip((np.arange(to) + 0.5) * (size / to) - 0.5, 0, size - 1)
        low = np.floor(place).astype(int)
        weight = (place - low).astype(np.float32)
        weight = weight[:, None] if axis == 0 else weight
        a, b = x.take(low, axis), x.take(np.minimum(low + 1, size - 1), axis)
        x = a + (b - a) * weight
    return x


def ycbcr(p):
    y = 0.299 * p[..., 0] + 0.587 * p[..., 1] + 0.114 * p[..., 2]
    return np.stack([y, (p[..., 2] - y) / 1.772 + 0.5, (p[..., 0] - y) / 1.402 + 0.5], -1)


def rgb(p):
    red = p[..., 0] + 1.402 * (p[..., 2] - 0.5)
    blue = p[..., 0] + 1.772 * (p[..., 1] - 0.5)
    return np.stack([red, (p[..., 0] - 0.299 * red - 0.114 * blue) / 0.587, blue], -1)


def hsv(p):
    red, green, blue = p[..., 0], p[..., 1], p[..., 2]
    high = p.max(-1)
    spread = high - p.min(-1)
    unit = np.where(spread == 0, 1, spread)
    turn = np.where(
        red == high,
        (green - blue) / unit,
        np.where(green == high, 2 + (blue - red) / unit, 4 + (red - green) / unit),
    )
    hue = np.where(spread == 0, 0, turn / 6 % 1)
    return np.stack([hue, np.where(high == 0, 0, spread / np.where(high == 0, 1, high)), high], -1)


def of_hsv(p):
    def part(n):
        k = (n + p[..., 0] * 6) % 6
        return p[..., 2] * (1 - p[..., 1] * np.clip(np.minimum(k, 4 - k), 0, 1))

    return np.stack([part(5), part(3), part(1)], -1)


tasks = {}
with open(folder + "/tasks") as table:
    for line in table:
        if not line.startswith("#"):
            name, _, theirs = (part.strip() for part in line.split("|"))
            tasks[name] = eval("lambda: " + theirs)

print(np.__version__ + ", SciPy " + scipy.__version__, flush=True)
for line in sys.stdin:
    name, times = line.split()
    if name.startswith("="):
        np.save(folder + "/" + name + ".npy", np.asarray(tasks[name[1:]]()).astype(np.float64))
        print("done", flush=True)
        continue
    task = tasks[name]
    start = time.perf_counter_ns()
    for _ in range(int(times)):
        task()
    print((time.perf_counter_ns() - start) // int(times), flush=True)
