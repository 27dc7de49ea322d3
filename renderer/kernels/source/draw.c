/* Drawing a sheet that lies between pixels: sampled and blended row by row, with nothing of it written in between. */
#include "sampler.h"

#include <stdlib.h>
#include <string.h>

/* Planes of one size: up to two colours on targets of their own under one cover, and the map by which it is revealed.
 * A second colour and the map may be missing (NULL). */
typedef struct {
    uint8_t *target[2];
    ptrdiff_t target_stride[2];
    int32_t width, height; /* of the targets */
    const uint8_t *colour[2], *cover, *reveal;
    ptrdiff_t colour_stride[2], cover_stride, reveal_stride;
    int32_t source_width, source_height;
    int64_t x, x_step, y, y_step;
    const uint8_t *table;
    int32_t opacity;
} Sheet;

enum { PLANES = 4 };

static int is_empty(const uint8_t *row, int32_t count) {
    int32_t i = 0;
    for (uint64_t eight; i + 8 <= count; i += 8) {
        memcpy(&eight, row + i, 8);
        if (eight) return 0;
    }
    for (; i < count; i++)
        if (row[i]) return 0;
    return 1;
}

/* Blend a sheet at fixed-point places onto its targets, as `clipwright_blend` does. -1: no memory. */
KERNEL int32_t clipwright_draw(const Sheet *sheet) {
    const int32_t width = sheet->width;
    const size_t line = ((size_t)width + 63) / 64 * 64;
    uint8_t *room = malloc(columns_room(width) + PLANES * (rows_room(width) + line));
    if (!room) return -1;
    const Columns columns = place_columns(room, width, sheet->source_width, sheet->x, sheet->x_step);
    const uint8_t *planes[PLANES] = {sheet->cover, sheet->reveal, sheet->colour[0], sheet->colour[1]};
    const ptrdiff_t strides[PLANES] = {sheet->cover_stride, sheet->reveal_stride, sheet->colour_stride[0],
                                       sheet->colour_stride[1]};
    Rows rows[PLANES];
    uint8_t *lines[PLANES];
    const uint8_t *drawn[PLANES];
    for (int32_t k = 0; k < PLANES; k++) {
        uint8_t *own = room + columns_room(width) + (size_t)k * (rows_room(width) + line);
        rows[k] = open_rows(own, width, planes[k], strides[k], sheet->source_height, sheet->y, sheet->y_step);
        lines[k] = own + rows_room(width);
    }
    for (int32_t i = 0; i < sheet->height; i++) {
        for (int32_t k = 0; k < PLANES; k++) {
            if (!planes[k]) continue;
            drawn[k] = whole_row(&columns, &rows[k], i);
            if (!drawn[k]) {
                sample_row(&columns, &rows[k], i, lines[k], NULL);
                drawn[k] = lines[k];
            }
            if (!k && is_empty(drawn[0], width)) break;
            if (k >= 2)
                blend_row(sheet->target[k - 2] + i * sheet->target_stride[k - 2], drawn[k], drawn[0],
                          sheet->reveal ? drawn[1] : NULL, sheet->table, width, (uint32_t)sheet->opacity, 0);
        }
    }
    free(room);
    return 0;
}
