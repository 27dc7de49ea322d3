#include "sampler.h"

#include <string.h>

#if HAS_AVX2_PATH
#include <immintrin.h>
#endif

/* Two rows of values, and the weight of the second in 32768ths. */
typedef struct {
    const int16_t *above, *below;
    int32_t share;
} Mixture;

static int32_t within(int64_t at, int32_t count) {
    return at < 0 ? 0 : at >= count ? count - 1 : (int32_t)at;
}

static size_t padded(int32_t count) { return ((size_t)count + 31) / 32 * 32; }

size_t columns_room(int32_t count) {
    const size_t width = padded(count);
    return (width / (2 * GROUP) * sizeof(Pair) + width * (2 * sizeof(int32_t) + 1) + 63) / 64 * 64;
}

size_t rows_room(int32_t count) { return padded(count) * 2 * sizeof(int16_t); }

static int32_t count_shifted(const Columns *columns) {
    int32_t i = 0;
    while (i < columns->count && columns->left[i] == columns->left[0] + i
           && columns->right[i] == columns->left[i] + 1 && columns->share[i] == columns->share[0])
        i++;
    return i;
}

/* Pair up columns until a group spans more samples than a load: all of them, unless the source is shrunk to half its
 * width or less. Returns how many columns were paired. */
static int32_t pair_columns(const Columns *columns, int32_t source_width) {
    if (source_width < LOADED) return 0;
    const int32_t count = (int32_t)padded(columns->count);
    for (int32_t first = 0; first < count; first += 2 * GROUP) {
        Pair *pair = &columns->pairs[first / (2 * GROUP)];
        for (int32_t half = 0; half < 2; half++) {
            const int32_t *left = columns->left + first + half * GROUP, *right = columns->right + first + half * GROUP;
            const int32_t base = left[0] > source_width - LOADED ? source_width - LOADED : left[0];
            if (right[GROUP - 1] >= base + LOADED) return first;
            pair->base[half] = base;
            for (int32_t i = 0; i < GROUP; i++) {
                const uint8_t share = columns->share[first + half * GROUP + i];
                uint8_t *taken = pair->taken + half * LOADED + 2 * i, *weights = pair->weights + half * LOADED + 2 * i;
                taken[0] = (uint8_t)(left[i] - base);
                taken[1] = (uint8_t)(right[i] - base);
                weights[0] = (uint8_t)(128 - share);
                weights[1] = share;
            }
        }
    }
    return count;
}

/* Place columns that follow each other from `base` on, all inside the source, without computing each place. */
static void follow(Columns *columns, int32_t base, int64_t place) {
    for (int32_t i = 0; i < columns->count; i++) {
        columns->left[i] = base + i;
        columns->right[i] = base + i + 1;
    }
    memset(columns->share, (int)(place & 127), (size_t)columns->count);
    columns->shifted = columns->count;
}

Columns place_columns(uint8_t *room, int32_t count, int32_t source_width, int64_t start, int64_t step) {
    const size_t width = padded(count);
    Columns columns = {.count = count, .pairs = (Pair *)room};
    columns.left = (int32_t *)(columns.pairs + width / (2 * GROUP));
    columns.right = columns.left + width;
    columns.share = (uint8_t *)(columns.right + width);
    const int64_t first = (start + (INT64_C(1) << 24)) >> 25;
    if (step == ONE && first >= 0 && (first >> 7) + count < source_width) {
        follow(&columns, (int32_t)(first >> 7), first);
        return columns;
    }
    for (int32_t i = 0; i < (int32_t)width; i++) { /* loads cover the padded width */
        const int64_t place = (start + i * step + (INT64_C(1) << 24)) >> 25;
        columns.left[i] = within(place >> 7, source_width);
        columns.right[i] = within((place >> 7) + 1, source_width);
        columns.share[i] = (uint8_t)(place & 127);
    }
    columns.shifted = count_shifted(&columns);
    columns.paired = columns.shifted >= 2 * GROUP ? 0 : pair_columns(&columns, source_width);
    return columns;
}

Rows open_rows(uint8_t *room, int32_t count, const uint8_t *pixels, ptrdiff_t stride, int32_t height, int64_t start,
               int64_t step) {
    int16_t *values = (int16_t *)room;
    const Rows rows = {pixels, stride, height, start, step, {values, values + padded(count)}, {-1, -1}};
    return rows;
}

static void across(const Columns *columns, int32_t from, const uint8_t *row, int16_t *values) {
    for (int32_t i = from; i < columns->count; i++) {
        const int32_t one = row[columns->left[i]] - 128, other = row[columns->right[i]] - 128;
        values[i] = (int16_t)(one * 128 + (other - one) * columns->share[i]);
    }
}

/* The sample between two rows of values; right shifts of negative numbers keep the sign in every compiler used. */
INLINE uint8_t between(int16_t above, int16_t below, int32_t share) {
    const int32_t value = above + (((below - above) * share + 0x4000) >> 15);
    return (uint8_t)((value + 16384 + 64) >> 7);
}

INLINE uint8_t clamped(uint8_t sample, uint8_t middle, uint8_t detail) {
    const int32_t low = middle < detail ? 0 : middle - detail;
    const int32_t high = middle + detail > 255 ? 255 : middle + detail;
    return (uint8_t)(sample < low ? low : sample > high ? high : sample);
}

static void write_from(const Mixture *mixture, int32_t from, int32_t to, uint8_t *target, const uint8_t *detail) {
    for (int32_t i = from; i < to; i++) {
        const uint8_t middle = between(mixture->above[i], mixture->below[i], mixture->share);
        target[i] = detail ? clamped(target[i], middle, detail[i]) : middle;
    }
}

#if HAS_AVX2_PATH
AVX2 static int32_t across_pairs(const Columns *columns, const uint8_t *row, int16_t *values) {
    const __m256i signs = _mm256_set1_epi8((char)0x80);
    const int32_t count = columns->paired; /* a local, as writing to the values might alias the original */
    const Pair *pair = columns->pairs;
    for (int32_t i = 0; i < count; i += 2 * GROUP, pair++) {
        const __m128i first = _mm_loadu_si128((const __m128i *)(row + pair->base[0]));
        const __m128i second = _mm_loadu_si128((const __m128i *)(row + pair->base[1]));
        const __m256i taken = _mm256_loadu_si256((const __m256i *)pair->taken);
        const __m256i weights = _mm256_loadu_si256((const __m256i *)pair->weights);
        const __m256i loaded = _mm256_inserti128_si256(_mm256_castsi128_si256(first), second, 1);
        const __m256i samples = _mm256_xor_si256(_mm256_shuffle_epi8(loaded, taken), signs);
        _mm256_storeu_si256((__m256i *)(values + i), _mm256_maddubs_epi16(weights, samples));
    }
    return count;
}

AVX2 static int32_t across_shifted(const Columns *columns, const uint8_t *row, int16_t *values) {
    const __m256i middle = _mm256_set1_epi16(128), share = _mm256_set1_epi16(columns->share[0]);
    const uint8_t *from = row + columns->left[0];
    if (columns->shifted < 16) return 0;
    int32_t i = 0;
    while (i < columns->shifted) {
        i = i + 16 <= columns->shifted ? i : columns->shifted - 16; /* the last block overlaps the one before */
        const __m256i one = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)(from + i)));
        const __m256i other = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)(from + i + 1)));
        const __m256i whole = _mm256_slli_epi16(_mm256_sub_epi16(one, middle), 7);
        const __m256i part = _mm256_mullo_epi16(_mm256_sub_epi16(other, one), share);
        _mm256_storeu_si256((__m256i *)(values + i), _mm256_add_epi16(whole, part));
        i += 16;
    }
    return columns->shifted;
}

AVX2 INLINE __m256i sixteen_between(const int16_t *above, const int16_t *below, __m256i share) {
    const __m256i one = _mm256_loadu_si256((const __m256i *)above);
    const __m256i other = _mm256_loadu_si256((const __m256i *)below);
    const __m256i mixed = _mm256_add_epi16(one, _mm256_mulhrs_epi16(_mm256_sub_epi16(other, one), share));
    return _mm256_srli_epi16(_mm256_add_epi16(mixed, _mm256_set1_epi16(16384 + 64)), 7);
}

/* Load 32 samples as values (128 * sample), in the order that packing them undoes. With `side`, each is mixed with its
 * right neighbour. */
AVX2 INLINE void load_values(const uint8_t *row, int32_t side, __m256i values[2]) {
    const __m256i own = _mm256_loadu_si256((const __m256i *)row);
    if (side) {
        const __m256i next = _mm256_loadu_si256((const __m256i *)(row + 1));
        const __m256i weights = _mm256_set1_epi16((short)((side << 8) | (128 - side)));
        values[0] = _mm256_maddubs_epi16(_mm256_unpacklo_epi8(own, next), weights);
        values[1] = _mm256_maddubs_epi16(_mm256_unpackhi_epi8(own, next), weights);
    } else {
        const __m256i zero = _mm256_setzero_si256();
        values[0] = _mm256_srli_epi16(_mm256_unpacklo_epi8(zero, own), 1);
        values[1] = _mm256_srli_epi16(_mm256_unpackhi_epi8(zero, own), 1);
    }
}

/* Write samples between columns (`side`, in 128ths), between rows (`share`, in 32768ths) or both. The last block
 * overlaps what precedes it, even `from`; returns `from`, with nothing written, if there is no room for a block. */
AVX2 INLINE int32_t write_blocks(const uint8_t *one, const uint8_t *other, int32_t side, int32_t share, int32_t from,
                                 int32_t to, uint8_t *target) {
    const __m256i shares = _mm256_set1_epi16((short)share), half = _mm256_set1_epi16(64);
    if (to < 32) return from;
    int32_t i = from;
    while (i < to) {
        i = i + 32 <= to ? i : to - 32;
        __m256i values[2], below[2];
        load_values(one + i, side, values);
        if (share) load_values(other + i, side, below);
        for (int k = 0; k < 2; k++) {
            if (share)
                values[k] = _mm256_add_epi16(
                    values[k], _mm256_mulhrs_epi16(_mm256_sub_epi16(below[k], values[k]), shares));
            values[k] = _mm256_srli_epi16(_mm256_add_epi16(values[k], half), 7);
        }
        _mm256_storeu_si256((__m256i *)(target + i), _mm256_packus_epi16(values[0], values[1]));
        i += 32;
    }
    return to;
}

/* As `write_blocks`, compiled once for each direction. */
AVX2 static int32_t write_shifted(const uint8_t *one, const uint8_t *other, int32_t side, int32_t share, int32_t from,
                                  int32_t to, uint8_t *target) {
    if (!side) return write_blocks(one, other, 0, share, from, to, target);
    if (!share) return write_blocks(one, other, side, 0, from, to, target);
    return write_blocks(one, other, side, share, from, to, target);
}

AVX2 static int32_t write_wide(const Mixture *mixture, int32_t from, int32_t to, uint8_t *target,
                               const uint8_t *detail) {
    const __m256i shares = _mm256_set1_epi16((short)mixture->share);
    const int16_t *above = mixture->above, *below = mixture->below;
    if (to - from < 32) return from;
    int32_t i = from;
    while (i < to) {
        i = i + 32 <= to ? i : to - 32; /* the last block overlaps the one before: clamping twice changes nothing */
        const __m256i first = sixteen_between(above + i, below + i, shares);
        const __m256i second = sixteen_between(above + i + 16, below + i + 16, shares);
        __m256i samples = _mm256_permute4x64_epi64(_mm256_packus_epi16(first, second), 0xd8);
        if (detail) {
            const __m256i reach = _mm256_loadu_si256((const __m256i *)(detail + i));
            const __m256i now = _mm256_loadu_si256((const __m256i *)(target + i));
            const __m256i low = _mm256_subs_epu8(samples, reach), high = _mm256_adds_epu8(samples, reach);
            samples = _mm256_max_epu8(_mm256_min_epu8(now, high), low);
        }
        _mm256_storeu_si256((__m256i *)(target + i), samples);
        i += 32;
    }
    return to;
}
#endif

static void fill_values(const Columns *columns, const uint8_t *row, int16_t *values) {
    int32_t done = 0;
#if HAS_AVX2_PATH
    if (uses_avx2()) done = columns->paired ? across_pairs(columns, row, values) : across_shifted(columns, row, values);
#endif
    across(columns, done, row, values);
}

const uint8_t *whole_row(const Columns *columns, const Rows *rows, int32_t number) {
    const int64_t place = (rows->start + number * rows->step + (INT64_C(1) << 16)) >> 17;
    /* the last column may lie on the source's edge, where it has no right neighbour */
    if (columns->share[0] || columns->shifted < columns->count - 1 || (place & 32767)) return NULL;
    if (columns->left[columns->count - 1] != columns->left[0] + columns->count - 1) return NULL;
    if (columns->share[columns->count - 1]) return NULL;
    return rows->pixels + within(place >> 15, rows->height) * rows->stride + columns->left[0];
}

static Mixture row_mixture(const Columns *columns, Rows *rows, int32_t number) {
    const int64_t place = (rows->start + number * rows->step + (INT64_C(1) << 16)) >> 17;
    const int32_t share = (int32_t)(place & 32767);
    const int32_t wanted[2] = {within(place >> 15, rows->height), within((place >> 15) + 1, rows->height)};
    const int32_t first = rows->held[1] == wanted[0]; /* often the lower row of the target row before */
    const int32_t needed = share && wanted[0] != wanted[1] ? 2 : 1;
    for (int32_t k = 0; k < needed; k++) {
        const int32_t at = first ^ k;
        if (rows->held[at] == wanted[k]) continue;
        rows->held[at] = wanted[k];
        fill_values(columns, rows->pixels + wanted[k] * rows->stride, rows->values[at]);
    }
    const int16_t *above = rows->values[first];
    const Mixture mixture = {above, needed == 2 ? rows->values[first ^ 1] : above, share};
    return mixture;
}

static void write_row(const Mixture *mixture, int32_t from, int32_t to, uint8_t *target, const uint8_t *detail) {
    int32_t done = from;
#if HAS_AVX2_PATH
    if (uses_avx2()) done = write_wide(mixture, from, to, target, detail);
#endif
    write_from(mixture, done, to, target, detail);
}

INLINE int32_t value_at(const uint8_t *row, int32_t side) {
    return row[0] * 128 + (side ? (row[1] - row[0]) * side : 0);
}

/* Write a row whose source columns are consecutive and have one weight straight from the source, without values in
 * buffers. Returns 0, with nothing written, if they are not or without AVX2. */
static int write_direct(const Columns *columns, const Rows *rows, int32_t number, int32_t from, int32_t to,
                        uint8_t *target) {
#if HAS_AVX2_PATH
    if (!uses_avx2() || columns->shifted < columns->count) return 0;
    const int64_t place = (rows->start + number * rows->step + (INT64_C(1) << 16)) >> 17;
    const int32_t share = (int32_t)(place & 32767), side = columns->share[0], first = columns->left[0];
    const uint8_t *one = rows->pixels + within(place >> 15, rows->height) * rows->stride + first;
    const uint8_t *other = rows->pixels + within((place >> 15) + 1, rows->height) * rows->stride + first;
    if (!share && !side) {
        memcpy(target + from, one + from, (size_t)(to - from));
        return 1;
    }
    for (int32_t i = write_shifted(one, other, side, share, from, to, target); i < to; i++) {
        const int32_t above = value_at(one + i, side), below = value_at(other + i, side);
        target[i] = (uint8_t)((above + (((below - above) * share + 0x4000) >> 15) + 64) >> 7);
    }
    return 1;
#else
    (void)columns, (void)rows, (void)number, (void)from, (void)to, (void)target;
    return 0;
#endif
}

void sample_row(const Columns *columns, Rows *rows, int32_t number, uint8_t *target, const uint8_t *detail) {
    if (!detail && write_direct(columns, rows, number, 0, columns->count, target)) return;
    const Mixture mixture = row_mixture(columns, rows, number);
    write_row(&mixture, 0, columns->count, target, detail);
}

void sample_part(const Columns *columns, Rows *rows, int32_t number, int32_t from, int32_t to, uint8_t *room) {
    if (write_direct(columns, rows, number, from, to, room)) return;
    const Mixture mixture = row_mixture(columns, rows, number);
    write_row(&mixture, from, (int32_t)padded(to), room, NULL);
}
