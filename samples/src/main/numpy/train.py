"""Trains the network of failures.tc, and writes its weights to failures.safetensors: python3 train.py, in this folder.

The readings are made up: a machine fails if it is hot and shakes, or is old and shakes much, more or less. Training is plain gradient
descent with momentum over all readings, in NumPy alone; the same machine gives the same file. The file of the format that
https://github.com/huggingface/safetensors describes is written by hand.
"""
import json
import struct
from pathlib import Path

import numpy as np

FILE = Path(__file__).parents[3] / "failures.safetensors"


def readings(random, count):
    temperature = random.normal(60, 12, count)
    vibration = random.gamma(2.0, 1.5, count)
    age = random.uniform(0, 15, count)
    danger = np.maximum((temperature - 60) / 12 + vibration - 3, age / 5 + vibration - 5)
    fails = random.random(count) < 1 / (1 + np.exp(-2 * danger))
    return np.stack([temperature, vibration, age], axis=1), fails.astype(np.float64)


def train(x, y, random, steps=3000, rate=0.05):
    sizes = (x.shape[1], 16, 8, 1)
    layers = [(random.normal(0, np.sqrt(2 / m), (m, n)), np.zeros(n)) for m, n in zip(sizes, sizes[1:])]
    momentum = [(np.zeros_like(w), np.zeros_like(b)) for w, b in layers]
    for _ in range(steps):
        values = [x]
        for w, b in layers[:-1]:
            values.append(np.maximum(values[-1] @ w + b, 0))
        w, b = layers[-1]
        gradient = (1 / (1 + np.exp(-(values[-1] @ w + b))) - y[:, None]) / len(y)
        for i in reversed(range(len(layers))):
            w, b = layers[i]
            steps_of = (values[i].T @ gradient, gradient.sum(axis=0))
            gradient = (gradient @ w.T) * (values[i] > 0)
            momentum[i] = tuple(0.9 * m + g for m, g in zip(momentum[i], steps_of))
            layers[i] = (w - rate * momentum[i][0], b - rate * momentum[i][1])
    return layers


def write(path, tensors):
    header, data = {}, b""
    for name, tensor in tensors.items():
        elements = np.ascontiguousarray(tensor, np.float32).tobytes()
        header[name] = {
            "dtype": "F32",
            "shape": list(tensor.shape),
            "data_offsets": [len(data), len(data) + len(elements)],
        }
        data += elements
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


random = np.random.default_rng(11)
x, y = readings(random, 4000)
mean, scale = x.mean(axis=0), x.std(axis=0)
layers = train((x - mean) / scale, y, random)
(w0, b0), (w1, b1), (w2, b2) = layers
write(
    FILE,
    {
        "standardise.mean": mean,
        "standardise.scale": scale,
        "layers.0.weight": w0,
        "layers.0.bias": b0,
        "layers.1.weight": w1,
        "layers.1.bias": b1,
        "layers.2.weight": w2[:, 0],
        "layers.2.bias": b2[0],
    },
)
