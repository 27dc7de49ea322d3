/* Blending premultiplied colour over a plane by its cover, faded as a whole or revealed sample by sample.
 *
 * A sample becomes (ground * (255 - cover * a / 256) + 255 * colour * a / 256) / 255, rounded once and at most 255,
 * where `a` in [0, 256] is how visible it is. Where cover is 0 nothing is drawn, whatever the colour says.
 */
#include "kernels.h"

#if HAS_AVX2_PATH
#include <immintrin.h>
#endif

enum { WHOLE = 256, BLOCK = 32 };

INLINE uint8_t blended(uint32_t ground, uint32_t colour, uint32_t cover, uint32_t visible) {
    if (!cover) return (uint8_t)ground;
    const uint32_t sum = ground * (255 * WHOLE - cover * visible) + colour * visible * 255;
    const uint32_t rounded = (sum + 255 * WHOLE / 2) / (255 * WHOLE);
    return (uint8_t)(rounded > 255 ? 255 : rounded);
}

/* 0 to 255 as 0 to 256. */
INLINE uint32_t visibility(uint32_t byte) { return byte + (byte >> 7); }

static void row(uint8_t *target, const uint8_t *colour, const uint8_t *cover, const uint8_t *reveal,
                const uint8_t *table, int32_t from, int32_t width, uint32_t opacity, uint32_t flip) {
    for (int32_t i = from; i < width; i++) {
        const uint32_t visible = reveal ? visibility(table[reveal[i]]) : opacity;
        target[i] = blended(target[i], colour[i], cover[i] ^ flip, visible);
    }
}

#if HAS_AVX2_PATH
/* Sixteen samples of 16 bits, any visibility. */
AVX2 INLINE __m256i sixteen(__m256i ground, __m256i colour, __m256i cover, __m256i visible) {
    const __m256i whole = _mm256_set1_epi16(255);
    const __m256i keep = _mm256_sub_epi16(_mm256_set1_epi16((short)(255 * WHOLE)), _mm256_mullo_epi16(cover, visible));
    const __m256i kept_low = _mm256_mullo_epi16(ground, keep), kept_high = _mm256_mulhi_epu16(ground, keep);
    const __m256i added = _mm256_mullo_epi16(colour, visible);
    const __m256i added_low = _mm256_mullo_epi16(added, whole), added_high = _mm256_mulhi_epu16(added, whole);
    const __m256i half = _mm256_set1_epi32(255 * WHOLE / 2);
    __m256i sums[2] = {
        _mm256_add_epi32(_mm256_unpacklo_epi16(kept_low, kept_high), _mm256_unpacklo_epi16(added_low, added_high)),
        _mm256_add_epi32(_mm256_unpackhi_epi16(kept_low, kept_high), _mm256_unpackhi_epi16(added_low, added_high)),
    };
    for (int k = 0; k < 2; k++) sums[k] = _mm256_srli_epi32(_mm256_add_epi32(sums[k], half), 8);
    const __m256i most = _mm256_set1_epi16((short)(255 * 255 + 254));
    const __m256i packed = _mm256_min_epu16(_mm256_packus_epi32(sums[0], sums[1]), most);
    const __m256i more = _mm256_add_epi16(_mm256_srli_epi16(packed, 8), _mm256_set1_epi16(1));
    return _mm256_srli_epi16(_mm256_add_epi16(packed, more), 8); /* a division by 255 */
}

/* Sixteen samples of 16 bits that are wholly visible: what is left of the ground. */
AVX2 INLINE __m256i sixteen_kept(__m256i ground, __m256i keep) {
    const __m256i product = _mm256_add_epi16(_mm256_mullo_epi16(ground, keep), _mm256_set1_epi16(128));
    return _mm256_srli_epi16(_mm256_add_epi16(product, _mm256_srli_epi16(product, 8)), 8);
}

/* The table's bytes for 32 samples: of sixteen at a time those that a sample points at, else nothing. */
AVX2 INLINE __m256i looked_up(const uint8_t *table, __m256i samples) {
    const __m256i beyond = _mm256_set1_epi8(0x70); /* with it, what is above 15 has its high bit set */
    __m256i found = _mm256_setzero_si256();
    for (int k = 0; k < 16; k++) {
        const __m256i part = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(table + 16 * k)));
        const __m256i at = _mm256_adds_epu8(_mm256_sub_epi8(samples, _mm256_set1_epi8((char)(16 * k))), beyond);
        found = _mm256_or_si256(found, _mm256_shuffle_epi8(part, at));
    }
    return found;
}

AVX2 static int32_t row_avx2(uint8_t *target, const uint8_t *colour, const uint8_t *cover, const uint8_t *reveal,
                             const uint8_t *table, int32_t width, uint32_t opacity, uint32_t flip) {
    const __m256i zero = _mm256_setzero_si256(), flips = _mm256_set1_epi8((char)flip);
    int32_t i = 0;
    for (; i + BLOCK <= width; i += BLOCK) {
        const __m256i covers = _mm256_xor_si256(_mm256_loadu_si256((const __m256i *)(cover + i)), flips);
        if (_mm256_testz_si256(covers, covers)) continue;
        const __m256i colours = _mm256_andnot_si256(_mm256_cmpeq_epi8(covers, zero),
                                                    _mm256_loadu_si256((const __m256i *)(colour + i)));
        const __m256i all = _mm256_set1_epi8((char)255);
        __m256i bytes = all;
        if (reveal) {
            bytes = looked_up(table, _mm256_loadu_si256((const __m256i *)(reveal + i)));
            if (_mm256_testz_si256(bytes, bytes)) continue;
        }
        const __m256i ground = _mm256_loadu_si256((const __m256i *)(target + i));
        const __m256i low = _mm256_unpacklo_epi8(ground, zero), high = _mm256_unpackhi_epi8(ground, zero);
        __m256i drawn;
        if (opacity == WHOLE && _mm256_testc_si256(bytes, all)) {
            const __m256i keep = _mm256_xor_si256(covers, all);
            const __m256i kept = _mm256_packus_epi16(sixteen_kept(low, _mm256_unpacklo_epi8(keep, zero)),
                                                     sixteen_kept(high, _mm256_unpackhi_epi8(keep, zero)));
            drawn = _mm256_adds_epu8(kept, colours);
        } else {
            __m256i visible_low = _mm256_set1_epi16((short)opacity), visible_high = visible_low;
            if (reveal) {
                visible_low = _mm256_unpacklo_epi8(bytes, zero);
                visible_high = _mm256_unpackhi_epi8(bytes, zero);
                visible_low = _mm256_add_epi16(visible_low, _mm256_srli_epi16(visible_low, 7));
                visible_high = _mm256_add_epi16(visible_high, _mm256_srli_epi16(visible_high, 7));
            }
            drawn = _mm256_packus_epi16(
                sixteen(low, _mm256_unpacklo_epi8(colours, zero), _mm256_unpacklo_epi8(covers, zero), visible_low),
                sixteen(high, _mm256_unpackhi_epi8(colours, zero), _mm256_unpackhi_epi8(covers, zero), visible_high));
        }
        _mm256_storeu_si256((__m256i *)(target + i), drawn);
    }
    return i;
}
#endif

void blend_row(uint8_t *target, const uint8_t *colour, const uint8_t *cover, const uint8_t *reveal,
               const uint8_t *table, int32_t width, uint32_t opacity, uint32_t flip) {
    int32_t done = 0;
#if HAS_AVX2_PATH
    if (uses_avx2()) done = row_avx2(target, colour, cover, reveal, table, width, opacity, flip);
#endif
    row(target, colour, cover, reveal, table, done, width, opacity, flip);
}

/* Blend colour onto the target with `opacity` in [0, 256]; `flip` is 255 where `cover` holds what is left of the
 * ground instead, else 0. */
KERNEL void clipwright_blend(uint8_t *target, ptrdiff_t target_stride, int32_t width, int32_t height,
                             const uint8_t *colour, ptrdiff_t colour_stride, const uint8_t *cover,
                             ptrdiff_t cover_stride, int32_t opacity, int32_t flip) {
    for (int32_t i = 0; i < height; i++)
        blend_row(target + i * target_stride, colour + i * colour_stride, cover + i * cover_stride, NULL, NULL, width,
                  (uint32_t)opacity, (uint32_t)flip);
}
