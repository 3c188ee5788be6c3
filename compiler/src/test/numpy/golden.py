"""Recomputes the values of golden files with NumPy 2 and prints where they differ.

    python3 compiler/src/test/numpy/golden.py [-v] [file or folder ...]

Of each function whose body is a row of `let`, assignments and `return`, the same lines run as Python: names of functions
are those of numpy_prelude.py, operators and indices are Python's. Every `#> run` section of such a function is compared:
dtype, shape, and each element, up to 4 units in the last place, for NumPy adds in another order and has other functions, and
as many more as ~ulp says. What has loops, branches, or notation that Python lacks is left out; -v says why. Exits with 1 where
a call differs that KNOWN does not name, or one that it names does not.
"""
import ast
import re
import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
TESTS = HERE.parent / "tensor"
PRELUDE = HERE.parent / "resources/dev/tensorc/generated/numpy_prelude.py"
FUNCTION = re.compile(r"^(?:export )?fn (\w+)\((.*?)\)(?: -> (.*?))? ?\{(.*?)\}\s*$", re.M | re.S)
# Calls that differ from NumPy, and why; all others of the same files have to agree.
ZEROS = "maximum and minimum tell the zeros apart, as docs/numpy-differences.md says"
CONSTANTS = "sqrt(2.0) is f64 in NumPy; here constants are exact until they meet a dtype"
KNOWN = {
    ("contractions/einsum", "run table(a=[1, 2], b=[3, 4, -0.0])"):
        "einsum adds products to 0.0, even one alone, and so loses the sign of -0.0",
    ("dtypes/maximum_minimum", "run hi(a=[1, nan, 0, -0.0, -inf], b=[2, 1, -0.0, 0, nan])"): ZEROS,
    ("dtypes/maximum_minimum", "run lo(a=[1, nan, 0, -0.0, -inf], b=[2, 1, -0.0, 0, nan])"): ZEROS,
    ("dtypes/weak_scalars", "run g(a=[1, 3])"): CONSTANTS,
    ("fusion/constants_are_folded", "run folded(x=[1, -2.5, 0])"): CONSTANTS,
}
OWN_RULES = ("tml", "nested")  # programs of other languages, and tensors of tensors
WORDS = {"true": "True", "false": "False", "none": "None"}
DTYPES = "bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64".split()


class NotCovered(Exception):
    pass


def split(text, separator=","):
    """At separators outside brackets."""
    parts, depth, last = [], 0, 0
    for i, c in enumerate(text):
        depth += (c in "([{") - (c in ")]}")
        if c == separator and depth == 0:
            parts.append(text[last:i])
            last = i + 1
    return [p.strip() for p in parts + [text[last:]] if p.strip()]


def dtype_of(word):
    if word not in DTYPES:
        raise NotCovered(f"dtype {word}")
    return np.dtype({"i": "int", "u": "uint", "f": "float"}[word[0]] + word[1:] if word != "bool" else "bool")


def value(text, declared=None):
    """[1, 2]:f32, with nan and inf."""
    m = re.fullmatch(r"(.*?)(?::(\w+))?", text.strip(), re.S)
    written = m[2] or declared
    if written is None:
        raise NotCovered("no dtype")
    dtype = dtype_of(written)
    made = re.fullmatch(r"(zeros|ones|arange)\((.*)\)", m[1].strip())
    if made:
        shape = [int(s) for s in split(made[2])]
        fill = {"zeros": np.zeros, "ones": np.ones}.get(made[1])
        return fill(shape, dtype) if fill else np.arange(np.prod(shape)).reshape(shape).astype(dtype)
    names = {"nan": np.nan, "inf": np.inf, "true": True, "false": False}
    elements = eval(m[1], {"__builtins__": {}}, names)
    flat = np.array(elements, object).ravel()
    whole = dtype.kind in "iu" and len(flat) and all(type(e) is int for e in flat)
    return np.array(elements, dtype if whole or dtype.kind != "u" else None).astype(dtype)


def lines(body):
    """Statements; one goes on while a bracket is open or an operator waits."""
    whole, depth = [], 0
    for line in re.sub(r"#.*", "", body).replace(";", "\n").splitlines():
        line = line.strip()
        if not line:
            continue
        if depth > 0 or line[0] in "+-*/)%@&|." or (whole and whole[-1][-1] in "+-*/=,%@&|("):
            whole[-1] += " " + line
        else:
            whole.append(line)
        depth += sum((c in "([") - (c in ")]") for c in line)
    return whole


def python(body):
    """The same statements in Python."""
    out = []
    for line in lines(body):
        if re.match(r"(if|while|for|else|break|continue)\b", line) or "{" in line:
            raise NotCovered("branches and loops")
        line = re.sub(r"^(?:let|var|mut)\s+(?:mut\s+)?", "", line)
        line = re.sub(r"^(\w+)\s*:\s*[^=]*?=(?!=)", r"\1 =", line)
        line = re.sub(r"^(\w+)\s*(//|\*\*|[-+*/%@])=\s*(.*)", r"\1 = \1 \2 (\3)", line)  # values are values
        line = re.sub(r"\b(true|false|none)\b", lambda m: WORDS[m[1]], line)
        out.append(line)
    code = "\n".join(out)
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, (ast.AugAssign, ast.Subscript)) and isinstance(
            getattr(node, "ctx", getattr(node, "target", None)), (ast.Store, ast.Subscript)
        ):
            raise NotCovered("updates")
    return code


class Program:
    """The functions of a file that can be written in Python, under their names."""

    def __init__(self, text):
        self.scope = {}
        exec(PRELUDE.read_text(), self.scope)
        for name in ("matrix_norm", "vector_norm", "cross", "diagonal", "trace"):
            self.scope[name] = getattr(np.linalg, name)
        for name in ("einsum", "outer", "unstack", "broadcast_arrays", "meshgrid", "finfo", "iinfo", "clip", "bitwise_left_shift", "bitwise_right_shift"):
            self.scope[name] = getattr(np, name)
        self.signatures = {}
        self.reasons = {}
        for name, parameters, result, body in FUNCTION.findall(text):
            typed = [re.match(r"(\w+)\s*:\s*(.*)", p, re.S) for p in split(parameters)]
            types = dict(m.groups() for m in typed if m)
            self.signatures[name] = types, result
            try:
                self.define(name, types, python(body))
            except (NotCovered, SyntaxError, AttributeError) as e:
                self.reasons[name] = str(e)

    def define(self, name, types, code):
        """Dims are the sizes of the parameters' axes."""
        dims = {}
        for parameter, type_ in types.items():
            shape = re.search(r"\[(.*)\]", type_)
            axes = split(shape[1]) if shape else []
            first = -len(axes) if axes[:1] == ["..."] else 0
            for axis, dim in enumerate(axes, first):
                if dim.isidentifier():
                    dims.setdefault(dim, f"{dim} = np.shape({parameter})[{axis}]")
        body = "\n".join("    " + line for line in [*dims.values(), *code.splitlines()])
        exec(f"def {name}({', '.join(types)}):\n{body}\n", self.scope)

    def call(self, name, text):
        if name not in self.signatures or name in self.reasons:
            raise NotCovered(self.reasons.get(name, "the function's form"))
        types, declared = self.signatures[name]
        given = dict(re.match(r"(\w+)\s*=\s*(.*)", a, re.S).groups() for a in split(text))
        arguments = {p: value(given[p], re.match(r"\w+", t)[0])[()] for p, t in types.items()}
        try:
            return self.scope[name](**arguments), declared
        except Exception as e:
            raise NotCovered(f"{type(e).__name__}: {e}") from e


def agree(expected, got, ulp):
    if expected.dtype != got.dtype or expected.shape != got.shape:
        return False
    if expected.dtype.kind != "f":
        return bool(np.array_equal(expected, got))
    same = (expected == got) | (np.isnan(expected) & np.isnan(got))
    near = np.abs(expected.astype(float) - got.astype(float)) <= (ulp + 4) * np.spacing(np.abs(expected))
    zeros = (expected != 0) | (np.signbit(expected) == np.signbit(got))
    return bool(np.all((same | near) & zeros))


def compare(section, program):
    head, _, body = section.partition("\n")
    m = re.fullmatch(r"run (\w+)\((.*)\)(?: limit .*)?", head, re.S)
    if m is None:
        raise NotCovered("the call's form")
    body = body.strip()
    ulp = re.search(r"~ulp (\d+)$", body)
    body = re.sub(r"\s*~ulp \d+$", "", body)
    got, declared = program.call(m[1], m[2])
    if body.startswith("("):
        wanted = [p.partition("=")[2] for p in split(body[1:-1])]
    else:
        wanted, got = [body], (got,)
    if len(wanted) == 1 and isinstance(got[0], tuple) and len(got[0]) == 1:
        got = got[0]
    if len(wanted) != len(got):
        raise NotCovered("several results")
    for text, result in zip(wanted, got):
        expected = value(text, re.match(r"\w+", declared or "")[0] if declared else None)
        if isinstance(result, (bool, int, float, list)):  # no dtype of its own
            result = np.array(result, expected.dtype)
        if not agree(expected, np.asarray(result), int(ulp[1]) if ulp else 0):
            return f"{head}\n  the file says {text}\n  NumPy says    {np.asarray(result)!r}"
    return None


def main():
    verbose = "-v" in sys.argv
    roots = [Path(a) for a in sys.argv[1:] if a != "-v"] or [TESTS]
    files = sorted(f for r in roots for f in ([r] if r.is_file() else r.rglob("*.tc")))
    files = [f for f in files if f.parent.name not in OWN_RULES]
    agreed = differ = left = 0
    covered = set()
    for file in files:
        program_text, *sections = ("\n" + file.read_text()).split("\n#> ")
        program = Program(program_text)
        for section in sections:
            if not section.startswith("run "):
                continue
            try:
                difference = compare(section, program)
            except (NotCovered, SyntaxError, ValueError, KeyError, TypeError, AttributeError) as e:
                left += 1
                if verbose:
                    print(f"left out {file.name}: {section.splitlines()[0]}: {e}")
                continue
            covered.add(file)
            name = f"{file.parent.name}/{file.stem}"
            reason = KNOWN.get((name, section.splitlines()[0]))
            if (difference is None) == (reason is None):
                agreed += reason is None
                if reason:
                    print(f"{name}: {difference}\n  known: {reason}\n")
            else:
                differ += 1
                print(f"{name}: {difference or section.splitlines()[0] + ' agrees, and KNOWN says it does not'}\n")
    print(f"{agreed} calls agree, {differ} differ, {left} are left out; {len(covered)} of {len(files)} files")
    sys.exit(1 if differ else 0)


main()
