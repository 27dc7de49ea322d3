/* Blending premultiplied colour over a plane by its cover, faded as a whole or revealed sample by sample.
 *
 * A sample becomes (ground * (255 - cover * a / 256) + 255 * colour * a / 256) / 255, rounded once and at most 255,
 * where `a` in [0, 256] is its visibility. Where cover is 0 nothing is drawn, whatever the colour.
 */
#include "kernels.h"

#include <string.h>

#if HAS_AVX2_PATH
#include <immintrin.h>
#endif

enum { WHOLE = 256, BLOCK = 32 };
enum { FEW = 6 }; /* below this many samples, a padded block takes longer than one sample at a time */

INLINE uint8_t blended(uint32_t ground, uint32_t colour, uint32_t cover, uint32_t visible) {
    if (!cover) return (uint8_t)ground;
    const uint32_t sum = ground * (255 * WHOLE - cover * visible) + colour * visible * 255;
    const uint32_t rounded = (sum + 255 * WHOLE / 2) / (255 * WHOLE);
    return (uint8_t)(rounded > 255 ? 255 : rounded);
}

/* Map a byte in [0, 255] to a visibility in [0, 256]. */
INLINE uint32_t visibility(uint32_t byte) { return byte + (byte >> 7); }

Reveal reveal_by(const uint8_t *table) {
    Reveal reveal = {table, 0, WHOLE};
    while (reveal.shown < WHOLE && table[reveal.shown] == WHOLE - 1) reveal.shown++;
    while (reveal.hidden > 0 && !table[reveal.hidden - 1]) reveal.hidden--;
    return reveal;
}

/* The inputs of `blend_row`. */
typedef struct {
    const uint8_t *colour, *cover, *map;
    const Reveal *reveal;
    uint32_t opacity, flip;
} Ink;

static void row(uint8_t *target, const Ink *ink, int32_t from, int32_t width) {
    for (int32_t i = from; i < width; i++) {
        const uint32_t visible = ink->map ? visibility(ink->reveal->table[ink->map[i]]) : ink->opacity;
        target[i] = blended(target[i], ink->colour[i], ink->cover[i] ^ ink->flip, visible);
    }
}

#if HAS_AVX2_PATH
/* Blend sixteen samples, widened to 16 bits, at any visibility. */
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
    return _mm256_srli_epi16(_mm256_add_epi16(packed, more), 8); /* an exact division by 255 */
}

/* The ground kept under sixteen fully visible samples, widened to 16 bits: ground * keep / 255, rounded. */
AVX2 INLINE __m256i sixteen_kept(__m256i ground, __m256i keep) {
    const __m256i product = _mm256_add_epi16(_mm256_mullo_epi16(ground, keep), _mm256_set1_epi16(128));
    return _mm256_srli_epi16(_mm256_add_epi16(product, _mm256_srli_epi16(product, 8)), 8);
}

/* Look up 32 samples in the table: a shuffle serves sixteen entries, and is 0 for samples that index others. */
AVX2 INLINE __m256i looked_up(const uint8_t *table, __m256i samples) {
    const __m256i beyond = _mm256_set1_epi8(0x70); /* sets the high bit of indices above 15: shuffled to 0 */
    __m256i found = _mm256_setzero_si256();
    for (int k = 0; k < 16; k++) {
        const __m256i part = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(table + 16 * k)));
        const __m256i at = _mm256_adds_epu8(_mm256_sub_epi8(samples, _mm256_set1_epi8((char)(16 * k))), beyond);
        found = _mm256_or_si256(found, _mm256_shuffle_epi8(part, at));
    }
    return found;
}

/* A mask of those of 32 bytes that are at most `most`. */
AVX2 INLINE __m256i at_most(__m256i bytes, int32_t most) {
    return _mm256_cmpeq_epi8(_mm256_min_epu8(bytes, _mm256_set1_epi8((char)most)), bytes);
}

/* Visibilities of 32 samples, as bytes. Most blocks are shown or hidden as a whole; only mixed ones are looked up. */
AVX2 INLINE __m256i revealed(const Reveal *reveal, __m256i samples) {
    const __m256i all = _mm256_set1_epi8((char)255);
    if (reveal->shown > 0 && _mm256_testc_si256(at_most(samples, reveal->shown - 1), all)) return all;
    const __m256i beside = reveal->hidden > 0 ? at_most(samples, reveal->hidden - 1) : _mm256_setzero_si256();
    if (_mm256_testz_si256(beside, beside)) return _mm256_setzero_si256();
    return looked_up(reveal->table, samples);
}

/* Blend 32 samples; where `drawn_on` is 0 instead of 255, the target is left as it is. */
AVX2 INLINE void block(uint8_t *target, const uint8_t *colour, const uint8_t *cover, const uint8_t *map,
                       const Ink *ink, __m256i drawn_on) {
    const __m256i zero = _mm256_setzero_si256(), all = _mm256_set1_epi8((char)255);
    const __m256i flips = _mm256_set1_epi8((char)ink->flip);
    const __m256i covers =
        _mm256_and_si256(_mm256_xor_si256(_mm256_loadu_si256((const __m256i *)cover), flips), drawn_on);
    if (_mm256_testz_si256(covers, covers)) return;
    __m256i bytes = all;
    if (map) {
        bytes = revealed(ink->reveal, _mm256_loadu_si256((const __m256i *)map));
        if (_mm256_testz_si256(bytes, bytes)) return;
    }
    const int whole = ink->opacity == WHOLE && _mm256_testc_si256(bytes, all);
    if (whole && _mm256_testc_si256(covers, all)) { /* the ground is hidden completely */
        _mm256_storeu_si256((__m256i *)target, _mm256_loadu_si256((const __m256i *)colour));
        return;
    }
    const __m256i colours = _mm256_andnot_si256(_mm256_cmpeq_epi8(covers, zero),
                                                _mm256_loadu_si256((const __m256i *)colour));
    const __m256i ground = _mm256_loadu_si256((const __m256i *)target);
    const __m256i low = _mm256_unpacklo_epi8(ground, zero), high = _mm256_unpackhi_epi8(ground, zero);
    __m256i drawn;
    if (whole) {
        const __m256i keep = _mm256_xor_si256(covers, all);
        const __m256i kept = _mm256_packus_epi16(sixteen_kept(low, _mm256_unpacklo_epi8(keep, zero)),
                                                 sixteen_kept(high, _mm256_unpackhi_epi8(keep, zero)));
        drawn = _mm256_adds_epu8(kept, colours);
    } else {
        __m256i visible_low = _mm256_set1_epi16((short)ink->opacity), visible_high = visible_low;
        if (map) {
            visible_low = _mm256_unpacklo_epi8(bytes, zero);
            visible_high = _mm256_unpackhi_epi8(bytes, zero);
            visible_low = _mm256_add_epi16(visible_low, _mm256_srli_epi16(visible_low, 7));
            visible_high = _mm256_add_epi16(visible_high, _mm256_srli_epi16(visible_high, 7));
        }
        drawn = _mm256_packus_epi16(
            sixteen(low, _mm256_unpacklo_epi8(colours, zero), _mm256_unpacklo_epi8(covers, zero), visible_low),
            sixteen(high, _mm256_unpackhi_epi8(colours, zero), _mm256_unpackhi_epi8(covers, zero), visible_high));
    }
    _mm256_storeu_si256((__m256i *)target, drawn);
}

/* Blend a row of fewer samples than a block in copies padded to one: nothing beyond the row is touched. */
AVX2 static void short_row(uint8_t *target, const Ink *ink, int32_t width) {
    const __m256i zero = _mm256_setzero_si256();
    __m256i rest[4] = {zero, zero, _mm256_set1_epi8((char)ink->flip), zero};
    const size_t count = (size_t)width;
    memcpy(&rest[0], target, count);
    memcpy(&rest[1], ink->colour, count);
    memcpy(&rest[2], ink->cover, count);
    if (ink->map) memcpy(&rest[3], ink->map, count);
    block((uint8_t *)&rest[0], (const uint8_t *)&rest[1], (const uint8_t *)&rest[2],
          ink->map ? (const uint8_t *)&rest[3] : NULL, ink, _mm256_set1_epi8((char)255));
    memcpy(target, &rest[0], count);
}

AVX2 static int32_t row_avx2(uint8_t *target, const Ink *given, int32_t width) {
    const Ink ink = *given; /* a copy, as writing to the target might alias the original */
    const __m256i all = _mm256_set1_epi8((char)255);
    if (width < FEW) return 0;
    if (width < BLOCK) {
        short_row(target, &ink, width);
        return width;
    }
    int32_t i = 0;
    for (; i + BLOCK <= width; i += BLOCK)
        block(target + i, ink.colour + i, ink.cover + i, ink.map ? ink.map + i : NULL, &ink, all);
    if (i == width) return width;
    const __m256i from_end = _mm256_setr_epi8(31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14,
                                              13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    const __m256i rest = _mm256_cmpgt_epi8(_mm256_set1_epi8((char)(width - i)), from_end);
    i = width - BLOCK; /* overlaps the block before, where nothing is drawn again */
    block(target + i, ink.colour + i, ink.cover + i, ink.map ? ink.map + i : NULL, &ink, rest);
    return width;
}
#endif

void blend_row(uint8_t *target, const uint8_t *colour, const uint8_t *cover, const uint8_t *map, const Reveal *reveal,
               int32_t width, uint32_t opacity, uint32_t flip) {
    const Ink ink = {colour, cover, map, reveal, opacity, flip};
    int32_t done = 0;
#if HAS_AVX2_PATH
    if (uses_avx2()) done = row_avx2(target, &ink, width);
#endif
    row(target, &ink, done, width);
}
