/* Doubling the rate of sound, for frequencies below two fifths of the lower rate. */
#include "kernels.h"

enum { REACH = 16 };

/* Each sample, followed by the value interpolated midway to the next. */
INLINE void double_rate(float *restrict fast, float *restrict between, const float *restrict slow, int32_t count,
                        const float *restrict taps) {
    for (int32_t i = 0; i < count; i++) between[i] = (slow[i] + slow[i + 1]) * taps[0];
    for (int32_t k = 1; k < REACH; k++)
        for (int32_t i = 0; i < count; i++) between[i] += (slow[i - k] + slow[i + 1 + k]) * taps[k];
    for (int32_t i = 0; i < count; i++) {
        fast[2 * i] = slow[i];
        fast[2 * i + 1] = between[i];
    }
}

#if HAS_AVX2_PATH
AVX2 static void double_rate_avx2(float *fast, float *between, const float *slow, int32_t count, const float *taps) {
    double_rate(fast, between, slow, count, taps);
}
#endif

/* Fill `channels` rows of 2 * `count` samples; strides are in samples. Each row of `sound` has REACH more samples
 * before the first and after the last; `taps` are the REACH weights of the samples on either side, nearest first. */
KERNEL void clipwright_double(float *output, ptrdiff_t output_stride, const float *sound, ptrdiff_t stride,
                              int32_t channels, int32_t count, const float *taps) {
    enum { PIECE = 1024 };
    float between[PIECE];
    for (int32_t c = 0; c < channels; c++)
        for (int32_t start = 0; start < count; start += PIECE) {
            const int32_t length = count - start < PIECE ? count - start : PIECE;
            const float *slow = sound + c * stride + REACH + start;
            float *fast = output + c * output_stride + 2 * start;
#if HAS_AVX2_PATH
            if (uses_avx2()) {
                double_rate_avx2(fast, between, slow, length, taps);
                continue;
            }
#endif
            double_rate(fast, between, slow, length, taps);
        }
}
