/* Restoring the ground in boxes of a surface. */
#include "kernels.h"

#include <string.h>

enum { MANY = 64 }; /* above this many boxes, finding overlaps takes longer than copying some pixels twice */

/* In even pixels. */
typedef struct {
    int32_t left, top, right, bottom;
} Box;

static int can_lay(const Surface *target, const Surface *ground, const Box *boxes, int32_t count) {
    if (!target->writeable || target->width != ground->width || target->height != ground->height) return 0;
    for (int k = 0; k < 3; k++) {
        const int32_t width = ground->width >> plane_shift(k), height = ground->height >> plane_shift(k);
        if (!lies_apart(target, ground->plane[k], ground->stride[k], width, height)) return 0;
    }
    for (int32_t i = 0; i < count; i++) {
        const Box box = boxes[i];
        if ((box.left | box.top | box.right | box.bottom) & 1) return 0;
        if (box.left < 0 || box.top < 0 || box.left > box.right || box.top > box.bottom) return 0;
        if (box.right > target->width || box.bottom > target->height) return 0;
    }
    return 1;
}

/* The first column from `from` on that lies in a box of this row, `width` if none does; `end` is where the boxes
 * that join on to it without a gap end. */
static int32_t next_run(const Box *boxes, int32_t count, int32_t row, int32_t from, int32_t width, int32_t *end) {
    int32_t start = width;
    for (int32_t i = 0; i < count; i++) {
        if (row < boxes[i].top || row >= boxes[i].bottom || boxes[i].right <= from) continue;
        const int32_t left = boxes[i].left > from ? boxes[i].left : from;
        if (left < start && left < boxes[i].right) start = left;
    }
    *end = start;
    for (int32_t i = 0; i < count; i++) {
        if (row < boxes[i].top || row >= boxes[i].bottom) continue;
        if (boxes[i].left > *end || boxes[i].right <= *end) continue;
        *end = boxes[i].right;
        i = -1; /* start over: an earlier box may continue the run */
    }
    return start;
}

/* The next row at which a box begins or ends. */
static int32_t next_edge(const Box *boxes, int32_t count, int32_t row, int32_t height) {
    int32_t next = height;
    for (int32_t i = 0; i < count; i++) {
        if (boxes[i].top > row && boxes[i].top < next) next = boxes[i].top;
        if (boxes[i].bottom > row && boxes[i].bottom < next) next = boxes[i].bottom;
    }
    return next;
}

static void copy_box(const Surface *target, const Surface *ground, Box box) {
    for (int k = 0; k < 3; k++) {
        const int32_t shift = plane_shift(k), left = box.left >> shift;
        const size_t width = (size_t)((box.right >> shift) - left);
        for (int32_t i = box.top >> shift; i < box.bottom >> shift; i++)
            memcpy(target->plane[k] + i * target->stride[k] + left, ground->plane[k] + i * ground->stride[k] + left,
                   width);
    }
}

/* Copy the ground inside the boxes, each pixel once unless there are more than MANY. Returns 0 or REFUSED. */
KERNEL int32_t clipwright_lay(const Surface *target, const Surface *ground, const Box *boxes, int32_t count) {
    if (!can_lay(target, ground, boxes, count)) return REFUSED;
    if (count > MANY) {
        for (int32_t i = 0; i < count; i++) copy_box(target, ground, boxes[i]);
        return 0;
    }
    for (int32_t row = 0; row < target->height;) {
        const int32_t below = next_edge(boxes, count, row, target->height);
        for (int32_t from = 0; from < target->width;) {
            int32_t end = 0;
            const int32_t start = next_run(boxes, count, row, from, target->width, &end);
            if (start == target->width) break;
            copy_box(target, ground, (Box){start, row, end, below});
            from = end;
        }
        row = below;
    }
    return 0;
}
