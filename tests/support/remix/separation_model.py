"""A small ONNX separation model for tests, which takes what both channels have in common for the voice."""

from __future__ import annotations

import hashlib
from pathlib import Path

import onnx
from onnx import TensorProto, helper

MODEL = "mid-side"


def write_model(models: Path, *, gives: str = "background", rate: int = 48_000, window: int = 16_384) -> Path:
    """Write the model with its description to the folder `models`; returns the model's own folder."""
    folder = models / "separation" / MODEL
    folder.mkdir(parents=True)
    shape = [1, 2, window]
    mix = helper.make_tensor_value_info("mix", TensorProto.FLOAT, shape)
    outputs = [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name in ("mid", "side")]
    axes = helper.make_tensor("axes", TensorProto.INT64, [1], [1])
    sides = helper.make_tensor("shape", TensorProto.INT64, [3], shape)
    graph = helper.make_graph(
        [
            helper.make_node("ReduceMean", ["mix", "axes"], ["mean"], keepdims=1),
            helper.make_node("Expand", ["mean", "shape"], ["mid"]),
            helper.make_node("Sub", ["mix", "mid"], ["side"]),
        ],
        "mid and side",
        [mix],
        outputs,
        [axes, sides],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
    onnx.checker.check_model(model)
    data = model.SerializeToString()
    (folder / "model.onnx").write_bytes(data)
    told = {
        "file": "model.onnx",
        "sha256": hashlib.sha256(data).hexdigest(),
        "input": "mix",
        "output": "side" if gives == "background" else "mid",
        "gives": gives,
        "licence": "made by a test",
        "origin": "tests/support/remix/separation_model.py",
    }
    lines = [f'{name} = "{value}"' for name, value in told.items()]
    lines += [f"rate = {rate}", f"window = {window}", f"overlap = {window // 4}"]
    (folder / "separation.toml").write_text("\n".join(lines) + "\n", "utf-8")
    return folder
