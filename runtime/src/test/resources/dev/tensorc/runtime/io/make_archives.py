"""Wrote the archives beside it, once: NumPy 2.4.6, safetensors 0.8.0, ml_dtypes 0.6.0."""
import zipfile

import ml_dtypes
import numpy as np
from safetensors.numpy import save_file

arrays = {
    "x": np.arange(6, dtype="f4").reshape(2, 3) / 2,
    "fortran": np.asfortranarray(np.arange(6, dtype="f8").reshape(2, 3)),
    "big": np.arange(4, dtype=">i4"),
    "deep/ä": np.array([True, False]),
    "scalar": np.float64(2.5),
    "empty": np.zeros((0, 3), dtype="u2"),
    "zeros": np.zeros(4096, dtype="i8"),
}
np.savez("stored.npz", **arrays)
np.savez_compressed("deflated.npz", **arrays)

limit, zipfile.ZIP64_LIMIT = zipfile.ZIP64_LIMIT, 1  # as if it had more than 4 GiB
np.savez("as_if_large.npz", **{name: arrays[name] for name in ("x", "fortran", "big")})
zipfile.ZIP64_LIMIT = limit
with open("as_if_large.npz", "r+b") as file:
    file.seek(-12, 2)
    file.write(b"\xff" * 8)  # the directory's size and place: see the record before this one

save_file(
    {
        "f32": np.arange(6, dtype="f4").reshape(2, 3) / 2,
        "f16": np.array([0.5, -2], dtype="f2"),
        "bf16": np.array([0.5, -2], dtype=ml_dtypes.bfloat16),
        "f64": np.array([[1e300]], dtype="f8"),
        "i8": np.array([-128, 127], dtype="i1"),
        "i16": np.array([-32768], dtype="i2"),
        "i32": np.array([-(2**31)], dtype="i4"),
        "i64": np.array(-(2**63), dtype="i8"),
        "u8": np.array([255], dtype="u1"),
        "u16": np.array([65535], dtype="u2"),
        "u32": np.array([2**32 - 1], dtype="u4"),
        "u64": np.array([2**64 - 1], dtype="u8"),
        "bool": np.array([True, False, True]),
        "empty": np.zeros((0, 3), dtype="f4"),
    },
    "all.safetensors",
    metadata={"format": "np", "ä\"\n": "\\"},
)
