"""NumPy's side of benchmarks/run numpy: computes what it is told to and says how long it took.

Arguments: a folder with the operands as files of raw elements. On standard input a line for each
sample: a name, and how often to compute it. Answers with the nanoseconds of one computation. A name
with "=" before it is computed once, and its elements written to a file of that name.
"""
import sys
import time
import warnings

import numpy as np

warnings.simplefilter("ignore")
folder = sys.argv[1]


def read(name, dtype):
    return np.fromfile(folder + "/" + name, dtype)


x = read("x", np.float32)
rows = x.reshape(-1, 1000)
sorted_x = read("sorted_x", np.float32)
indices = read("indices", np.int64)
floats = np.empty_like(x)
matrix = np.empty_like(rows)
whole = np.empty(x.shape, np.int64)


def sort_into(out, source):
    np.copyto(out, source)
    out.sort(axis=-1)  # the fastest that NumPy has: its stable sort takes longer
    return out


tasks = {
    "sort": lambda: sort_into(floats, x),
    "sort-rows": lambda: sort_into(matrix, rows),
    "argsort": lambda: np.argsort(x, stable=True),
    "cumulative_sum": lambda: np.cumulative_sum(x, out=floats),
    "cumulative_sum-first": lambda: np.cumulative_sum(rows, axis=0, out=matrix),
    "take": lambda: np.take(x, indices, out=floats, mode="wrap"),  # "raise" copies the result
    "searchsorted": lambda: np.searchsorted(sorted_x, x),
}

print(np.__version__, flush=True)
for line in sys.stdin:
    name, times = line.split()
    if name.startswith("="):
        np.asarray(tasks[name[1:]]()).tofile(folder + "/" + name)
        print("done", flush=True)
        continue
    task = tasks[name]
    start = time.perf_counter_ns()
    for _ in range(int(times)):
        task()
    print((time.perf_counter_ns() - start) // int(times), flush=True)
