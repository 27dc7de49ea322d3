/* Declarations shared by the warping of rows and the mixing of their pixels. Places have 20 fractional bits. */
#ifndef CLIPWRIGHT_WARP_H
#define CLIPWRIGHT_WARP_H

#include "kernels.h"

enum { PLACE_BITS = 20, ACROSS_BITS = 7, DOWN_BITS = 15, CHANNELS = 4 };

/* A picture to read, the place of the first target pixel in it, and its increments per column and row. */
typedef struct {
    const uint8_t *pixels;
    ptrdiff_t stride;
    int64_t x_across, x_down, x, y_across, y_down, y;
    int32_t width, height;
} Source;

/* The luma or the chroma of sheets that are warped. */
typedef struct {
    Source from;
    uint8_t *plane[CHANNELS]; /* one for each channel, without gaps between rows; NULL if it is not wanted */
    int32_t width, height;
} Half;

/* The place of a target pixel, with half a weight's unit added: cutting off bits rounds it. */
typedef struct {
    int64_t x, y;
} Place;

INLINE Place further(const Half *half, Place at, int64_t count) {
    const Place there = {at.x + count * half->from.x_across, at.y + count * half->from.y_across};
    return there;
}

/* Write one pixel, wherever it lies. */
void warp_one(const Half *half, ptrdiff_t to, Place at);

/* Write the pixels [`from`, `to`) of a row that begins at a place; all have four neighbours. */
void warp_inside(const Half *half, ptrdiff_t row, Place at, int64_t from, int64_t to);

#endif
