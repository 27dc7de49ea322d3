"""Words of Chinese and Japanese captions and nouns of topics against labels: `python -m benchmarks.words`."""

from __future__ import annotations

from benchmarks.words.judge import lines

if __name__ == "__main__":
    for line in lines():
        print(line)
