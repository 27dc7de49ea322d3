/* Painting colour on an interleaved RGB picture through a mask: over it, or added to it as light. */
#include "kernels.h"

#include <string.h>

#if HAS_AVX2_PATH
#include <immintrin.h>
#endif

enum { BLOCK = 64, CHANNELS = 3, BYTES = BLOCK * CHANNELS };

/* value / 255, rounded; for values up to 255 * 255 */
INLINE uint16_t by_255(uint16_t value) {
    const uint16_t more = (uint16_t)(value + 128);
    return (uint16_t)((uint16_t)(more + (more >> 8)) >> 8);
}

INLINE void cover_bytes(uint8_t *ground, const uint8_t *paint, const uint8_t *cover, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        const uint16_t kept = (uint16_t)(ground[i] * (uint16_t)(255 - cover[i]));
        ground[i] = (uint8_t)by_255((uint16_t)(kept + (uint16_t)(paint[i] * (uint16_t)cover[i])));
    }
}

INLINE void add_bytes(uint8_t *ground, const uint8_t *paint, const uint8_t *cover, int32_t count, int32_t strength) {
    for (int32_t i = 0; i < count; i++) {
        const int32_t light = (by_255((uint16_t)(paint[i] * (uint16_t)cover[i])) * strength + 128) >> 8;
        const int32_t sum = ground[i] + light;
        ground[i] = (uint8_t)(sum > 255 ? 255 : sum);
    }
}

INLINE void weaken(uint8_t *cover, const uint8_t *mask, int32_t count, int32_t strength) {
    for (int32_t i = 0; i < count; i++) cover[i] = (uint8_t)((mask[i] * strength + 128) >> 8);
}

static void triple(uint8_t *wide, const uint8_t *mask, int32_t from, int32_t count) {
    for (int32_t i = from; i < count; i++) memset(wide + CHANNELS * i, mask[i], CHANNELS);
}

#if HAS_AVX2_PATH
AVX2 static int32_t triple_avx2(uint8_t *wide, const uint8_t *mask, int32_t count) {
    const __m128i first = _mm_setr_epi8(0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5);
    const __m128i second = _mm_setr_epi8(5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 9, 10, 10);
    const __m128i third = _mm_setr_epi8(10, 11, 11, 11, 12, 12, 12, 13, 13, 13, 14, 14, 14, 15, 15, 15);
    int32_t i = 0;
    for (; i + 16 <= count; i += 16) {
        const __m128i bytes = _mm_loadu_si128((const __m128i *)(mask + i));
        __m128i *at = (__m128i *)(wide + CHANNELS * i);
        _mm_storeu_si128(at, _mm_shuffle_epi8(bytes, first));
        _mm_storeu_si128(at + 1, _mm_shuffle_epi8(bytes, second));
        _mm_storeu_si128(at + 2, _mm_shuffle_epi8(bytes, third));
    }
    return i;
}

AVX2 static void cover_avx2(uint8_t *ground, const uint8_t *paint, const uint8_t *cover, int32_t count) {
    cover_bytes(ground, paint, cover, count);
}

AVX2 static void add_avx2(uint8_t *ground, const uint8_t *paint, const uint8_t *cover, int32_t count,
                          int32_t strength) {
    add_bytes(ground, paint, cover, count, strength);
}

AVX2 static void weaken_avx2(uint8_t *cover, const uint8_t *mask, int32_t count, int32_t strength) {
    weaken(cover, mask, count, strength);
}
#endif

static int all_are(const uint8_t *mask, int32_t count, uint64_t wanted) {
    uint64_t differs = 0;
    int32_t i = 0;
    for (; i + 8 <= count; i += 8) {
        uint64_t eight;
        memcpy(&eight, mask + i, sizeof eight);
        differs |= eight ^ wanted;
    }
    for (; i < count; i++) differs |= mask[i] ^ (wanted & 255);
    return !differs;
}

/* Paint at most BLOCK pixels; `strength` is in 256ths. */
static void paint_block(uint8_t *ground, const uint8_t *paint, const uint8_t *mask, int32_t count, int32_t strength,
                        int adds) {
    const int32_t bytes = CHANNELS * count;
    if (all_are(mask, count, 0)) return;
    if (!adds && strength == 256 && all_are(mask, count, UINT64_MAX)) {
        memcpy(ground, paint, (size_t)bytes);
        return;
    }
    uint8_t weak[BLOCK], wide[BYTES];
    const int weaker = !adds && strength < 256;
    int32_t done = 0;
#if HAS_AVX2_PATH
    if (uses_avx2()) {
        if (weaker) weaken_avx2(weak, mask, count, strength);
        done = triple_avx2(wide, weaker ? weak : mask, count);
        triple(wide, weaker ? weak : mask, done, count);
        if (adds) add_avx2(ground, paint, wide, bytes, strength);
        else cover_avx2(ground, paint, wide, bytes);
        return;
    }
#endif
    if (weaker) weaken(weak, mask, count, strength);
    triple(wide, weaker ? weak : mask, done, count);
    if (adds) add_bytes(ground, paint, wide, bytes, strength);
    else cover_bytes(ground, paint, wide, bytes);
}

/* Paint through a mask over the ground with `strength` in [0, 256] or, with `adds`, add it as light with any
 * `strength` in 256ths; sums are capped at 255. `paint` is an image of the ground's size, or NULL for one `colour`
 * (red, green, blue). */
KERNEL void clipwright_paint(uint8_t *ground, ptrdiff_t ground_stride, int32_t width, int32_t height,
                             const uint8_t *paint, ptrdiff_t paint_stride, const uint8_t *colour, const uint8_t *mask,
                             ptrdiff_t mask_stride, int32_t strength, int32_t adds) {
    uint8_t plain[BYTES];
    if (!paint)
        for (int32_t i = 0; i < BYTES; i++) plain[i] = colour[i % CHANNELS];
    for (int32_t row = 0; row < height; row++) {
        for (int32_t i = 0; i < width; i += BLOCK) {
            const uint8_t *from = paint ? paint + row * paint_stride + CHANNELS * i : plain;
            const int32_t count = width - i < BLOCK ? width - i : BLOCK;
            paint_block(ground + row * ground_stride + CHANNELS * i, from, mask + row * mask_stride + i, count,
                        strength, adds);
        }
    }
}
