/* Mixing sounds: scaled addition to one target or to two. */
#include "kernels.h"

INLINE void add(float *restrict target, const float *restrict sound, int32_t frames, float factor) {
    for (int32_t i = 0; i < frames; i++) target[i] += sound[i] * factor;
}

INLINE void add_both(float *restrict target, float *restrict other, const float *restrict sound, int32_t frames,
                     float factor, float share) {
    for (int32_t i = 0; i < frames; i++) {
        target[i] += sound[i] * factor;
        other[i] += sound[i] * share;
    }
}

#if HAS_AVX2_PATH
AVX2 static void add_avx2(float *target, const float *sound, int32_t frames, float factor) {
    add(target, sound, frames, factor);
}

AVX2 static void add_both_avx2(float *target, float *other, const float *sound, int32_t frames, float factor,
                               float share) {
    add_both(target, other, sound, frames, factor, share);
}
#endif

/* Add a row of `frames` samples times `factor` to `target` and, unless it is NULL, times `share` to `other`. */
static void add_row(float *target, float *other, const float *sound, int32_t frames, float factor, float share) {
#if HAS_AVX2_PATH
    if (uses_avx2()) {
        if (other) add_both_avx2(target, other, sound, frames, factor, share);
        else add_avx2(target, sound, frames, factor);
        return;
    }
#endif
    if (other) add_both(target, other, sound, frames, factor, share);
    else add(target, sound, frames, factor);
}

/* Add `channels` rows to the rows of `target` and, unless it is NULL, of `other`; strides are in samples. */
KERNEL void clipwright_add(float *target, ptrdiff_t target_stride, float *other, ptrdiff_t other_stride,
                           const float *sound, ptrdiff_t stride, int32_t channels, int32_t frames, float factor,
                           float share) {
    for (int32_t c = 0; c < channels; c++)
        add_row(target + c * target_stride, other ? other + c * other_stride : other, sound + c * stride, frames,
                factor, share);
}
