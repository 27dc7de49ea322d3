/* What warping rows and mixing their pixels share. Places have 20 fractional bits. */
#ifndef CLIPWRIGHT_WARP_H
#define CLIPWRIGHT_WARP_H

#include "kernels.h"

enum { PLACE_BITS = 20, ACROSS_BITS = 7, DOWN_BITS = 15, CHANNELS = 4 };

/* Where channels are read, and where in it the first target pixel lies, and how far further each column and row do. */
typedef struct {
    const uint8_t *pixels;
    ptrdiff_t stride;
    int64_t x_across, x_down, x, y_across, y_down, y;
    int32_t width, height;
} Source;

/* Luma or chroma of sheets that are warped. */
typedef struct {
    Source from;
    uint8_t *plane[CHANNELS]; /* of each channel, with no gaps between rows; NULL where it is not wanted */
    int32_t width, height;
} Half;

/* Where a target pixel lies, rounded to weights. */
typedef struct {
    int64_t x, y;
} Place;

INLINE Place further(const Half *half, Place at, int64_t count) {
    const Place there = {at.x + count * half->from.x_across, at.y + count * half->from.y_across};
    return there;
}

/* Write one pixel, wherever it lies. */
void warp_one(const Half *half, ptrdiff_t to, Place at);

/* Write pixels of a row that begins at a place, from one up to another, all of which have four neighbours. */
void warp_inside(const Half *half, ptrdiff_t row, Place at, int64_t from, int64_t to);

#endif
