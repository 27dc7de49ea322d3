/* Sprites: small premultiplied pictures, separated into planes, blended onto a surface and clipped to it. */
#include "kernels.h"

#include <string.h>

/* Colours, and how much of the ground they keep, for the first plane and for the two of half its size; packed by
 * sprites.py. Sides and corner are even; `opacity` is in [0, 256]. */
typedef struct {
    const uint8_t *colour[3], *keep[2];
    ptrdiff_t colour_stride[3], keep_stride[2];
    int32_t width, height;
    int32_t left, top, opacity, unused;
} Sprite;

static int64_t larger(int64_t one, int64_t other) { return one > other ? one : other; }

static int64_t smaller(int64_t one, int64_t other) { return one < other ? one : other; }

static int can_blend(const Surface *target, const Sprite *sprite) {
    const int32_t width = sprite->width, height = sprite->height;
    if (!target->writeable || sprite->opacity < 0 || sprite->opacity > 256 || ((sprite->left | sprite->top) & 1)) return 0;
    for (int k = 0; k < 3; k++) {
        const int32_t shift = plane_shift(k);
        const int32_t w = width >> shift, h = height >> shift;
        if (!lies_apart(target, sprite->colour[k], sprite->colour_stride[k], w, h)) return 0;
        if (k < 2 && !lies_apart(target, sprite->keep[k], sprite->keep_stride[k], w, h)) return 0;
    }
    return 1;
}

static void blend(const Surface *target, const Sprite *sprite) {
    const int64_t left = larger(sprite->left, 0), top = larger(sprite->top, 0);
    const int64_t right = smaller((int64_t)sprite->left + sprite->width, target->width);
    const int64_t bottom = smaller((int64_t)sprite->top + sprite->height, target->height);
    if (left >= right) return;
    for (int k = 0; k < 3; k++) {
        const int32_t shift = plane_shift(k), width = (int32_t)((right - left) >> shift);
        const ptrdiff_t at = (ptrdiff_t)(left >> shift), x = (ptrdiff_t)((left - sprite->left) >> shift);
        for (ptrdiff_t i = (ptrdiff_t)(top >> shift); i < bottom >> shift; i++) {
            const ptrdiff_t row = i - (sprite->top >> shift);
            blend_row(target->plane[k] + i * target->stride[k] + at,
                      sprite->colour[k] + row * sprite->colour_stride[k] + x,
                      sprite->keep[shift] + row * sprite->keep_stride[shift] + x, NULL, NULL, width,
                      (uint32_t)sprite->opacity, 255);
        }
    }
}

/* Blend `count` sprites, the first one lowest. Returns 0, or REFUSED, with nothing drawn, if one cannot be blended. */
KERNEL int32_t clipwright_sprites(const Surface *target, const Sprite *sprites, int32_t count) {
    for (int32_t i = 0; i < count; i++)
        if (!can_blend(target, &sprites[i])) return REFUSED;
    for (int32_t i = 0; i < count; i++) blend(target, &sprites[i]);
    return 0;
}

enum { CHANNELS = 4, PLANES = 5, BLOCK = 64 };

/* A float of which the last bit counts as 1: adding it to a smaller one rounds that to a whole number. */
#define ROUNDS 12582912.0f

/* Premultiplied RGBA, and planes without gaps for Y, U, V, and what of the ground is kept in luma and in chroma;
 * packed by premultiplying.py. `gains` are what red, green, blue and alpha add to Y, U and V. Sides are even. */
typedef struct {
    const uint8_t *image;
    ptrdiff_t stride;
    uint8_t *plane[PLANES];
    float gains[3 * CHANNELS];
    int32_t width, height;
} Raster;

/* Pixels are numbers with red in the lowest byte. Their products are added up in single precision, in this order. */
INLINE void weigh(uint8_t *target, const uint32_t *pixels, const float *gains, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        const int32_t pixel = (int32_t)pixels[i], alpha = (int32_t)(pixels[i] >> 24);
        const float red = gains[0] * (float)(pixel & 255), green = gains[1] * (float)(pixel >> 8 & 255);
        const float blue = gains[2] * (float)(pixel >> 16 & 255);
        const float sum = red + green + blue + gains[3] * (float)alpha;
        const int32_t level = (int32_t)((sum + ROUNDS) - ROUNDS);
        target[i] = (uint8_t)(level < 0 ? 0 : level > 255 ? 255 : level);
    }
}

INLINE void keep(uint8_t *target, const uint32_t *pixels, int32_t count) {
    for (int32_t i = 0; i < count; i++) target[i] = (uint8_t)(~pixels[i] >> 24);
}

/* Means of two by two pixels; two sums of channels are added up in one number. */
INLINE void halve(uint32_t *half, const uint32_t *above, const uint32_t *below, int32_t count) {
    const uint32_t even = 0xff00ff, two = 0x20002;
    for (int32_t i = 0; i < count; i++) {
        const uint32_t a = above[2 * i], b = above[2 * i + 1], c = below[2 * i], d = below[2 * i + 1];
        const uint32_t first = (a & even) + (b & even) + (c & even) + (d & even) + two;
        const uint32_t second = (a >> 8 & even) + (b >> 8 & even) + (c >> 8 & even) + (d >> 8 & even) + two;
        half[i] = (first >> 2 & even) | (second >> 2 & even) << 8;
    }
}

/* Separate two rows of at most BLOCK pixels from column `at` of row `row` on. */
INLINE void separate_block(const Raster *all, int32_t row, int32_t at, int32_t count) {
    uint32_t pixels[2][BLOCK], half[BLOCK / 2];
    for (int32_t k = 0; k < 2; k++) {
        const ptrdiff_t place = (ptrdiff_t)(row + k) * all->width + at;
        memcpy(pixels[k], all->image + (row + k) * all->stride + CHANNELS * at, (size_t)count * sizeof(uint32_t));
        weigh(all->plane[0] + place, pixels[k], all->gains, count);
        keep(all->plane[3] + place, pixels[k], count);
    }
    const ptrdiff_t place = (ptrdiff_t)(row / 2) * (all->width / 2) + at / 2;
    halve(half, pixels[0], pixels[1], count / 2);
    for (int32_t k = 1; k < 3; k++) weigh(all->plane[k] + place, half, all->gains + CHANNELS * k, count / 2);
    keep(all->plane[4] + place, half, count / 2);
}

INLINE void separate(const Raster *all) {
    for (int32_t row = 0; row < all->height; row += 2) {
        int32_t at = 0;
        for (; at + BLOCK <= all->width; at += BLOCK) separate_block(all, row, at, BLOCK);
        if (at < all->width) separate_block(all, row, at, all->width - at);
    }
}

#if HAS_AVX2_PATH
AVX2 static void separate_avx2(const Raster *all) { separate(all); }
#endif

/* Write the planes of a raster. */
KERNEL void clipwright_separate(const Raster *all) {
#if HAS_AVX2_PATH
    if (uses_avx2()) {
        separate_avx2(all);
        return;
    }
#endif
    separate(all);
}
