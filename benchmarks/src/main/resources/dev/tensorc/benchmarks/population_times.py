"""NumPy's side of benchmarks/run population.

Argument: a folder, with a folder of each program: its operands as .npy files, and numpy.txt, an expression over
them. Each line of standard input is the name of such a folder and a count; the answer is the nanoseconds of one
evaluation.
"""
import pathlib
import sys
import time
import warnings

import numpy as np

warnings.simplefilter("ignore")
print(np.__version__, flush=True)
root = pathlib.Path(sys.argv[1])


def is_view(result):
    return any(isinstance(x, np.ndarray) and np.may_share_memory(result, x) for x in names.values())


current, code, names = None, None, {}
for line in sys.stdin:
    task, count = line.split()
    if task != current:
        current = task
        names = {file.stem: np.load(file) for file in (root / task).glob("*.npy")}
        names = {name: a[()] if a.ndim == 0 else a for name, a in names.items()} | {"np": np}
        code = compile((root / task / "numpy.txt").read_text(), task, "eval")
    try:
        start = time.perf_counter_ns()
        for _ in range(int(count)):
            result = eval(code, names)
            if isinstance(result, np.ndarray) and result.base is not None and is_view(result):
                result.copy()  # a program gives an array of its own
        print((time.perf_counter_ns() - start) / int(count), flush=True)
    except Exception as e:
        print("failed", type(e).__name__, str(e).replace("\n", " "), flush=True)
