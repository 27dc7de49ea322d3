/* Turning an RGB picture with its alpha: each target pixel is a bilinear sample; beyond the edge nothing is visible.
 *
 * Places have 20 fractional bits, weights 8. Within a pixel of the edge, colours are those of the edge, so that no
 * fringe appears; farther out all is 0.
 */
#include "kernels.h"

#include <string.h>

#if HAS_AVX2_PATH
#include <immintrin.h>
#endif

enum { PLACE_BITS = 20, WEIGHT_BITS = 8, ONE = 1 << WEIGHT_BITS, CHANNELS = 3 };

/* Laid out as `_Turning` in turning.py. */
typedef struct {
    uint8_t *picture, *alpha; /* written */
    ptrdiff_t picture_stride, alpha_stride;
    const uint8_t *source, *source_alpha;
    ptrdiff_t source_stride, source_alpha_stride;
    int64_t x, x_across, x_down; /* place of the first target pixel, and its increments per column and row */
    int64_t y, y_across, y_down;
    int32_t width, height, source_width, source_height;
} Turning;

INLINE int32_t within(int32_t value, int32_t most) { return value < 0 ? 0 : value > most ? most : value; }

INLINE int32_t mixed(int32_t one, int32_t right, int32_t below, int32_t last, int32_t across, int32_t down) {
    const int32_t upper = one * (ONE - across) + right * across, lower = below * (ONE - across) + last * across;
    return (upper * (ONE - down) + lower * down + (1 << (2 * WEIGHT_BITS - 1))) >> (2 * WEIGHT_BITS);
}

/* The alpha at a place, 0 outside. */
static int32_t alpha_at(const Turning *all, int32_t x, int32_t y) {
    if (x < 0 || y < 0 || x >= all->source_width || y >= all->source_height) return 0;
    return all->source_alpha[y * all->source_alpha_stride + x];
}

static void turn_edge(const Turning *all, uint8_t *pixel, uint8_t *alpha, int32_t x, int32_t y, int32_t across,
                      int32_t down) {
    const int32_t right = all->source_width - 1, last = all->source_height - 1;
    *alpha = (uint8_t)mixed(alpha_at(all, x, y), alpha_at(all, x + 1, y), alpha_at(all, x, y + 1),
                            alpha_at(all, x + 1, y + 1), across, down);
    const uint8_t *upper = all->source + within(y, last) * all->source_stride;
    const uint8_t *lower = all->source + within(y + 1, last) * all->source_stride;
    const int32_t from = CHANNELS * within(x, right), to = CHANNELS * within(x + 1, right);
    for (int32_t k = 0; k < CHANNELS; k++)
        pixel[k] = (uint8_t)mixed(upper[from + k], upper[to + k], lower[from + k], lower[to + k], across, down);
}

INLINE void turn_inside(const Turning *all, uint8_t *pixel, uint8_t *alpha, int32_t x, int32_t y, int32_t across,
                        int32_t down) {
    const uint8_t *seen = all->source_alpha + y * all->source_alpha_stride + x, *under = seen + all->source_alpha_stride;
    *alpha = (uint8_t)mixed(seen[0], seen[1], under[0], under[1], across, down);
    const uint8_t *upper = all->source + y * all->source_stride + CHANNELS * x, *lower = upper + all->source_stride;
    for (int32_t k = 0; k < CHANNELS; k++)
        pixel[k] = (uint8_t)mixed(upper[k], upper[CHANNELS + k], lower[k], lower[CHANNELS + k], across, down);
}

#if HAS_AVX2_PATH
/* Mix two adjacent pixels and their alphas, channel by channel. */
AVX2 INLINE __m128i four_across(const uint8_t *pixel, const uint8_t *alpha, __m128i weights) {
    const __m128i order = _mm_setr_epi8(0, -1, 3, -1, 1, -1, 4, -1, 2, -1, 5, -1, 8, -1, 9, -1);
    uint16_t two;
    memcpy(&two, alpha, sizeof two);
    const __m128i bytes = _mm_insert_epi16(_mm_loadl_epi64((const __m128i *)pixel), two, 4);
    return _mm_madd_epi16(_mm_shuffle_epi8(bytes, order), weights);
}

/* As `turn_inside`; eight bytes are loaded, so a third pixel must lie to the right. */
AVX2 INLINE void turn_wide(const Turning *all, uint8_t *pixel, uint8_t *alpha, int32_t x, int32_t y, int32_t across,
                           int32_t down) {
    const uint8_t *seen = all->source_alpha + y * all->source_alpha_stride + x;
    const uint8_t *upper = all->source + y * all->source_stride + CHANNELS * x;
    const __m128i weights = _mm_set1_epi32((across << 16) | (ONE - across));
    const __m128i above = four_across(upper, seen, weights);
    const __m128i below = four_across(upper + all->source_stride, seen + all->source_alpha_stride, weights);
    const __m128i sum = _mm_add_epi32(_mm_mullo_epi32(above, _mm_set1_epi32(ONE - down)),
                                      _mm_mullo_epi32(below, _mm_set1_epi32(down)));
    const __m128i whole = _mm_srli_epi32(_mm_add_epi32(sum, _mm_set1_epi32(1 << (2 * WEIGHT_BITS - 1))), 16);
    const __m128i packed = _mm_packus_epi16(_mm_packus_epi32(whole, whole), whole);
    const uint32_t four = (uint32_t)_mm_cvtsi128_si32(packed);
    const uint16_t first = (uint16_t)four;
    memcpy(pixel, &first, sizeof first);
    pixel[2] = (uint8_t)(four >> 16);
    *alpha = (uint8_t)(four >> 24);
}

/* Write pixels from the first on until one does not lie well inside the source; returns how many were written. */
AVX2 static int32_t turn_run(const Turning *all, uint8_t *pixel, uint8_t *alpha, int64_t x, int64_t y, int32_t count) {
    const int32_t most_column = all->source_width - 2, most_line = all->source_height - 1;
    for (int32_t i = 0; i < count; i++, x += all->x_across, y += all->y_across) {
        const int32_t column = (int32_t)(x >> PLACE_BITS), line = (int32_t)(y >> PLACE_BITS);
        if (column < 0 || line < 0 || column >= most_column || line >= most_line) return i;
        turn_wide(all, pixel + CHANNELS * i, alpha + i, column, line,
                  (int32_t)(x >> (PLACE_BITS - WEIGHT_BITS)) & (ONE - 1),
                  (int32_t)(y >> (PLACE_BITS - WEIGHT_BITS)) & (ONE - 1));
    }
    return count;
}
#endif

static void turn_row(const Turning *all, int32_t row) {
    uint8_t *pixel = all->picture + row * all->picture_stride, *alpha = all->alpha + row * all->alpha_stride;
    int64_t x = all->x + row * all->x_down, y = all->y + row * all->y_down;
    for (int32_t i = 0; i < all->width; i++, x += all->x_across, y += all->y_across, pixel += CHANNELS, alpha++) {
#if HAS_AVX2_PATH
        if (uses_avx2()) {
            const int32_t run = turn_run(all, pixel, alpha, x, y, all->width - i);
            i += run, x += run * all->x_across, y += run * all->y_across, pixel += CHANNELS * run, alpha += run;
            if (i == all->width) return;
        }
#endif
        const int32_t column = (int32_t)(x >> PLACE_BITS), line = (int32_t)(y >> PLACE_BITS);
        const int32_t across = (int32_t)(x >> (PLACE_BITS - WEIGHT_BITS)) & (ONE - 1);
        const int32_t down = (int32_t)(y >> (PLACE_BITS - WEIGHT_BITS)) & (ONE - 1);
        const int32_t most_column = all->source_width - 1, most_line = all->source_height - 1;
        if (column < -1 || line < -1 || column > most_column || line > most_line) {
            memset(pixel, 0, CHANNELS);
            *alpha = 0;
        } else if (column >= 0 && line >= 0 && column < most_column && line < most_line)
            turn_inside(all, pixel, alpha, column, line, across, down);
        else
            turn_edge(all, pixel, alpha, column, line, across, down);
    }
}

/* Write the whole picture and its alpha. */
KERNEL void clipwright_turn(const Turning *all) {
    for (int32_t row = 0; row < all->height; row++) turn_row(all, row);
}
