"""The device of neural voices, by what the installed onnxruntime offers."""

from __future__ import annotations

import pytest

from renderer.backends.speech.neural.kokoro import MODELS, device_of
from renderer.backends.speech.neural.onnx_voice import CPU, CUDA, Device, providers_among
from renderer.errors import ClipwrightError

OFFERED = ("TensorrtExecutionProvider", CUDA, CPU)


@pytest.mark.parametrize(
    ("available", "device", "wanted"),
    [
        (OFFERED, "auto", (CUDA, CPU)),
        (OFFERED, "cuda", (CUDA, CPU)),
        (OFFERED, "cpu", (CPU,)),
        (("AzureExecutionProvider", CPU), "auto", (CPU,)),
        ((CPU,), "cpu", (CPU,)),
    ],
)
def test_a_card_is_taken_where_there_is_one(
    available: tuple[str, ...], device: Device, wanted: tuple[str, ...]
) -> None:
    assert providers_among(available, device) == wanted


def test_a_card_that_is_asked_for_and_missing_is_an_error() -> None:
    with pytest.raises(ClipwrightError) as caught:
        providers_among((CPU,), "cuda")
    assert caught.value.code == "provider_unconfigured"
    assert "onnxruntime-gpu" in caught.value.sentence


@pytest.mark.parametrize("model", MODELS)
def test_models_of_integers_stay_on_the_processor_unless_a_card_is_asked_for(model: str) -> None:
    assert device_of(model, "auto") == ("cpu" if "int8" in model else "auto")
    assert device_of(model, "cuda") == "cuda"
    assert device_of(model, "cpu") == "cpu"
