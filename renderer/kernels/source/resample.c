/* Resampling of a plane, and of the three planes of a picture. */
#include "sampler.h"

#include <stdlib.h>

static void fill(uint8_t *target, ptrdiff_t stride, int32_t height, const Columns *columns, Rows *rows) {
    for (int32_t i = 0; i < height; i++) sample_row(columns, rows, i, target + i * stride, NULL);
}

/* Fill the target from the source. Places outside take the nearest sample of the source. Returns 0 or NO_MEMORY. */
KERNEL int32_t clipwright_resample(uint8_t *target, ptrdiff_t target_stride, int32_t width, int32_t height,
                                   const uint8_t *source, ptrdiff_t source_stride, int32_t source_width,
                                   int32_t source_height, int64_t x, int64_t x_step, int64_t y, int64_t y_step) {
    uint8_t *room = malloc(columns_room(width) + rows_room(width));
    if (!room) return NO_MEMORY;
    const Columns columns = place_columns(room, width, source_width, x, x_step);
    Rows rows = open_rows(room + columns_room(width), width, source, source_stride, source_height, y, y_step);
    fill(target, target_stride, height, &columns, &rows);
    free(room);
    return 0;
}

/* How a surface is filled from another: x, x_step, y and y_step for the first plane, and for the other two. */
typedef struct {
    int64_t ways[2][4];
} View;

static int can_view(const Surface *target, const Surface *source, const View *view) {
    if (!target->writeable) return 0;
    for (int k = 0; k < 3; k++) {
        const int32_t shift = plane_shift(k);
        const int64_t *way = view->ways[shift];
        if (!is_within_reach(way[0], way[1], target->width >> shift)) return 0;
        if (!is_within_reach(way[2], way[3], target->height >> shift)) return 0;
        if (!lies_apart(target, source->plane[k], source->stride[k], source->width >> shift, source->height >> shift))
            return 0;
    }
    return 1;
}

/* Fill all planes of the target from those of the source, as `clipwright_resample` does; may also return REFUSED. */
KERNEL int32_t clipwright_view(const Surface *target, const Surface *source, const View *view) {
    if (!can_view(target, source, view)) return REFUSED;
    uint8_t *room = malloc(columns_room(target->width) + rows_room(target->width));
    if (!room) return NO_MEMORY;
    Columns columns = {0};
    for (int k = 0; k < 3; k++) {
        const int32_t shift = plane_shift(k), width = target->width >> shift;
        const int64_t *way = view->ways[shift];
        if (k < 2) columns = place_columns(room, width, source->width >> shift, way[0], way[1]);
        Rows rows = open_rows(room + columns_room(width), width, source->plane[k], source->stride[k],
                              source->height >> shift, way[2], way[3]);
        fill(target->plane[k], target->stride[k], target->height >> shift, &columns, &rows);
    }
    free(room);
    return 0;
}
