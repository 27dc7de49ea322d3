/* Doubling a smooth RGB picture of floats to bytes, dithered so that noise replaces banding.
 *
 * Floats become integers first, 16 per level: all later steps are exact, whatever the processor. Interpolation is
 * linear with weights 3/4 and 1/4, as the centres of the target's pixels lie a quarter pixel from those of the
 * ground.
 */
#include "kernels.h"

#include <stdlib.h>
#include <string.h>

#if HAS_AVX2_PATH
#include <immintrin.h>
#endif

enum { CHANNELS = 3, WHOLE = 255 * 16, NOISE_BITS = 7 };

typedef struct {
    const float *ground;
    ptrdiff_t stride; /* in floats */
    int32_t rows, columns;
    uint16_t *levels[2];
    int32_t held[2];
} Ground;

typedef struct {
    uint16_t *mixed; /* padded by one pixel on each side */
    uint8_t *left, *right;
} Line;

INLINE void to_levels(uint16_t *levels, const float *row, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        const float twice = row[i] * (float)(2 * WHOLE); /* no addition that could be fused with it */
        const int32_t level = twice > 0.0f ? twice < (float)(2 * WHOLE) ? (int32_t)twice : 2 * WHOLE : 0;
        levels[i] = (uint16_t)((level + 1) >> 1);
    }
}

INLINE void mix(uint16_t *mixed, const uint16_t *near, const uint16_t *far, int32_t count) {
    for (int32_t i = 0; i < count; i++) mixed[i] = (uint16_t)(3 * near[i] + far[i]);
}

/* Round every second pixel of a row, with noise, to bytes; `beside` is the neighbour on the side it lies on. */
static void to_bytes(uint8_t *bytes, const uint16_t *mixed, const uint16_t *beside, const int16_t *noise,
                     int32_t strength, int32_t from, int32_t count) {
    for (int32_t i = from; i < count; i++) {
        const uint16_t sum = (uint16_t)(3 * mixed[i] + beside[i]);
        const int32_t level = ((int32_t)(sum >> 1) + ((noise[i] * strength + 8) >> 4) + 64) >> NOISE_BITS;
        bytes[i] = (uint8_t)(level < 0 ? 0 : level > 255 ? 255 : level);
    }
}

#if HAS_AVX2_PATH
AVX2 static void to_levels_avx2(uint16_t *levels, const float *row, int32_t count) { to_levels(levels, row, count); }

AVX2 static void mix_avx2(uint16_t *mixed, const uint16_t *near, const uint16_t *far, int32_t count) {
    mix(mixed, near, far, count);
}

AVX2 INLINE __m256i sixteen(const uint16_t *mixed, const uint16_t *beside, const int16_t *noise, __m256i strength) {
    const __m256i own = _mm256_loadu_si256((const __m256i *)mixed);
    const __m256i triple = _mm256_add_epi16(own, _mm256_add_epi16(own, own));
    const __m256i sum = _mm256_add_epi16(triple, _mm256_loadu_si256((const __m256i *)beside));
    const __m256i strong = _mm256_mullo_epi16(_mm256_loadu_si256((const __m256i *)noise), strength);
    const __m256i strewn = _mm256_srai_epi16(_mm256_add_epi16(strong, _mm256_set1_epi16(8)), 4);
    const __m256i offset = _mm256_add_epi16(strewn, _mm256_set1_epi16(64));
    const __m256i noisy = _mm256_adds_epi16(_mm256_srli_epi16(sum, 1), offset);
    return _mm256_srai_epi16(noisy, NOISE_BITS);
}

AVX2 static int32_t to_bytes_avx2(uint8_t *bytes, const uint16_t *mixed, const uint16_t *beside, const int16_t *noise,
                                  int32_t strength, int32_t count) {
    const __m256i strengths = _mm256_set1_epi16((short)strength);
    int32_t i = 0;
    for (; i + 32 <= count; i += 32) {
        const __m256i first = sixteen(mixed + i, beside + i, noise + i, strengths);
        const __m256i second = sixteen(mixed + i + 16, beside + i + 16, noise + i + 16, strengths);
        const __m256i packed = _mm256_permute4x64_epi64(_mm256_packus_epi16(first, second), 0xd8);
        _mm256_storeu_si256((__m256i *)(bytes + i), packed);
    }
    return i;
}
#endif

/* The levels of a row of the ground, cached in one of two buffers. */
static const uint16_t *levels_of(Ground *all, int32_t row) {
    const int32_t at = row & 1;
    if (all->held[at] != row) {
        const float *from = all->ground + row * all->stride;
        all->held[at] = row;
#if HAS_AVX2_PATH
        if (uses_avx2()) to_levels_avx2(all->levels[at], from, CHANNELS * all->columns);
        else
#endif
            to_levels(all->levels[at], from, CHANNELS * all->columns);
    }
    return all->levels[at];
}

static void mix_rows(uint16_t *mixed, Ground *all, int32_t number) {
    const int32_t near = number / 2, beside = near + (number % 2 ? 1 : -1), count = CHANNELS * all->columns;
    const int32_t far = beside < 0 ? 0 : beside >= all->rows ? all->rows - 1 : beside;
    const uint16_t *one = levels_of(all, near), *other = levels_of(all, far);
    uint16_t *middle = mixed + CHANNELS;
#if HAS_AVX2_PATH
    if (uses_avx2()) mix_avx2(middle, one, other, count);
    else
#endif
        mix(middle, one, other, count);
    memcpy(mixed, middle, CHANNELS * sizeof(uint16_t));
    memcpy(middle + count, middle + count - CHANNELS, CHANNELS * sizeof(uint16_t));
}

/* Bytes of the left (`side` 0) or right target pixels of each ground pixel. `noise` repeats after `period` pixels;
 * `at` is its first one. */
static void side_of(const Line *line, int32_t side, const int16_t *noise, int32_t at, int32_t period, int32_t columns,
                    int32_t strength) {
    const uint16_t *middle = line->mixed + CHANNELS, *beside = side ? middle + CHANNELS : line->mixed;
    uint8_t *bytes = side ? line->right : line->left;
    for (int32_t done = 0; done < columns; at = 0) {
        const int32_t pixels = period - at < columns - done ? period - at : columns - done;
        const int32_t from = CHANNELS * done, count = CHANNELS * pixels;
        const int16_t *strewn = noise + CHANNELS * at;
        int32_t ready = 0;
#if HAS_AVX2_PATH
        if (uses_avx2()) ready = to_bytes_avx2(bytes + from, middle + from, beside + from, strewn, strength, count);
#endif
        to_bytes(bytes + from, middle + from, beside + from, strewn, strength, ready, count);
        done += pixels;
    }
}

/* Interleave left and right pixels. Each copy writes four bytes; the next pixel overwrites the surplus one. */
static void weave(uint8_t *target, const Line *line, int32_t width) {
    int32_t i = 0;
    for (; i + 3 <= width; i += 2) {
        const int32_t from = CHANNELS * (i / 2), to = CHANNELS * i;
        memcpy(target + to, line->left + from, 4);
        memcpy(target + to + CHANNELS, line->right + from, 4);
    }
    for (; i < width; i++)
        memcpy(target + CHANNELS * i, (i % 2 ? line->right : line->left) + CHANNELS * (i / 2), CHANNELS);
}

/* Write the doubled ground, with at most one row and one column less than twice its size.
 *
 * `noise` repeats after `side` rows and columns. Each of its rows has the even columns, then the odd ones, every
 * value three times for the channels. It counts in 128ths of a level and is scaled by `strength` / 16; `row` and
 * `column` are those under the first pixel. Returns 0, or -1 if there is no memory.
 */
KERNEL int32_t clipwright_dither(uint8_t *target, ptrdiff_t target_stride, int32_t width, int32_t height,
                                 const float *ground, ptrdiff_t ground_stride, int32_t rows, int32_t columns,
                                 const int16_t *noise, int32_t side, int32_t row, int32_t column,
                                 int32_t strength) {
    const size_t count = CHANNELS * (size_t)columns;
    uint16_t *room = malloc((3 * count + 2 * CHANNELS) * sizeof(uint16_t) + 2 * count + 8);
    if (!room) return -1;
    Ground all = {ground, ground_stride / (ptrdiff_t)sizeof(float), rows, columns, {room, room + count}, {-1, -1}};
    uint8_t *bytes = (uint8_t *)(room + 3 * count + 2 * CHANNELS);
    const Line line = {room + 2 * count, bytes, bytes + count + 4};
    memset(bytes, 0, 2 * count + 8);
    for (int32_t i = 0; i < height; i++) {
        mix_rows(line.mixed, &all, i);
        for (int32_t k = 0; k < 2; k++) {
            const int32_t first = (column + k) % side;
            const int16_t *strewn = noise + CHANNELS * ((ptrdiff_t)((row + i) % side) * side + (first % 2) * (side / 2));
            side_of(&line, k, strewn, first / 2, side / 2, columns, strength);
        }
        weave(target + i * target_stride, &line, width);
    }
    free(room);
    return 0;
}
