/* Separable linear sampling: target columns and rows at fixed-point places of a source.
 *
 * Places are rounded to 1/128 of a sample across, and to 1/32768 down. A source row is converted once to 16-bit
 * values (128 * sample - 16384) and two such rows are buffered; each target row is a mixture of them.
 */
#ifndef CLIPWRIGHT_SAMPLER_H
#define CLIPWRIGHT_SAMPLER_H

#include "kernels.h"

#define ONE (INT64_C(1) << 32) /* one sample, as a place */

enum { GROUP = 8, LOADED = 16 };

/* For sixteen target columns: where two loads of sixteen source samples begin, which of those are mixed, and their
 * weights. */
typedef struct {
    int32_t base[2];
    uint8_t taken[2 * LOADED];
    uint8_t weights[2 * LOADED];
} Pair;

typedef struct {
    int32_t count;         /* target columns */
    int32_t *left, *right; /* the source columns on either side of each */
    uint8_t *share;        /* weight of the right one, in 128ths */
    Pair *pairs;
    int32_t paired;  /* target columns covered by the pairs */
    int32_t shifted; /* target columns, from the first, whose source columns are consecutive and have one weight */
} Columns;

typedef struct {
    const uint8_t *pixels;
    ptrdiff_t stride;
    int32_t height;
    int64_t start, step;
    int16_t *values[2];
    int32_t held[2]; /* which source row each buffer holds, -1 for none */
} Rows;

/* Bytes of the tables for `count` target columns, and of the buffers of one plane: multiples of 64. */
size_t columns_room(int32_t count);
size_t rows_room(int32_t count);

Columns place_columns(uint8_t *room, int32_t count, int32_t source_width, int64_t start, int64_t step);
Rows open_rows(uint8_t *room, int32_t count, const uint8_t *pixels, ptrdiff_t stride, int32_t height, int64_t start,
               int64_t step);

/* The source's own samples for a target row that coincides with samples throughout, else NULL. */
const uint8_t *whole_row(const Columns *columns, const Rows *rows, int32_t number);

/* Write the samples of a target row or, with `detail`, clamp the target's samples to within `detail` of them. */
void sample_row(const Columns *columns, Rows *rows, int32_t number, uint8_t *target, const uint8_t *detail);

/* Write samples [`from`, `to`) of a target row to their places in `room`. `from` is a multiple of 32, and the room
 * extends to a multiple of 32, up to which samples may be written; those before `from` may be written as well. */
void sample_part(const Columns *columns, Rows *rows, int32_t number, int32_t from, int32_t to, uint8_t *room);

#endif
