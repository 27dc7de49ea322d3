"""A generated Whisper model in CTranslate2 format that always transcribes the same words.

The position embeddings determine the tokens: at position i the decoder's state is the embedding of the token
that belongs there. Cross-attention is diagonal: the state also contains a code of the moment at which the
word is heard, which matches one of the encoder's position codes. This exercises the library's real loading,
language detection and word timing with a file of less than a megabyte that is built in milliseconds.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.float32]

WIDTH = 64
TIME_WIDTH = 16
POSITIONS = 448
MOMENTS = 1500
MEL_BANDS = 80
MOMENT_SECONDS = 0.02
HARMONICS = np.array([1, 2, 3, 5, 8, 13, 21, 34])
TASKS = (
    "<|translate|>",
    "<|transcribe|>",
    "<|startoflm|>",
    "<|startofprev|>",
    "<|nospeech|>",
    "<|notimestamps|>",
)


@dataclass(frozen=True, kw_only=True)
class Vocabulary:
    tokens: tuple[str, ...]
    plain: int
    special: tuple[str, ...]
    words: tuple[str, ...]

    def __getitem__(self, token: str) -> int:
        return self.tokens.index(token)


def vocabulary(words: Sequence[str], languages: Sequence[str]) -> Vocabulary:
    table = _byte_letters()
    base = tuple(table[byte] for byte in range(256))
    coded = tuple("".join(table[byte] for byte in f" {word}".encode()) for word in words)
    own = tuple(word for word in dict.fromkeys(coded) if word not in base)
    plain = (*base, *own, "")  # CTranslate2 takes the empty token as the sign of a multilingual model
    special = ("<|endoftext|>", "<|startoftranscript|>", *(f"<|{code}|>" for code in languages), *TASKS)
    times = tuple(f"<|{index * MOMENT_SECONDS:.2f}|>" for index in range(MOMENTS + 1))
    return Vocabulary(tokens=(*plain, *special, *times), plain=len(plain), special=special, words=coded)


def _byte_letters() -> dict[int, str]:
    """GPT-2's printable stand-ins for bytes."""
    shown = [*range(33, 127), *range(161, 173), *range(174, 256)]
    hidden = [byte for byte in range(256) if byte not in shown]
    return {byte: chr(byte) for byte in shown} | {byte: chr(256 + at) for at, byte in enumerate(hidden)}


def moment_codes(seconds: npt.NDArray[np.floating[Any]]) -> Matrix:
    angles = 2 * np.pi * HARMONICS * seconds[:, None] / 60
    return np.hstack([np.cos(angles), np.sin(angles)]).astype(np.float32)


def build_whisper(
    folder: Path, words: Sequence[str], *, step: float = 0.4, first: float = 0.2, language: str = "en"
) -> Path:
    """Write the model to `folder`; it hears word n from `first` + n x `step` seconds on, in any audio."""
    from ctranslate2.specs.whisper_spec import WhisperSpec  # noqa: PLC0415  heavy
    from faster_whisper.tokenizer import _LANGUAGE_CODES  # noqa: PLC0415  heavy

    vocab = vocabulary(words, _LANGUAGE_CODES)
    spec = WhisperSpec(1, 1, 1, 1)
    chance = np.random.Generator(np.random.PCG64(0))
    embeddings = _embeddings(len(vocab.tokens), chance)
    _encoder(spec.encoder, chance)
    _decoder(spec.decoder, embeddings, _script(vocab, embeddings, (step, first, language)), chance)
    spec.register_vocabulary(list(vocab.tokens))
    spec.config.suppress_ids = []
    spec.config.suppress_ids_begin = []
    spec.config.lang_ids = [vocab[f"<|{code}|>"] for code in _LANGUAGE_CODES]
    spec.config.alignment_heads = [[0, 0]]
    spec.validate()
    spec.optimize(quantization="int8")
    folder.mkdir(parents=True, exist_ok=True)
    spec.save(str(folder))
    (folder / "tokenizer.json").write_text(json.dumps(_tokenizer(vocab), ensure_ascii=False), "utf-8")
    return folder


def _embeddings(count: int, chance: np.random.Generator) -> Matrix:
    """Random unit vectors, with zeros in the part for moments."""
    rows = np.zeros((count, WIDTH), np.float32)
    meaning = chance.standard_normal((count, WIDTH - TIME_WIDTH))
    rows[:, : WIDTH - TIME_WIDTH] = meaning / np.linalg.norm(meaning, axis=1, keepdims=True)
    return rows


def _script(vocab: Vocabulary, embeddings: Matrix, plan: tuple[float, float, str]) -> Matrix:
    """Position embeddings that encode, for each position, the next token and the moment it is heard."""
    step, first, language = plan
    end = min(MOMENTS - 1, round((first + step * len(vocab.words)) / MOMENT_SECONDS))
    opening = [f"<|{language}|>", "<|transcribe|>", "<|0.00|>"]
    said = [*opening, *vocab.words, f"<|{end * MOMENT_SECONDS:.2f}|>"]
    ids = [vocab[token] for token in said] + [vocab["<|endoftext|>"]] * (POSITIONS - len(said))
    heard = np.clip(first + step * (np.arange(POSITIONS) - len(opening) + 0.5), 0, 29.9)
    heard[: len(opening)] = 0
    rows = 40 * embeddings[ids]
    rows[:, WIDTH - TIME_WIDTH :] += 6 * moment_codes(heard)
    return rows


def _encoder(encoder: Any, chance: np.random.Generator) -> None:
    encoder.conv1.weight, encoder.conv1.bias = _zeros(WIDTH, MEL_BANDS, 3), _zeros(WIDTH)
    encoder.conv2.weight, encoder.conv2.bias = _zeros(WIDTH, WIDTH, 3), _zeros(WIDTH)
    places = _zeros(MOMENTS, WIDTH)
    places[:, WIDTH - TIME_WIDTH :] = moment_codes(np.arange(MOMENTS) * MOMENT_SECONDS)
    encoder.position_encodings.encodings = places
    _norm(encoder.layer_norm)
    for layer in encoder.layer:
        _idle_layer(layer, chance)


def _decoder(decoder: Any, embeddings: Matrix, script: Matrix, chance: np.random.Generator) -> None:
    decoder.embeddings.weight = embeddings
    decoder.position_encodings.encodings = script
    _norm(decoder.layer_norm)
    decoder.layer_norm.gamma *= 6
    decoder.layer_norm.gamma[WIDTH - TIME_WIDTH :] = 0  # moments steer attention, never the choice of a token
    _linear(decoder.projection, embeddings.copy())
    moments = _zeros(WIDTH, WIDTH)
    moments[WIDTH - TIME_WIDTH :, WIDTH - TIME_WIDTH :] = 8 * np.eye(TIME_WIDTH)
    for layer in decoder.layer:
        _idle_layer(layer, chance)
        _norm(layer.attention.layer_norm)
        _linear(layer.attention.linear[0], moments)
        _linear(layer.attention.linear[1], np.vstack([moments, _zeros(WIDTH, WIDTH)]))
        _linear(layer.attention.linear[2], _noise(chance, WIDTH, WIDTH))


def _idle_layer(layer: Any, chance: np.random.Generator) -> None:
    """Make self-attention and feed-forward change next to nothing."""
    _norm(layer.self_attention.layer_norm)
    _linear(layer.self_attention.linear[0], _noise(chance, 3 * WIDTH, WIDTH))
    _linear(layer.self_attention.linear[1], _noise(chance, WIDTH, WIDTH))
    _norm(layer.ffn.layer_norm)
    _linear(layer.ffn.linear_0, _noise(chance, 4 * WIDTH, WIDTH))
    _linear(layer.ffn.linear_1, _noise(chance, WIDTH, 4 * WIDTH))


def _zeros(*shape: int) -> Matrix:
    return np.zeros(shape, np.float32)


def _noise(chance: np.random.Generator, rows: int, columns: int) -> Matrix:
    return (chance.standard_normal((rows, columns)) * 1e-4).astype(np.float32)


def _norm(layer: Any) -> None:
    layer.gamma, layer.beta = np.ones(WIDTH, np.float32), _zeros(WIDTH)


def _linear(layer: Any, weight: Matrix) -> None:
    layer.weight, layer.bias = weight.astype(np.float32), _zeros(len(weight))


def _tokenizer(vocab: Vocabulary) -> dict[str, Any]:
    flags = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
    bytes_level = {"type": "ByteLevel", "trim_offsets": True, "use_regex": True}
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [{"id": vocab[token], "content": token, **flags} for token in vocab.special],
        "normalizer": None,
        "pre_tokenizer": {**bytes_level, "add_prefix_space": False},
        "post_processor": None,
        "decoder": {**bytes_level, "add_prefix_space": True},
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": None,
            "continuing_subword_prefix": "",
            "end_of_word_suffix": "",
            "fuse_unk": False,
            "byte_fallback": False,
            "vocab": {token: at for at, token in enumerate(vocab.tokens[: vocab.plain])},
            "merges": [],
        },
    }
