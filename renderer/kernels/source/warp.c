/* Warping cels: pictures with four interleaved channels, sampled at sub-pixel places into separate planes.
 *
 * Beyond a picture all is 0, so that only the part of each row that lies on it is sampled. Clearing whole planes
 * beforehand takes no longer than clearing the rest of each row.
 */
#include "warp.h"

#include <string.h>

#define ONE (INT64_C(1) << PLACE_BITS)

/* The first part of `Sheets` of draw.c, with planes to write, then `_SOURCES` of warping.py: for luma and for
 * chroma. */
typedef struct {
    uint8_t *colour[3], *cover[2], *reveal[2];
    const void *pieces;
    int32_t width, height, piece_count, unused;
    Source source[2];
} Warp;

typedef struct {
    int64_t from, to;
} Run;

INLINE int64_t divided_up(int64_t one, int64_t by) { return one / by + (one % by > 0); }

/* Narrow a run to those of its numbers whose places `start + i * step` lie in [low, high). */
static void narrow(Run *run, int64_t start, int64_t step, int64_t low, int64_t high) {
    if (step < 0) {
        const int64_t least = low;
        start = -start, step = -step, low = 1 - high, high = 1 - least;
    }
    int64_t from = run->from, to = run->to;
    if (step)
        from = divided_up(low - start, step), to = divided_up(high - start, step);
    else if (start < low || start >= high)
        to = from;
    if (from > run->from) run->from = from < run->to ? from : run->to;
    if (to < run->to) run->to = to > run->from ? to : run->from;
}

/* Whether all four pixels around a place exist. */
INLINE int is_inside(const Half *half, Place at) {
    const int64_t right = (half->from.width - 1) * ONE, bottom = (half->from.height - 1) * ONE;
    return at.x >= 0 && at.y >= 0 && at.x < right && at.y < bottom;
}

static void warp_row(const Half *half, int32_t number) {
    const ptrdiff_t row = (ptrdiff_t)number * half->width;
    const Place at = {
        half->from.x + number * half->from.x_down + (ONE >> (ACROSS_BITS + 1)),
        half->from.y + number * half->from.y_down + (ONE >> (DOWN_BITS + 1)),
    };
    Run seen = {0, half->width};
    narrow(&seen, at.x, half->from.x_across, -ONE, half->from.width * ONE);
    narrow(&seen, at.y, half->from.y_across, -ONE, half->from.height * ONE);
    int64_t from = seen.from, last = seen.to - 1;
    for (; from <= last && !is_inside(half, further(half, at, from)); from++)
        warp_one(half, row + from, further(half, at, from));
    for (; from <= last && !is_inside(half, further(half, at, last)); last--)
        warp_one(half, row + last, further(half, at, last));
    warp_inside(half, row, at, from, last + 1);
}

static void warp_half(const Half *half) {
    for (int c = 0; c < CHANNELS; c++)
        if (half->plane[c]) memset(half->plane[c], 0, (size_t)half->width * (size_t)half->height);
    for (int32_t row = 0; row < half->height; row++) warp_row(half, row);
}

/* Write all planes of some sheets. */
KERNEL void clipwright_warp(const Warp *all) {
    const Half luma = {all->source[0], {all->colour[0], all->cover[0], all->reveal[0], NULL}, all->width, all->height};
    const Half chroma = {all->source[1],
                         {all->colour[1], all->colour[2], all->cover[1], all->reveal[1]},
                         all->width / 2,
                         all->height / 2};
    warp_half(&luma);
    warp_half(&chroma);
}
