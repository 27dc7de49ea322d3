/* Sprites: small premultiplied pictures, blended onto a surface and clipped to it. */
#include "kernels.h"

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
