/* What the kernels share: C11, so that every compiler makes the same bytes of the same pixels and samples: integers
 * for pixels; for sound sums and products in a fixed order, rounded one by one (-ffp-contract=off).
 *
 * Planes are 8-bit samples, row after row; a stride is the bytes from one row to the next and may be any number
 * for what is only read. Callers have checked single planes (renderer/kernels/checks.py); what is drawn on a
 * surface is checked here. Places are fixed
 * point with 32 fractional bits, counted in samples from the middle of the first one.
 */
#ifndef CLIPWRIGHT_KERNELS_H
#define CLIPWRIGHT_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#define KERNEL __attribute__((visibility("default")))

#if defined(__x86_64__)
#define HAS_AVX2_PATH 1
#define AVX2 __attribute__((target("avx2")))
#else
#define HAS_AVX2_PATH 0
#endif

#define INLINE static inline __attribute__((always_inline))

enum { NO_MEMORY = -1, REFUSED = -2 };

/* A picture of three planes, the second and third half as wide and high as the first, whose sides are even. */
typedef struct {
    uint8_t *plane[3];
    ptrdiff_t stride[3];
    int32_t width, height, writeable;
} Surface;

/* A surface's plane 0 to 2 is wider and higher than the others by so many bits. */
INLINE int32_t plane_shift(int number) { return number > 0; }

/* Whether a plane that is read shares no memory with any of the surface. */
int lies_apart(const Surface *surface, const uint8_t *plane, ptrdiff_t stride, int32_t width, int32_t height);

/* Whether all places of `count` samples lie near enough to be counted with, and lead forward. */
int is_within_reach(int64_t start, int64_t step, int32_t count);

/* Whether the AVX2 path is taken: the processor has it, and nobody has asked for the portable one. */
int uses_avx2(void);

/* How visible samples are by their byte of a reveal map: `table` has 256 bytes. All below `shown` are wholly so, all
 * from `hidden` on are not. */
typedef struct {
    const uint8_t *table;
    int32_t shown, hidden;
} Reveal;

Reveal reveal_by(const uint8_t *table);

/* Blend a row. With a `map` each sample is as visible as `reveal` says, else all are as `opacity` in [0, 256] says;
 * `flip` is 255 where `cover` holds what is left of the ground, else 0. */
void blend_row(uint8_t *target, const uint8_t *colour, const uint8_t *cover, const uint8_t *map, const Reveal *reveal,
               int32_t width, uint32_t opacity, uint32_t flip);

#endif
