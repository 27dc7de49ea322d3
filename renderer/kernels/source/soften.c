/* Softening a patch of a plane: its samples are brought close to a blurred copy, which is computed at reduced size. */
#include "sampler.h"

#include <stdlib.h>
#include <string.h>

#if HAS_AVX2_PATH
#include <immintrin.h>
#endif

/* A patch at (`left`, `top`), packed by softening.py.
 *
 * `detail` is how far each sample may differ from the blurred copy. One sample of the copy stands for `shrink` by
 * `shrink` of the patch, whose sides are multiples of it; `start` and `step` are the patch's places in the copy,
 * both across and down. A wide and a slight blur have 2 * reach + 1 weights each that sum to WHOLE.
 */
typedef struct {
    const uint8_t *detail;
    const uint16_t *weights[2];
    int32_t reach[2];
    int32_t left, top, width, height, shrink, unused;
    int64_t start, step;
} Patch;

enum { ACROSS_BITS = 6, DOWN_BITS = 22 }; /* between the passes of a blur: 8 fractional bits, less HALF */
enum { HALF = 32768, WHOLE = 16384, STEP = 16, MOST_SHRUNK = 257 };
enum { WIDE, SLIGHT };

/* Planes of the reduced size. Rows are `stride` samples apart, with room for a whole last step. */
typedef struct {
    int32_t width, height, stride;
    uint8_t *plane, *blurred[2], *contrast;
    int16_t *padded, *values;
    uint16_t *sums; /* of the columns in a row of boxes */
} Small;

static size_t whole_steps(int32_t count) { return ((size_t)count + STEP - 1) / STEP * STEP; }

static int32_t most(const int32_t reach[2]) { return reach[WIDE] > reach[SLIGHT] ? reach[WIDE] : reach[SLIGHT]; }

static size_t small_room(const Patch *patch) {
    const size_t stride = whole_steps(patch->width / patch->shrink), height = (size_t)(patch->height / patch->shrink);
    const size_t reach = (size_t)most(patch->reach), padded = stride + 2 * reach + STEP;
    const size_t sums = (size_t)patch->width;
    return (padded + stride * (height + 2 * reach + 1) + sums) * sizeof(int16_t) + 4 * stride * height;
}

static Small open_small(uint8_t *room, const Patch *patch) {
    const size_t stride = whole_steps(patch->width / patch->shrink), height = (size_t)(patch->height / patch->shrink);
    const size_t reach = (size_t)most(patch->reach), plane = stride * height;
    Small small = {patch->width / patch->shrink, (int32_t)height, (int32_t)stride, .padded = (int16_t *)room};
    small.values = small.padded + stride + 2 * reach + STEP;
    small.sums = (uint16_t *)(small.values + stride * (height + 2 * reach + 1));
    small.plane = (uint8_t *)(small.sums + patch->width);
    small.blurred[WIDE] = small.plane + plane;
    small.blurred[SLIGHT] = small.plane + 2 * plane;
    small.contrast = small.plane + 3 * plane;
    return small;
}

/* Means of boxes next to each other. Source rows are added up one after another, as memory is read fastest that way. */
INLINE void shrink_row(const uint8_t *patch, ptrdiff_t stride, int32_t factor, int32_t width, uint16_t *sums,
                       uint8_t *small) {
    const uint32_t area = (uint32_t)factor * (uint32_t)factor;
    const int32_t columns = width * factor;
    memset(sums, 0, (size_t)columns * sizeof(uint16_t));
    int32_t k = 0;
    for (; k + 4 <= factor; k += 4) {
        const uint8_t *one = patch + k * stride, *two = one + stride, *three = two + stride, *four = three + stride;
        for (int32_t i = 0; i < columns; i++) sums[i] = (uint16_t)(sums[i] + one[i] + two[i] + three[i] + four[i]);
    }
    for (; k < factor; k++)
        for (int32_t i = 0; i < columns; i++) sums[i] = (uint16_t)(sums[i] + patch[k * stride + i]);
    for (int32_t i = 0; i < width; i++) {
        uint32_t sum = area / 2;
        for (k = 0; k < factor; k++) sum += sums[i * factor + k];
        small[i] = (uint8_t)(sum / area);
    }
}

#if HAS_AVX2_PATH
AVX2 static void weigh_avx2(const int16_t *first, ptrdiff_t next, const uint16_t *weights, int32_t count,
                            int32_t *sums) {
    __m256i low = _mm256_setzero_si256(), high = low;
    for (int32_t k = 0; k < count; k += 2) {
        const uint32_t second = k + 1 < count ? weights[k + 1] : 0;
        const __m256i pair = _mm256_set1_epi32((int)(weights[k] | second << 16));
        const __m256i one = _mm256_loadu_si256((const __m256i *)(first + k * next));
        const __m256i other = _mm256_loadu_si256((const __m256i *)(first + (k + 1) * next));
        low = _mm256_add_epi32(low, _mm256_madd_epi16(_mm256_unpacklo_epi16(one, other), pair));
        high = _mm256_add_epi32(high, _mm256_madd_epi16(_mm256_unpackhi_epi16(one, other), pair));
    }
    _mm256_storeu_si256((__m256i *)sums, _mm256_permute2x128_si256(low, high, 0x20));
    _mm256_storeu_si256((__m256i *)(sums + 8), _mm256_permute2x128_si256(low, high, 0x31));
}
#endif

/* Weighted sums for STEP consecutive samples, each over `count` samples that are `next` apart; one sample more is
 * read than has a weight. */
static void weigh(const int16_t *first, ptrdiff_t next, const uint16_t *weights, int32_t count, int32_t *sums) {
#if HAS_AVX2_PATH
    if (uses_avx2()) {
        weigh_avx2(first, next, weights, count, sums);
        return;
    }
#endif
    memset(sums, 0, STEP * sizeof(int32_t));
    for (int32_t k = 0; k < count; k++)
        for (int32_t i = 0; i < STEP; i++) sums[i] += first[k * next + i] * (int32_t)weights[k];
}

INLINE void blur_across(const Small *small, const uint8_t *row, const uint16_t *weights, int32_t reach,
                        int16_t *values) {
    const int32_t width = small->width;
    for (int32_t i = 0; i < reach; i++) {
        small->padded[i] = row[0];
        small->padded[reach + width + i] = row[width - 1];
    }
    for (int32_t i = 0; i < width; i++) small->padded[reach + i] = row[i];
    for (int32_t i = 0; i < width; i += STEP) {
        int32_t sums[STEP];
        weigh(small->padded + i, 1, weights, 2 * reach + 1, sums);
        for (int32_t k = 0; k < STEP; k++)
            values[i + k] = (int16_t)(((sums[k] + (1 << (ACROSS_BITS - 1))) >> ACROSS_BITS) - HALF);
    }
}

/* Blur a plane, with the same weights across and down; its edges are repeated outwards. */
INLINE void blur(const Small *small, const uint8_t *source, const uint16_t *weights, int32_t reach, uint8_t *target) {
    const ptrdiff_t stride = small->stride, height = small->height;
    int16_t *values = small->values + reach * stride, *last = values + (height - 1) * stride;
    for (ptrdiff_t i = 0; i < height; i++)
        blur_across(small, source + i * stride, weights, reach, values + i * stride);
    for (ptrdiff_t i = 1; i <= reach; i++) {
        memcpy(values - i * stride, values, (size_t)stride * sizeof(int16_t));
        memcpy(last + i * stride, last, (size_t)stride * sizeof(int16_t));
    }
    for (ptrdiff_t i = 0; i < height; i++)
        for (int32_t j = 0; j < small->width; j += STEP) {
            int32_t sums[STEP];
            weigh(small->values + i * stride + j, stride, weights, 2 * reach + 1, sums);
            for (int32_t k = 0; k < STEP; k++)
                target[i * stride + j + k] = (uint8_t)((sums[k] + HALF * WHOLE + (1 << (DOWN_BITS - 1))) >> DOWN_BITS);
        }
}

INLINE uint32_t part_of(uint32_t sample, uint32_t strength) { return (sample * strength + 127) / 255; }

/* Leave the out-of-focus patch in `blurred[WIDE]`: the more contrast around a sample, the more of the wide blur. */
INLINE void defocus(const Small *small, const Patch *patch, const uint8_t *plane, ptrdiff_t stride,
                    const uint8_t *strength) {
    const int32_t count = small->stride * small->height;
    uint8_t *wide = small->blurred[WIDE], *slight = small->blurred[SLIGHT];
    for (ptrdiff_t i = 0; i < small->height; i++)
        shrink_row(plane + i * patch->shrink * stride, stride, patch->shrink, small->width, small->sums,
                   small->plane + i * small->stride);
    for (int k = WIDE; k <= SLIGHT; k++)
        blur(small, small->plane, patch->weights[k], patch->reach[k], small->blurred[k]);
    for (int32_t i = 0; i < count; i++)
        small->plane[i] = (uint8_t)(small->plane[i] > wide[i] ? small->plane[i] - wide[i] : wide[i] - small->plane[i]);
    blur(small, small->plane, patch->weights[WIDE], patch->reach[WIDE], small->contrast);
    for (int32_t i = 0; i < count; i++) {
        const uint32_t much = strength[small->contrast[i]];
        const uint32_t sum = part_of(wide[i], much) + part_of(slight[i], 255 - much);
        wide[i] = (uint8_t)(sum > 255 ? 255 : sum);
    }
}

#if HAS_AVX2_PATH
AVX2 static void defocus_avx2(const Small *small, const Patch *patch, const uint8_t *plane, ptrdiff_t stride,
                              const uint8_t *strength) {
    defocus(small, patch, plane, stride, strength);
}
#endif

static void out_of_focus(const Small *small, const Patch *patch, const uint8_t *plane, ptrdiff_t stride,
                         const uint8_t *strength) {
#if HAS_AVX2_PATH
    if (uses_avx2()) {
        defocus_avx2(small, patch, plane, stride, strength);
        return;
    }
#endif
    defocus(small, patch, plane, stride, strength);
}

static int32_t soften(uint8_t *plane, ptrdiff_t stride, const Patch *patch, const uint8_t *strength) {
    const size_t tables = columns_room(patch->width) + rows_room(patch->width);
    uint8_t *room = calloc(tables + small_room(patch), 1);
    if (!room) return NO_MEMORY;
    const Small small = open_small(room + tables, patch);
    plane += patch->top * stride + patch->left;
    out_of_focus(&small, patch, plane, stride, strength);
    const Columns columns = place_columns(room, patch->width, small.width, patch->start, patch->step);
    Rows rows = open_rows(room + columns_room(patch->width), patch->width, small.blurred[WIDE], small.stride,
                          small.height, patch->start, patch->step);
    for (int32_t i = 0; i < patch->height; i++)
        sample_row(&columns, &rows, i, plane + i * stride, patch->detail + (ptrdiff_t)i * patch->width);
    free(room);
    return 0;
}

static int can_soften(const Surface *target, const Patch *patches) {
    if (!target->writeable) return 0;
    for (int32_t k = 0; k < 2; k++) {
        const Patch *patch = &patches[k];
        const int32_t factor = patch->shrink, width = target->width >> k, height = target->height >> k;
        if (factor < 1 || factor > MOST_SHRUNK || patch->width < factor || patch->height < factor) return 0;
        if (patch->width % factor || patch->height % factor || patch->left < 0 || patch->top < 0) return 0;
        if (patch->left > width - patch->width || patch->top > height - patch->height) return 0;
        if (!is_within_reach(patch->start, patch->step, patch->width + patch->height)) return 0;
        if (!lies_apart(target, patch->detail, patch->width, patch->width, patch->height)) return 0;
    }
    return 1;
}

/* Soften one patch of luma and another one of both chroma planes. `strength` (256 bytes) is the share of the wide
 * blur, in 255ths, for each deviation of samples from their surroundings. Returns 0, REFUSED or NO_MEMORY. */
KERNEL int32_t clipwright_soften(const Surface *target, const Patch patches[2], const uint8_t *strength) {
    if (!can_soften(target, patches)) return REFUSED;
    for (int k = 0; k < 3; k++) {
        const int32_t status = soften(target->plane[k], target->stride[k], &patches[plane_shift(k)], strength);
        if (status) return status;
    }
    return 0;
}
