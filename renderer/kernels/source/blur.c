/* Blurring a small plane by weights, the same across and down; beyond its edges the plane repeats them. */
#include "kernels.h"

#include <stdlib.h>
#include <string.h>

enum { ACROSS_BITS = 6, DOWN_BITS = 22 }; /* weights sum to 2^14: 8 bits of a fraction are kept in between */

INLINE void add_weighted(uint32_t *sums, const uint16_t *values, uint32_t weight, int32_t count) {
    for (int32_t i = 0; i < count; i++) sums[i] += values[i] * weight;
}

#if HAS_AVX2_PATH
AVX2 static void add_weighted_avx2(uint32_t *sums, const uint16_t *values, uint32_t weight, int32_t count) {
    add_weighted(sums, values, weight, count);
}
#endif

static void add(uint32_t *sums, const uint16_t *values, uint32_t weight, int32_t count) {
#if HAS_AVX2_PATH
    if (uses_avx2()) {
        add_weighted_avx2(sums, values, weight, count);
        return;
    }
#endif
    add_weighted(sums, values, weight, count);
}

static void blur_across(const uint8_t *row, uint16_t *wide, uint32_t *sums, uint16_t *values, int32_t width,
                        const uint16_t *weights, int32_t reach) {
    for (int32_t i = 0; i < width + 2 * reach; i++) {
        const int32_t at = i - reach;
        wide[i] = row[at < 0 ? 0 : at >= width ? width - 1 : at];
    }
    memset(sums, 0, (size_t)width * sizeof(uint32_t));
    for (int32_t k = 0; k <= 2 * reach; k++) add(sums, wide + k, weights[k], width);
    for (int32_t i = 0; i < width; i++)
        values[i] = (uint16_t)((sums[i] + (1u << (ACROSS_BITS - 1))) >> ACROSS_BITS);
}

/* Fill the target with the blurred source of its size; `weights` are 2 * reach + 1 that sum to 16384. -1: no memory. */
KERNEL int32_t clipwright_blur(uint8_t *target, ptrdiff_t target_stride, int32_t width, int32_t height,
                               const uint8_t *source, ptrdiff_t source_stride, const uint16_t *weights,
                               int32_t reach) {
    const size_t across = (size_t)width, wide = across + 2 * (size_t)reach;
    uint32_t *sums = malloc(across * sizeof(uint32_t) + (wide + across * (size_t)height) * sizeof(uint16_t));
    if (!sums) return -1;
    uint16_t *values = (uint16_t *)(sums + across), *padded = values + across * (size_t)height;
    for (int32_t i = 0; i < height; i++)
        blur_across(source + i * source_stride, padded, sums, values + across * (size_t)i, width, weights, reach);
    for (int32_t i = 0; i < height; i++) {
        memset(sums, 0, across * sizeof(uint32_t));
        for (int32_t k = -reach; k <= reach; k++) {
            const int32_t at = i + k < 0 ? 0 : i + k >= height ? height - 1 : i + k;
            add(sums, values + across * (size_t)at, weights[k + reach], width);
        }
        for (int32_t j = 0; j < width; j++)
            target[i * target_stride + j] = (uint8_t)((sums[j] + (1u << (DOWN_BITS - 1))) >> DOWN_BITS);
    }
    free(sums);
    return 0;
}
