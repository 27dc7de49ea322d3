/* Resampling of a plane, and clamping a plane to a resampled one. */
#include "sampler.h"

#include <stdlib.h>

/* Fill the target from the source, or with `detail` (not NULL) bring each target sample within its detail of the
 * resampled source. Places outside the source are those of its nearest sample. -1: no memory. */
KERNEL int32_t clipwright_resample(uint8_t *target, ptrdiff_t target_stride, int32_t width, int32_t height,
                                   const uint8_t *detail, ptrdiff_t detail_stride, const uint8_t *source,
                                   ptrdiff_t source_stride, int32_t source_width, int32_t source_height, int64_t x,
                                   int64_t x_step, int64_t y, int64_t y_step) {
    uint8_t *room = malloc(columns_room(width) + rows_room(width));
    if (!room) return -1;
    const Columns columns = place_columns(room, width, source_width, x, x_step);
    Rows rows = open_rows(room + columns_room(width), width, source, source_stride, source_height, y, y_step);
    for (int32_t i = 0; i < height; i++) {
        uint8_t *line = target + i * target_stride;
        sample_row(&columns, &rows, i, line, detail ? detail + i * detail_stride : NULL);
    }
    free(room);
    return 0;
}
