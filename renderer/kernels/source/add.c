/* Sounds laid over each other. */
#include "kernels.h"

INLINE void add(float *restrict target, const float *restrict sound, int32_t frames, float factor) {
    for (int32_t i = 0; i < frames; i++) target[i] += sound[i] * factor;
}

#if HAS_AVX2_PATH
AVX2 static void add_avx2(float *target, const float *sound, int32_t frames, float factor) {
    add(target, sound, frames, factor);
}
#endif

/* Add `channels` rows of `frames` samples, times a factor; strides are counted in samples. */
KERNEL void clipwright_add(float *target, ptrdiff_t target_stride, const float *sound, ptrdiff_t stride,
                           int32_t channels, int32_t frames, float factor) {
    for (int32_t c = 0; c < channels; c++) {
#if HAS_AVX2_PATH
        if (uses_avx2()) {
            add_avx2(target + c * target_stride, sound + c * stride, frames, factor);
            continue;
        }
#endif
        add(target + c * target_stride, sound + c * stride, frames, factor);
    }
}
