"""The profiler: samples of what all threads do, and the flame graph drawn from them."""
