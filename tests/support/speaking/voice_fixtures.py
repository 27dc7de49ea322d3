"""ONNX voices made of a few nodes, for real loading and synthesis with known durations.

Both voices sound as a single tone; the number of frames of a phoneme follows from its id.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

HOP = 256
KOKORO_HOP = 600
KOKORO_VOICES = ("af_heart", "am_fenrir", "af_bella", "am_puck", "am_michael", "af_nicole", "ff_siwis")
STYLE_ROWS = 511


def build_piper(folder: Path, name: str, *, espeak: str = "en-us", speakers: int = 1) -> Path:
    """Write NAME.onnx and NAME.onnx.json: phoneme i lasts 4 + i mod 4 frames of 256 samples at 22,050 Hz."""
    from onnx import TensorProto, helper, save  # noqa: PLC0415  heavy
    from piper.phoneme_ids import DEFAULT_PHONEME_ID_MAP  # noqa: PLC0415  heavy

    nodes = [
        helper.make_node("Cast", ["input"], ["ids"], to=TensorProto.FLOAT),
        helper.make_node("Mod", ["ids", "four"], ["rest"], fmod=1),
        helper.make_node("Add", ["rest", "four"], ["frames"]),
        helper.make_node("Slice", ["scales", "one_at", "two_at"], ["pace"]),
        helper.make_node("Mul", ["frames", "pace"], ["paced"]),
        helper.make_node("Unsqueeze", ["paced", "one_at"], ["rows"]),
        helper.make_node("Ceil", ["rows"], ["durations"]),
        *_tone_nodes("durations", "output"),
    ]
    inputs = [
        helper.make_tensor_value_info("input", TensorProto.INT64, ["b", "n"]),
        helper.make_tensor_value_info("input_lengths", TensorProto.INT64, ["b"]),
        helper.make_tensor_value_info("scales", TensorProto.FLOAT, [3]),
    ]
    if speakers > 1:
        inputs.append(helper.make_tensor_value_info("sid", TensorProto.INT64, ["b"]))
    outputs = [helper.make_tensor_value_info("output", TensorProto.FLOAT, [1, 1, "t"])]
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.onnx"
    save(_model(nodes, inputs, outputs, hop=HOP, rate=22_050, shape=[1, 1, -1]), str(path))
    config = {
        "audio": {"sample_rate": 22_050},
        "espeak": {"voice": espeak},
        "num_symbols": 256,
        "num_speakers": speakers,
        "inference": {"noise_scale": 0.667, "length_scale": 1.0, "noise_w": 0.8},
        "phoneme_id_map": DEFAULT_PHONEME_ID_MAP,
        "phoneme_type": "espeak",
    }
    Path(f"{path}.json").write_text(json.dumps(config, ensure_ascii=False), "utf-8")
    return path


def build_kokoro(folder: Path, *, durations: bool = True) -> Path:
    """kokoro-v1.0.onnx and voices-v1.0.bin: token i lasts 2 + i mod 4 frames of 600 samples at 24 kHz."""
    from onnx import TensorProto, helper, save  # noqa: PLC0415  heavy

    nodes = [
        helper.make_node("Cast", ["tokens"], ["ids"], to=TensorProto.FLOAT),
        helper.make_node("Mod", ["ids", "four"], ["rest"], fmod=1),
        helper.make_node("Add", ["rest", "two"], ["frames"]),
        helper.make_node("Div", ["frames", "speed"], ["paced"]),
        helper.make_node("Ceil", ["paced"], ["durations"]),
        helper.make_node("Cast", ["durations"], ["duration"], to=TensorProto.INT64),
        helper.make_node("ReduceMean", ["style"], ["tint"], keepdims=0),
        *_tone_nodes("durations", "plain"),
        helper.make_node("Add", ["plain", "tint"], ["audio"]),
    ]
    inputs = [
        helper.make_tensor_value_info("tokens", TensorProto.INT64, [1, "n"]),
        helper.make_tensor_value_info("style", TensorProto.FLOAT, [1, 256]),
        helper.make_tensor_value_info("speed", TensorProto.FLOAT, [1]),
    ]
    outputs = [helper.make_tensor_value_info("audio", TensorProto.FLOAT, ["t"])]
    if durations:
        outputs.append(helper.make_tensor_value_info("duration", TensorProto.INT64, [1, "n"]))
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "kokoro-v1.0.onnx"
    save(_model(nodes, inputs, outputs, hop=KOKORO_HOP, rate=24_000, shape=[-1]), str(path))
    styles = {name: np.zeros((STYLE_ROWS, 1, 256), np.float32) for name in KOKORO_VOICES}
    with (folder / "voices-v1.0.bin").open("wb") as out:
        np.savez(out, **styles)  # type: ignore[arg-type]  # its stub has a keyword of another type
    return path


def _tone_nodes(durations: str, output: str) -> list[Any]:
    """Nodes that make a sine as long as all durations together."""
    from onnx import helper  # noqa: PLC0415  heavy

    return [
        helper.make_node("ReduceSum", [durations], ["total"], keepdims=0),
        helper.make_node("Mul", ["total", "hop"], ["count"]),
        helper.make_node("Range", ["zero", "count", "unit"], ["places"]),
        helper.make_node("Mul", ["places", "turn"], ["phase"]),
        helper.make_node("Sin", ["phase"], ["sine"]),
        helper.make_node("Mul", ["sine", "level"], ["quiet"]),
        helper.make_node("Reshape", ["quiet", "shape"], [output]),
    ]


def _model(
    nodes: list[Any], inputs: list[Any], outputs: list[Any], *, hop: int, rate: int, shape: list[int]
) -> Any:
    from onnx import checker, helper, numpy_helper  # noqa: PLC0415  heavy

    constants = {
        "two": np.float32(2),
        "four": np.float32(4),
        "one_at": np.array([1], np.int64),
        "two_at": np.array([2], np.int64),
        "hop": np.float32(hop),
        "zero": np.float32(0),
        "unit": np.float32(1),
        "turn": np.float32(2 * np.pi * 180 / rate),
        "level": np.float32(0.3),
        "shape": np.array(shape, np.int64),
    }
    used = {name for node in nodes for name in node.input}
    tensors = [
        numpy_helper.from_array(np.array(value), name) for name, value in constants.items() if name in used
    ]
    graph = helper.make_graph(nodes, "voice", inputs, outputs, tensors)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 9
    checker.check_model(model)
    return model
