/* Shrinking a plane by a whole factor: each sample is the rounded mean of a box. */
#include "kernels.h"

#include <stdlib.h>
#include <string.h>

INLINE void add_row(uint16_t *sums, const uint8_t *row, int32_t count) {
    for (int32_t i = 0; i < count; i++) sums[i] = (uint16_t)(sums[i] + row[i]);
}

#if HAS_AVX2_PATH
AVX2 static void add_row_avx2(uint16_t *sums, const uint8_t *row, int32_t count) { add_row(sums, row, count); }
#endif

/* Fill the target of `width` x `height` with means of `factor` x `factor` source samples; `factor` is at most 257, so
 * that a column's sum has 16 bits. -1: no memory. */
KERNEL int32_t clipwright_shrink(uint8_t *target, ptrdiff_t target_stride, int32_t width, int32_t height,
                                 const uint8_t *source, ptrdiff_t source_stride, int32_t factor) {
    const int32_t columns = width * factor;
    const uint32_t area = (uint32_t)factor * (uint32_t)factor;
    uint16_t *sums = malloc((size_t)columns * sizeof(uint16_t));
    if (!sums) return -1;
    for (int32_t i = 0; i < height; i++) {
        memset(sums, 0, (size_t)columns * sizeof(uint16_t));
        for (int32_t k = 0; k < factor; k++) {
            const uint8_t *row = source + ((ptrdiff_t)i * factor + k) * source_stride;
#if HAS_AVX2_PATH
            if (uses_avx2()) {
                add_row_avx2(sums, row, columns);
                continue;
            }
#endif
            add_row(sums, row, columns);
        }
        for (int32_t j = 0; j < width; j++) {
            uint32_t sum = area / 2;
            for (int32_t k = 0; k < factor; k++) sum += sums[j * factor + k];
            target[i * target_stride + j] = (uint8_t)(sum / area);
        }
    }
    free(sums);
    return 0;
}
