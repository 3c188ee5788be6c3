"""Computes what SamplesTest compares the samples with: python3 reference.py, in this folder.

NumPy's float64 throughout; the normal distribution is math.erf's, and the best rows come from a
sort. Each array is a file NAME.npy in ../resources/reference.
"""
import json
from math import erf
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).parent.parent / "resources" / "reference"


def save(name, array):
    np.save(FOLDER / (name + ".npy"), np.ascontiguousarray(array))


def black_scholes(spot, strike, years, rate, volatility):
    cdf = np.vectorize(lambda x: 0.5 * (1 + erf(x / np.sqrt(2))))
    pdf = lambda x: np.exp(-x * x / 2) / np.sqrt(2 * np.pi)
    sd = volatility * np.sqrt(years)
    d1 = (np.log(spot / strike) + (rate + volatility**2 / 2) * years) / sd
    d2 = d1 - sd
    discounted = strike * np.exp(-rate * years)
    return {
        "price": spot * cdf(d1) - discounted * cdf(d2),
        "delta": cdf(d1),
        "gamma": pdf(d1) / (spot * sd),
        "vega": spot * np.sqrt(years) * pdf(d1),
        "theta": -spot * pdf(d1) * volatility / (2 * np.sqrt(years)) - rate * discounted * cdf(d2),
        "rho": years * discounted * cdf(d2),
    }


def attend(queries, keys, values, k):
    queries, keys, values = (x.astype(np.float64) for x in (queries, keys, values))
    scores = queries @ keys.T / np.sqrt(queries.shape[1])
    best = np.argsort(-scores, axis=1, kind="stable")[:, :k]
    chosen = np.take_along_axis(scores, best, axis=1)
    weights = np.exp(chosen - chosen.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    return np.einsum("ik,ike->ie", weights, values[best]), best


def tensors(path):
    """The tensors of a safetensors file of f32."""
    data = path.read_bytes()
    start = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:start])
    return {
        name: np.frombuffer(data[start + t["data_offsets"][0] : start + t["data_offsets"][1]], np.float32)
        .astype(np.float64)
        .reshape(t["shape"])
        for name, t in header.items()
    }


def risk(readings):
    w = tensors(Path(__file__).parents[3] / "failures.safetensors")
    x = (readings.astype(np.float64) - w["standardise.mean"]) / w["standardise.scale"]
    for layer in "layers.0", "layers.1":
        x = np.maximum(x @ w[layer + ".weight"] + w[layer + ".bias"], 0)
    return 1 / (1 + np.exp(-(x @ w["layers.2.weight"] + w["layers.2.bias"])))


FOLDER.mkdir(parents=True, exist_ok=True)
strike = np.linspace(60, 140, 33)
save("strike", strike)
for name, array in black_scholes(100.0, strike, 0.75, 0.03, 0.25).items():
    save(name, array)

random = np.random.default_rng(5)
queries, keys, values = (
    random.standard_normal(shape).astype(np.float32) for shape in ((7, 16), (50, 16), (50, 5))
)
save("queries", queries)
save("keys", keys)
save("values", values)
result, best = attend(queries, keys, values, 6)
save("result", result)
save("best", best)

readings = np.stack(
    [random.normal(60, 15, 200), random.gamma(2.0, 2.0, 200), random.uniform(0, 15, 200)], axis=1
).astype(np.float32)
save("readings", readings)
save("risk", risk(readings))
