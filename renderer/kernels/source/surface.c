/* Checks made before anything is drawn on a surface. */
#include "kernels.h"

enum { REACH_BITS = 56 };

typedef struct {
    uintptr_t first, after;
} Span;

static Span span_of(const uint8_t *plane, ptrdiff_t stride, int32_t width, int32_t height) {
    const ptrdiff_t way = stride * (height - 1);
    const uintptr_t start = (uintptr_t)plane;
    const Span span = {
        way < 0 ? start - (uintptr_t)-way : start,
        (way > 0 ? start + (uintptr_t)way : start) + (uintptr_t)width,
    };
    return span;
}

int lies_apart(const Surface *surface, const uint8_t *plane, ptrdiff_t stride, int32_t width, int32_t height) {
    const Span read = span_of(plane, stride, width, height);
    for (int k = 0; k < 3; k++) {
        const int32_t w = surface->width >> plane_shift(k), h = surface->height >> plane_shift(k);
        const Span written = span_of(surface->plane[k], surface->stride[k], w, h);
        if (read.first < written.after && written.first < read.after) return 0;
    }
    return 1;
}

int is_within_reach(int64_t start, int64_t step, int32_t count) {
    const int64_t most = INT64_C(1) << REACH_BITS;
    if (start < -most || start > most || step < 0 || count < 1) return 0;
    return count == 1 || step <= (most - start) / (count - 1);
}
