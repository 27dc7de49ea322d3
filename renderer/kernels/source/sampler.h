/* Separable linear sampling: target columns and rows at fixed-point places of a source.
 *
 * Across, places are rounded to 1/128 of a sample, down to 1/32768. A source row becomes 16-bit values
 * (128 * sample - 16384) once, in a buffer of two rows; each target row is a mixture of the two.
 */
#ifndef CLIPWRIGHT_SAMPLER_H
#define CLIPWRIGHT_SAMPLER_H

#include "kernels.h"

#define ONE (INT64_C(1) << 32) /* a sample, as a place */

enum { GROUP = 8, LOADED = 16 };

/* Of sixteen target columns: where twice sixteen source samples are loaded, and which are mixed by what weights. */
typedef struct {
    int32_t base[2];
    uint8_t taken[2 * LOADED];
    uint8_t weights[2 * LOADED];
} Pair;

typedef struct {
    int32_t count;         /* target columns */
    int32_t *left, *right; /* source columns of each */
    uint8_t *share;        /* the right one's weight in 128ths */
    Pair *pairs;
    int32_t paired;  /* target columns that the pairs serve */
    int32_t shifted; /* target columns whose source columns follow each other with one share */
} Columns;

typedef struct {
    const uint8_t *pixels;
    ptrdiff_t stride;
    int32_t height;
    int64_t start, step;
    int16_t *values[2];
    int32_t held[2]; /* which source row's values each buffer has */
} Rows;

/* Bytes of the tables for `count` target columns, and of the buffers of one plane: multiples of 64. */
size_t columns_room(int32_t count);
size_t rows_room(int32_t count);

Columns place_columns(uint8_t *room, int32_t count, int32_t source_width, int64_t start, int64_t step);
Rows open_rows(uint8_t *room, int32_t count, const uint8_t *pixels, ptrdiff_t stride, int32_t height, int64_t start,
               int64_t step);

/* The source's own samples for a target row that lies on whole ones inside it, else NULL. */
const uint8_t *whole_row(const Columns *columns, const Rows *rows, int32_t number);

/* Write the samples of a target row, or with `detail` bring the target's samples within it of them. */
void sample_row(const Columns *columns, Rows *rows, int32_t number, uint8_t *target, const uint8_t *detail);

/* Write the samples `from` (a multiple of 32) `to` of a target row into `room`, which has some for a multiple of 32. */
void sample_part(const Columns *columns, Rows *rows, int32_t number, int32_t from, int32_t to, uint8_t *room);

#endif
