/* Separable linear resampling of a plane, and clamping a plane to a resampled one.
 *
 * Across, places are rounded to 1/128 of a sample, down to 1/32768. A source row becomes 16-bit values
 * (128 * sample - 16384) once, in a buffer of two rows; each target row is a mixture of the two.
 */
#include "kernels.h"

#include <stdlib.h>
#include <string.h>

#if HAS_AVX2_PATH
#include <immintrin.h>
#endif

enum { GROUP = 8, LOADED = 16 };

typedef struct {
    uint8_t *target;
    ptrdiff_t target_stride;
    int32_t width, height;
    const uint8_t *source;
    ptrdiff_t source_stride;
    int32_t source_width, source_height;
    int64_t x, x_step, y, y_step;
    const uint8_t *detail; /* how far target samples may lie from the resampled ones; NULL: they are replaced */
    ptrdiff_t detail_stride;
} Job;

/* Of eight target columns: where sixteen source samples are loaded, and which of them are mixed by what weights. */
typedef struct {
    int32_t base;
    uint8_t taken[LOADED];
    uint8_t weights[LOADED];
} Group;

typedef struct {
    int32_t *left, *right; /* source columns of each target column */
    uint8_t *share;        /* the right one's weight in 128ths */
    Group *groups;         /* for whole pairs of groups */
    int32_t grouped;       /* target columns that the groups serve, a multiple of 16 */
    int32_t shifted;       /* target columns whose source columns follow each other with one share */
} Columns;

static int32_t within(int64_t at, int32_t count) {
    return at < 0 ? 0 : at >= count ? count - 1 : (int32_t)at;
}

static void place_columns(const Job *job, Columns *columns) {
    for (int32_t i = 0; i < job->width; i++) {
        const int64_t place = (job->x + i * job->x_step + (INT64_C(1) << 24)) >> 25;
        columns->left[i] = within(place >> 7, job->source_width);
        columns->right[i] = within((place >> 7) + 1, job->source_width);
        columns->share[i] = (uint8_t)(place & 127);
    }
    columns->shifted = 0;
    if (job->x_step != INT64_C(1) << 32) return;
    const int32_t first = columns->left[0];
    while (columns->shifted < job->width && columns->left[columns->shifted] == first + columns->shifted
           && columns->right[columns->shifted] == first + columns->shifted + 1
           && columns->share[columns->shifted] == columns->share[0])
        columns->shifted++;
}

/* Groups of columns until one does not fit into a load: all of them, unless the source is shrunk to half. */
static void group_columns(const Job *job, Columns *columns) {
    columns->grouped = 0;
    if (job->source_width < LOADED) return;
    for (int32_t first = 0; first + GROUP <= job->width; first += GROUP) {
        Group *group = &columns->groups[first / GROUP];
        int32_t base = columns->left[first];
        if (base > job->source_width - LOADED) base = job->source_width - LOADED;
        if (columns->right[first + GROUP - 1] >= base + LOADED) break;
        group->base = base;
        for (int32_t i = 0; i < GROUP; i++) {
            group->taken[2 * i] = (uint8_t)(columns->left[first + i] - base);
            group->taken[2 * i + 1] = (uint8_t)(columns->right[first + i] - base);
            group->weights[2 * i] = (uint8_t)(128 - columns->share[first + i]);
            group->weights[2 * i + 1] = columns->share[first + i];
        }
        if (first % (2 * GROUP)) columns->grouped = first + GROUP;
    }
}

static void across(const Columns *columns, int32_t from, int32_t width, const uint8_t *row, int16_t *values) {
    for (int32_t i = from; i < width; i++) {
        const int32_t one = row[columns->left[i]] - 128, other = row[columns->right[i]] - 128;
        values[i] = (int16_t)(one * 128 + (other - one) * columns->share[i]);
    }
}

/* The resampled sample between two rows of values; shifts of negative numbers keep their sign. */
INLINE uint8_t between(int16_t above, int16_t below, int32_t share) {
    const int32_t value = above + (((below - above) * share + 0x4000) >> 15);
    return (uint8_t)((value + 16384 + 64) >> 7);
}

INLINE uint8_t clamped(uint8_t sample, uint8_t middle, uint8_t detail) {
    const int32_t low = middle < detail ? 0 : middle - detail;
    const int32_t high = middle + detail > 255 ? 255 : middle + detail;
    return (uint8_t)(sample < low ? low : sample > high ? high : sample);
}

static void down(const Job *job, int32_t from, const int16_t *above, const int16_t *below, int32_t share,
                 uint8_t *target, const uint8_t *detail) {
    for (int32_t i = from; i < job->width; i++) {
        const uint8_t middle = between(above[i], below[i], share);
        target[i] = detail ? clamped(target[i], middle, detail[i]) : middle;
    }
}

#if HAS_AVX2_PATH
AVX2 static int32_t across_groups(const Columns *columns, const uint8_t *row, int16_t *values) {
    const __m256i signs = _mm256_set1_epi8((char)0x80);
    for (int32_t i = 0; i < columns->grouped; i += 2 * GROUP) {
        const Group *pair = &columns->groups[i / GROUP];
        const __m128i first = _mm_loadu_si128((const __m128i *)(row + pair[0].base));
        const __m128i second = _mm_loadu_si128((const __m128i *)(row + pair[1].base));
        const __m256i taken = _mm256_inserti128_si256(
            _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)pair[0].taken)),
            _mm_loadu_si128((const __m128i *)pair[1].taken), 1);
        const __m256i weights = _mm256_inserti128_si256(
            _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)pair[0].weights)),
            _mm_loadu_si128((const __m128i *)pair[1].weights), 1);
        const __m256i loaded = _mm256_inserti128_si256(_mm256_castsi128_si256(first), second, 1);
        const __m256i samples = _mm256_xor_si256(_mm256_shuffle_epi8(loaded, taken), signs);
        _mm256_storeu_si256((__m256i *)(values + i), _mm256_maddubs_epi16(weights, samples));
    }
    return columns->grouped;
}

AVX2 static int32_t across_shifted(const Columns *columns, const uint8_t *row, int16_t *values) {
    const __m256i middle = _mm256_set1_epi16(128), share = _mm256_set1_epi16(columns->share[0]);
    const uint8_t *from = row + columns->left[0];
    int32_t i = 0;
    for (; i + 16 <= columns->shifted; i += 16) {
        const __m256i one = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)(from + i)));
        const __m256i other = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)(from + i + 1)));
        const __m256i whole = _mm256_slli_epi16(_mm256_sub_epi16(one, middle), 7);
        const __m256i part = _mm256_mullo_epi16(_mm256_sub_epi16(other, one), share);
        _mm256_storeu_si256((__m256i *)(values + i), _mm256_add_epi16(whole, part));
    }
    return i;
}

AVX2 INLINE __m256i sixteen_between(const int16_t *above, const int16_t *below, __m256i share) {
    const __m256i one = _mm256_loadu_si256((const __m256i *)above);
    const __m256i other = _mm256_loadu_si256((const __m256i *)below);
    const __m256i mixed = _mm256_add_epi16(one, _mm256_mulhrs_epi16(_mm256_sub_epi16(other, one), share));
    return _mm256_srli_epi16(_mm256_add_epi16(mixed, _mm256_set1_epi16(16384 + 64)), 7);
}

AVX2 static int32_t down_avx2(const Job *job, const int16_t *above, const int16_t *below, int32_t share,
                              uint8_t *target, const uint8_t *detail) {
    const __m256i shares = _mm256_set1_epi16((short)share);
    int32_t i = 0;
    for (; i + 32 <= job->width; i += 32) {
        const __m256i first = sixteen_between(above + i, below + i, shares);
        const __m256i second = sixteen_between(above + i + 16, below + i + 16, shares);
        const __m256i packed = _mm256_packus_epi16(first, second);
        __m256i samples = _mm256_permute4x64_epi64(packed, 0xd8);
        if (detail) {
            const __m256i reach = _mm256_loadu_si256((const __m256i *)(detail + i));
            const __m256i now = _mm256_loadu_si256((const __m256i *)(target + i));
            const __m256i low = _mm256_subs_epu8(samples, reach), high = _mm256_adds_epu8(samples, reach);
            samples = _mm256_max_epu8(_mm256_min_epu8(now, high), low);
        }
        _mm256_storeu_si256((__m256i *)(target + i), samples);
    }
    return i;
}
#endif

static void across_row(const Job *job, const Columns *columns, int32_t number, int16_t *values) {
    const uint8_t *row = job->source + number * job->source_stride;
    int32_t done = 0;
#if HAS_AVX2_PATH
    if (uses_avx2()) done = columns->shifted ? across_shifted(columns, row, values) : across_groups(columns, row, values);
#endif
    across(columns, done, job->width, row, values);
}

static void draw_rows(const Job *job, const Columns *columns, int16_t *buffers[2]) {
    int32_t held[2] = {-1, -1}; /* which source row's values each buffer has */
    for (int32_t i = 0; i < job->height; i++) {
        const int64_t place = (job->y + i * job->y_step + (INT64_C(1) << 16)) >> 17;
        const int32_t share = (int32_t)(place & 32767);
        const int32_t rows[2] = {within(place >> 15, job->source_height),
                                 within((place >> 15) + 1, job->source_height)};
        const int32_t first = held[1] == rows[0]; /* rising rows: what lay below mostly lies above now */
        const int32_t needed = share && rows[0] != rows[1] ? 2 : 1;
        for (int32_t k = 0; k < needed; k++) {
            const int32_t at = first ^ k;
            if (held[at] != rows[k]) across_row(job, columns, held[at] = rows[k], buffers[at]);
        }
        const int16_t *above = buffers[first], *below = needed == 2 ? buffers[first ^ 1] : above;
        uint8_t *target = job->target + i * job->target_stride;
        const uint8_t *detail = job->detail ? job->detail + i * job->detail_stride : NULL;
        int32_t done = 0;
#if HAS_AVX2_PATH
        if (uses_avx2()) done = down_avx2(job, above, below, share, target, detail);
#endif
        down(job, done, above, below, share, target, detail);
    }
}

static int32_t run(const Job *job) {
    const size_t width = ((size_t)job->width + 31) / 32 * 32;
    const size_t bytes = width * (2 * sizeof(int32_t) + sizeof(uint8_t) + 2 * sizeof(int16_t))
                         + width / GROUP * sizeof(Group);
    uint8_t *room = malloc(bytes);
    if (!room) return -1;
    Columns columns;
    columns.groups = (Group *)room;
    columns.left = (int32_t *)(columns.groups + width / GROUP);
    columns.right = columns.left + width;
    int16_t *buffers[2] = {(int16_t *)(columns.right + width), NULL};
    buffers[1] = buffers[0] + width;
    columns.share = (uint8_t *)(buffers[1] + width);
    place_columns(job, &columns);
    group_columns(job, &columns);
    draw_rows(job, &columns, buffers);
    free(room);
    return 0;
}

/* Fill the target from the source; places outside the source are those of its nearest sample. -1: no memory. */
KERNEL int32_t clipwright_resample(uint8_t *target, ptrdiff_t target_stride, int32_t width, int32_t height,
                                   const uint8_t *source, ptrdiff_t source_stride, int32_t source_width,
                                   int32_t source_height, int64_t x, int64_t x_step, int64_t y, int64_t y_step) {
    const Job job = {target, target_stride, width, height, source, source_stride, source_width, source_height,
                     x, x_step, y, y_step, NULL, 0};
    return run(&job);
}

/* Bring each target sample within its detail of the resampled source. -1: no memory. */
KERNEL int32_t clipwright_clamp(uint8_t *target, ptrdiff_t target_stride, int32_t width, int32_t height,
                                const uint8_t *detail, ptrdiff_t detail_stride, const uint8_t *source,
                                ptrdiff_t source_stride, int32_t source_width, int32_t source_height, int64_t x,
                                int64_t x_step, int64_t y, int64_t y_step) {
    const Job job = {target, target_stride, width, height, source, source_stride, source_width, source_height,
                     x, x_step, y, y_step, detail, detail_stride};
    return run(&job);
}
