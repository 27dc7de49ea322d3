/* Preparing a painted RGBA layer for drawing: graded, premultiplied luma and chroma with their cover.
 *
 * Toned and graded levels have 7 fractional bits. Each pixel becomes four bytes: luma, cover and two zeros; each two
 * by two pixels become U, V, cover and a zero, from the mean of their premultiplied colours.
 */
#include "kernels.h"

#include <stdlib.h>
#include <string.h>

enum { LEVEL_BITS = 7, MATRIX_BITS = 13, GAIN_BITS = 14, WHOLE = 255 << LEVEL_BITS };

/* Mask of the alphas of two RGBA pixels, loaded as one number on a little-endian machine. */
#define ALPHAS UINT64_C(0xff000000ff000000)

/* Laid out as `_Layer` in premultiplying.py. */
typedef struct {
    uint8_t *luma, *chroma;
    ptrdiff_t luma_stride, chroma_stride;
    const uint8_t *image;
    ptrdiff_t image_stride;
    const int16_t *tone;    /* the levels of 256 bytes */
    const int16_t *matrix;  /* from toned to graded red, green and blue */
    const int16_t *gains;   /* from graded colours to luma, U, V and the cover of light */
    int32_t zero;           /* luma of black, in 128ths of a level */
    int32_t light;          /* whether the layer adds light */
    int32_t width, height;  /* of the image */
} Layer;

typedef struct {
    int16_t *colours[3], *alpha;
    int32_t *sums[3];
} Row;

INLINE int32_t by_255(int32_t value) { return (value + 128 + ((value + 128) >> 8)) >> 8; }

INLINE int32_t within(int32_t value, int32_t low, int32_t high) {
    return value < low ? low : value > high ? high : value;
}

INLINE void grade(const Row *row, const int16_t *m, int32_t count) {
    int16_t *red = row->colours[0], *green = row->colours[1], *blue = row->colours[2];
    for (int32_t i = 0; i < count; i++) {
        const int32_t r = red[i], g = green[i], b = blue[i], half = 1 << (MATRIX_BITS - 1);
        red[i] = (int16_t)within((m[0] * r + m[1] * g + m[2] * b + half) >> MATRIX_BITS, 0, WHOLE);
        green[i] = (int16_t)within((m[3] * r + m[4] * g + m[5] * b + half) >> MATRIX_BITS, 0, WHOLE);
        blue[i] = (int16_t)within((m[6] * r + m[7] * g + m[8] * b + half) >> MATRIX_BITS, 0, WHOLE);
    }
}

INLINE int32_t product(const int16_t *gains, int32_t red, int32_t green, int32_t blue) {
    return (gains[0] * red + gains[1] * green + gains[2] * blue + (1 << (GAIN_BITS - 1))) >> GAIN_BITS;
}

INLINE int32_t premultiplied(int32_t level, int32_t alpha) {
    return by_255((level * alpha + (1 << (LEVEL_BITS - 1))) >> LEVEL_BITS);
}

INLINE void write_luma(uint32_t *target, const Row *row, const int16_t *gains, int32_t zero, int32_t light,
                       int32_t count) {
    const int16_t *red = row->colours[0], *green = row->colours[1], *blue = row->colours[2], *alpha = row->alpha;
    for (int32_t i = 0; i < count; i++) {
        const int32_t level = product(gains, red[i], green[i], blue[i]) + zero;
        const uint32_t sample = (uint32_t)premultiplied(level, alpha[i]);
        const uint32_t bright = (uint32_t)premultiplied(product(gains + 9, red[i], green[i], blue[i]), alpha[i]);
        target[i] = sample | (light ? bright : (uint32_t)alpha[i]) << 8;
    }
}

/* Add up the premultiplied colours of two rows. */
INLINE void add_up(const Row *one, const Row *other, int32_t count) {
    for (int32_t k = 0; k < 3; k++)
        for (int32_t i = 0; i < count; i++)
            one->sums[k][i] = one->colours[k][i] * one->alpha[i] + other->colours[k][i] * other->alpha[i];
}

INLINE void write_chroma(uint32_t *target, const Row *one, const Row *other, const int16_t *gains, int32_t half) {
    for (int32_t i = 0; i < half; i++) {
        int32_t mean[3]; /* 255 / 4 units per level */
        for (int32_t k = 0; k < 3; k++) mean[k] = (one->sums[k][2 * i] + one->sums[k][2 * i + 1] + 1024) >> 11;
        const int32_t alpha = one->alpha[2 * i] + one->alpha[2 * i + 1] + other->alpha[2 * i] + other->alpha[2 * i + 1];
        const int32_t u = product(gains + 3, mean[0], mean[1], mean[2]) + 8 * alpha;
        const int32_t v = product(gains + 6, mean[0], mean[1], mean[2]) + 8 * alpha;
        const uint32_t blue = (uint32_t)by_255(4 * within(u, 0, 16256)), red = (uint32_t)by_255(4 * within(v, 0, 16256));
        target[i] = blue | red << 8 | (uint32_t)((alpha + 2) >> 2) << 16;
    }
}

INLINE void write_pair(uint8_t *const luma[2], uint8_t *chroma, const Row rows[2], const Layer *all, int32_t count) {
    const int16_t *gains = all->gains;
    for (int32_t k = 0; k < 2; k++) {
        grade(&rows[k], all->matrix, count);
        if (luma[k]) write_luma((uint32_t *)(void *)luma[k], &rows[k], gains, all->zero, all->light, count);
    }
    add_up(&rows[0], &rows[1], count);
    write_chroma((uint32_t *)(void *)chroma, &rows[0], &rows[1], gains, count / 2);
}

#if HAS_AVX2_PATH
AVX2 static void write_pair_avx2(uint8_t *const luma[2], uint8_t *chroma, const Row rows[2], const Layer *all,
                                 int32_t count) {
    write_pair(luma, chroma, rows, all, count);
}
#endif

/* Widen the columns [`first`, `last`) until no visible pixel of a row lies outside them. */
static void see(const uint8_t *row, int32_t width, int32_t *first, int32_t *last) {
    int32_t i = 0, k = width;
    for (uint64_t two; i + 2 <= *first; i += 2) {
        memcpy(&two, row + 4 * i, sizeof two);
        if (two & ALPHAS) break;
    }
    while (i < *first && !row[4 * i + 3]) i++;
    if (i < *first) *first = i;
    for (uint64_t two; k - 2 >= *last; k -= 2) {
        memcpy(&two, row + 4 * (k - 2), sizeof two);
        if (two & ALPHAS) break;
    }
    while (k > *last && !row[4 * k - 1]) k--;
    if (k > *last) *last = k;
}

/* Turn a pixel into light: its colour at full brightness, its alpha times that brightness. */
INLINE void lighten(uint8_t pixel[4]) {
    const int32_t more = pixel[0] > pixel[1] ? pixel[0] : pixel[1], peak = more > pixel[2] ? more : pixel[2];
    if (!peak) {
        memset(pixel, 0, 4);
        return;
    }
    for (int32_t k = 0; k < 3; k++) pixel[k] = (uint8_t)((2 * 255 * pixel[k] + peak) / (2 * peak));
    pixel[3] = (uint8_t)by_255(pixel[3] * peak);
}

static void take_row(const Row *row, const Layer *all, const uint8_t *image, int32_t first, int32_t last) {
    const int16_t *tone = all->tone;
    const int32_t end = last < all->width ? last : all->width;
    for (int32_t i = first; i < end; i++) {
        uint8_t pixel[4];
        memcpy(pixel, image + 4 * i, 4);
        if (all->light) lighten(pixel);
        for (int32_t k = 0; k < 3; k++) row->colours[k][i - first] = tone[pixel[k]];
        row->alpha[i - first] = pixel[3];
    }
    for (int32_t i = end; i < last; i++) {
        for (int32_t k = 0; k < 3; k++) row->colours[k][i - first] = 0;
        row->alpha[i - first] = 0;
    }
}

static void make_pair(const Layer *all, int32_t number, const Row rows[2]) {
    const uint8_t *image = all->image + (ptrdiff_t)number * all->image_stride;
    const int32_t both = number + 1 < all->height;
    int32_t first = all->width, last = 0;
    see(image, all->width, &first, &last);
    if (both) see(image + all->image_stride, all->width, &first, &last);
    if (first >= last) return;
    first &= ~1, last = (last + 1) & ~1;
    take_row(&rows[0], all, image, first, last);
    if (both) take_row(&rows[1], all, image + all->image_stride, first, last);
    else memset(rows[1].alpha, 0, (size_t)(last - first) * sizeof(int16_t));
    uint8_t *luma[2], *chroma = all->chroma + (ptrdiff_t)(number / 2) * all->chroma_stride + 2 * first;
    for (int32_t k = 0; k < 2; k++) luma[k] = all->luma + (ptrdiff_t)(number + k) * all->luma_stride + 4 * first;
    if (!both) luma[1] = NULL;
#if HAS_AVX2_PATH
    if (uses_avx2()) {
        write_pair_avx2(luma, chroma, rows, all, last - first);
        return;
    }
#endif
    write_pair(luma, chroma, rows, all, last - first);
}

/* Write the visible part of a layer. The targets are zeroed; luma has room for an even width, chroma for half of it
 * and half the height, rounded up. Returns 0, or -1 if there is no memory. */
KERNEL int32_t clipwright_premultiply(const Layer *all) {
    const size_t width = ((size_t)all->width + 1) & ~(size_t)1;
    int32_t *room = calloc(3 * width + 4 * width, sizeof(int32_t));
    if (!room) return -1;
    Row rows[2];
    int16_t *small = (int16_t *)(room + 3 * width);
    for (int32_t n = 0; n < 2; n++) {
        for (int32_t k = 0; k < 3; k++) {
            rows[n].colours[k] = small + (size_t)(4 * n + k) * width;
            rows[n].sums[k] = room + (size_t)k * width;
        }
        rows[n].alpha = small + (size_t)(4 * n + 3) * width;
    }
    for (int32_t i = 0; i < all->height; i += 2) make_pair(all, i, rows);
    free(room);
    return 0;
}

/* Write for each row of an RGBA image its first visible column and the column after the last, or `width` and 0 if
 * nothing is visible; the stride is in bytes. */
KERNEL void clipwright_extents(int32_t *extents, const uint8_t *image, ptrdiff_t stride, int32_t width,
                               int32_t height) {
    for (int32_t i = 0; i < height; i++) {
        extents[2 * i] = width, extents[2 * i + 1] = 0;
        see(image + i * stride, width, &extents[2 * i], &extents[2 * i + 1]);
    }
}
