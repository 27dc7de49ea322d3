/* Bilinear mixing of four neighbouring pixels with four interleaved channels, each channel written to its own plane.
 *
 * Weights have 7 bits across and 15 down, as in sampler.h.
 */
#include "warp.h"

#include <string.h>

#if HAS_AVX2_PATH
#include <immintrin.h>
#endif

enum { LANES = 8, STRIP = 128, LARGE = 1 << (32 - PLACE_BITS), LONG = 1 << PLACE_BITS };

/* Spread a pixel's four channels to 16 bits each. */
INLINE uint64_t channels_of(const uint8_t *pixel) {
    const uint32_t bytes = pixel[0] | (uint32_t)pixel[1] << 8 | (uint32_t)pixel[2] << 16 | (uint32_t)pixel[3] << 24;
    const uint64_t twos = (bytes | (uint64_t)bytes << 16) & UINT64_C(0x0000FFFF0000FFFF);
    return (twos | twos << 8) & UINT64_C(0x00FF00FF00FF00FF);
}

/* Mix two pairs of 16-bit numbers, in 32-bit lanes, and round off their fractions. */
INLINE uint64_t two_down(uint64_t upper, uint64_t lower, uint32_t down) {
    const uint64_t low = UINT64_C(0x0000FFFF0000FFFF), half = UINT64_C(0x0000400000004000);
    const uint64_t sum = (upper & low) * ((1 << DOWN_BITS) - down) + (lower & low) * down + half;
    return (((sum >> DOWN_BITS) & low) + UINT64_C(0x0000004000000040)) >> ACROSS_BITS;
}

/* Mix four pixels into one of each plane. */
INLINE void mix(const Half *half, ptrdiff_t to, const uint8_t *const *pixel, uint32_t across, uint32_t down) {
    const uint32_t rest = (1 << ACROSS_BITS) - across;
    const uint64_t upper = channels_of(pixel[0]) * rest + channels_of(pixel[1]) * across;
    const uint64_t lower = channels_of(pixel[2]) * rest + channels_of(pixel[3]) * across;
    const uint64_t even = two_down(upper, lower, down), odd = two_down(upper >> 16, lower >> 16, down);
    half->plane[0][to] = (uint8_t)even;
    half->plane[1][to] = (uint8_t)odd;
    if (half->plane[2]) half->plane[2][to] = (uint8_t)(even >> 32);
    if (half->plane[3]) half->plane[3][to] = (uint8_t)(odd >> 32);
}

void warp_one(const Half *half, ptrdiff_t to, Place at) {
    static const uint8_t nothing[CHANNELS];
    const int64_t column = at.x >> PLACE_BITS, line = at.y >> PLACE_BITS;
    const uint8_t *pixel[4];
    for (int k = 0; k < 4; k++) {
        const int64_t x = column + (k & 1), y = line + (k >> 1);
        const int there = x >= 0 && y >= 0 && x < half->from.width && y < half->from.height;
        pixel[k] = there ? half->from.pixels + y * half->from.stride + CHANNELS * x : nothing;
    }
    mix(half, to, pixel, (uint32_t)(at.x >> (PLACE_BITS - ACROSS_BITS)) & ((1 << ACROSS_BITS) - 1),
        (uint32_t)(at.y >> (PLACE_BITS - DOWN_BITS)) & ((1 << DOWN_BITS) - 1));
}

/* Offsets of consecutive pixels in the source, and the weights of their neighbours to the right and below. */
typedef struct {
    uint32_t at[STRIP], across[STRIP], down[STRIP];
} Strip;

/* Fill a strip. No side of the source is above LARGE: places inside it fit 32 bits. */
INLINE void lay_out(const Half *half, Place from, int32_t count, Strip *strip) {
    const uint32_t x = (uint32_t)from.x, x_step = (uint32_t)half->from.x_across;
    const uint32_t y = (uint32_t)from.y, y_step = (uint32_t)half->from.y_across;
    const uint32_t stride = (uint32_t)half->from.stride;
    for (uint32_t i = 0; i < (uint32_t)count; i++) {
        const uint32_t column = x + i * x_step, line = y + i * y_step;
        strip->at[i] = (line >> PLACE_BITS) * stride + (column >> PLACE_BITS) * CHANNELS;
        strip->across[i] = column >> (PLACE_BITS - ACROSS_BITS) & ((1 << ACROSS_BITS) - 1);
        strip->down[i] = line >> (PLACE_BITS - DOWN_BITS) & ((1 << DOWN_BITS) - 1);
    }
}

static void warp_strip(const Half *half, ptrdiff_t to, Place at, int32_t count) {
    const Half own = *half; /* a copy, as writing to the planes might alias the original */
    Strip strip;
    lay_out(&own, at, count, &strip);
    for (int32_t i = 0; i < count; i++) {
        const uint8_t *above = own.from.pixels + strip.at[i], *below = above + own.from.stride;
        const uint8_t *pixel[4] = {above, above + CHANNELS, below, below + CHANNELS};
        mix(&own, to + i, pixel, strip.across[i], strip.down[i]);
    }
}

#if HAS_AVX2_PATH
/* Load eight bytes from each of two addresses. */
AVX2 INLINE __m128i both(const uint8_t *one, const uint8_t *other) {
    double low, high;
    memcpy(&low, one, sizeof low);
    memcpy(&high, other, sizeof high);
    return _mm_castpd_si128(_mm_set_pd(high, low));
}

INLINE void store_eight(uint8_t *to, int64_t bytes) { memcpy(to, &bytes, sizeof bytes); }

/* Mix pixels with their right neighbours, each channel by itself, at the places 0, 1, 4 and 5 of `at`; sums are 2^14
 * too low, as samples are multiplied as signed bytes. */
AVX2 INLINE __m256i mixed_across(const uint8_t *source, const uint32_t *at, __m256i weights) {
    const __m256i order = _mm256_setr_epi8(0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15, 0, 4, 1, 5, 2, 6, 3, 7, 8,
                                           12, 9, 13, 10, 14, 11, 15);
    const __m128i low = both(source + at[0], source + at[1]), high = both(source + at[4], source + at[5]);
    const __m256i pairs = _mm256_shuffle_epi8(_mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1), order);
    return _mm256_maddubs_epi16(weights, _mm256_xor_si256(pairs, _mm256_set1_epi8((char)0x80)));
}

/* Four pixels with 16 bits per channel; `which` picks their weights out of those of eight pixels. */
AVX2 INLINE __m256i mixed_pixels(const Half *half, const uint32_t *at, __m256i across, __m256i down, __m256i which) {
    const __m256i weights = _mm256_shuffle_epi8(across, which);
    const __m256i upper = mixed_across(half->from.pixels, at, weights);
    const __m256i lower = mixed_across(half->from.pixels + half->from.stride, at, weights);
    const __m256i rest = _mm256_mulhrs_epi16(_mm256_sub_epi16(lower, upper), _mm256_shuffle_epi8(down, which));
    const __m256i again = _mm256_set1_epi16((1 << (2 * ACROSS_BITS)) + (1 << (ACROSS_BITS - 1)));
    return _mm256_srli_epi16(_mm256_add_epi16(_mm256_add_epi16(upper, rest), again), ACROSS_BITS);
}

/* Write eight pixels of each plane. */
AVX2 INLINE void warp_eight(const Half *half, ptrdiff_t to, const Strip *strip, int32_t i) {
    const __m256i beside = _mm256_loadu_si256((const __m256i *)(strip->across + i));
    const __m256i whole = _mm256_set1_epi32(1 << ACROSS_BITS);
    const __m256i across = _mm256_or_si256(_mm256_sub_epi32(whole, beside), _mm256_slli_epi32(beside, 8));
    const __m256i down = _mm256_loadu_si256((const __m256i *)(strip->down + i));
    const __m256i early = _mm256_setr_epi8(0, 1, 0, 1, 0, 1, 0, 1, 4, 5, 4, 5, 4, 5, 4, 5, 0, 1, 0, 1, 0, 1, 0, 1, 4, 5, 4,
                                           5, 4, 5, 4, 5);
    const __m256i late = _mm256_add_epi8(early, _mm256_set1_epi8(8));
    const __m256i one = mixed_pixels(half, strip->at + i, across, down, early);
    const __m256i two = mixed_pixels(half, strip->at + i + 2, across, down, late);

    const __m256i apart = _mm256_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 0, 4, 8, 12, 1, 5, 9, 13, 2,
                                           6, 10, 14, 3, 7, 11, 15);
    const __m256i fours = _mm256_shuffle_epi8(_mm256_packus_epi16(one, two), apart);
    const __m256i planes = _mm256_permutevar8x32_epi32(fours, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
    const __m128i low = _mm256_castsi256_si128(planes), high = _mm256_extracti128_si256(planes, 1);
    store_eight(half->plane[0] + to, _mm_cvtsi128_si64(low));
    store_eight(half->plane[1] + to, _mm_extract_epi64(low, 1));
    if (half->plane[2]) store_eight(half->plane[2] + to, _mm_cvtsi128_si64(high));
    if (half->plane[3]) store_eight(half->plane[3] + to, _mm_extract_epi64(high, 1));
}

/* Write at least eight pixels; the last eight may overlap the ones before. */
AVX2 static void warp_wide(const Half *half, ptrdiff_t to, Place at, int32_t count) {
    const Half own = *half;
    Strip strip;
    lay_out(&own, at, count, &strip);
    int32_t i = 0;
    for (; i + LANES <= count; i += LANES) warp_eight(&own, to + i, &strip, i);
    if (i < count) warp_eight(&own, to + count - LANES, &strip, count - LANES);
}
#endif

void warp_inside(const Half *half, ptrdiff_t row, Place at, int64_t from, int64_t to) {
    const int small = half->from.width <= LARGE && half->from.height <= LARGE;
    if (!small || half->from.stride < 0 || half->from.stride >= LONG) {
        for (int64_t i = from; i < to; i++) warp_one(half, row + i, further(half, at, i));
        return;
    }
    for (int64_t i = from; i < to; i += STRIP) {
        const int32_t count = to - i < STRIP ? (int32_t)(to - i) : STRIP;
#if HAS_AVX2_PATH
        if (count >= LANES && uses_avx2()) {
            warp_wide(half, row + i, further(half, at, i), count);
            continue;
        }
#endif
        warp_strip(half, row + i, further(half, at, i), count);
    }
}
