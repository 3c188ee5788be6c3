"""Makes the files of weights of the golden programs in compiler/src/test/tensor/weights, and prints what NumPy computes."""

import json
import pathlib
import struct
import sys

import numpy as np

DTYPES = {"float32": "F32", "float64": "F64", "float16": "F16", "int8": "I8", "int64": "I64", "uint8": "U8", "bool": "BOOL"}


def write(path, tensors):
    """A safetensors file: a JSON header padded to 8 bytes, then the elements of all tensors."""
    header, data = {}, b""
    for name, tensor in tensors.items():
        elements = tensor.tobytes()
        offsets = [len(data), len(data) + len(elements)]
        header[name] = {"dtype": DTYPES[str(tensor.dtype)], "shape": list(tensor.shape), "data_offsets": offsets}
        data += elements
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def named_sizes(folder):
    w = np.arange(6, dtype=np.float32).reshape(3, 2)
    b = np.array([10, 20], np.float32)
    write(folder / "named_sizes.safetensors", {"layer.weight": w, "b": b, "scale": np.array(0.5, np.float32)})
    x = np.array([[1, 0, 0], [0, 1, 1]], np.float32)
    print("score", ((x @ w + b) * np.float32(0.5)).tolist())
    print("rows", w[[2, 0, -1]].tolist())
    print("padded", (np.concatenate([w, np.zeros((1, 2), np.float32)]) - b).tolist())


def dtypes(folder):
    weights = {
        "half": np.array([0.5, -2], np.float16),
        "double": np.array([[1e300, -1], [2, 4]]),
        "small": np.array([-128, 127, 3], np.int8),
        "bytes": np.array([0, 255], np.uint8),
        "mask": np.array([True, False, True]),
        "count": np.array(3, np.int64),
        "flag": np.array(True),
        "ratio": np.array(1.5, np.float16),
        "nothing": np.zeros((0, 2), np.float32),
    }
    write(folder / "dtypes.safetensors", weights)
    print("numbers", (weights["half"].astype(np.float32) + np.float32(1.5)).tolist(), weights["double"].sum(axis=0).tolist())
    print("integers", (weights["small"].astype(np.int64) * 3).tolist(), (weights["bytes"].astype(np.int64) + 3).tolist())
    print("masked", np.where(weights["mask"], np.array([1.0, 2, 3]), 0).tolist(), weights["nothing"].sum(axis=0).tolist())


def language(folder):
    weights = {
        "layers.0.weight": np.array([[1, 0, 2], [0, 1, -1]], np.float32),
        "layers.0.bias": np.array([0, -1, 0], np.float32),
        "out": np.array([2, 1, -1], np.float32),
        "scale": np.array(0.5, np.float32),
    }
    write(folder / "language.safetensors", weights)
    x = np.array([[1, 2], [3, -1]], np.float32)
    hidden = np.maximum(x @ weights["layers.0.weight"] + weights["layers.0.bias"], 0)
    print("predict", (hidden @ weights["out"] * weights["scale"]).tolist())


if __name__ == "__main__":
    target = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "compiler/src/test/tensor/weights")
    named_sizes(target)
    dtypes(target)
    language(target)
