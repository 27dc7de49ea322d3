/* Declarations shared by the kernels.
 *
 * They are C11, and give the same bytes whatever the compiler: pixels are computed in integers, colours of sprites
 * and sound in sums and products of a fixed order, each rounded by itself (-ffp-contract=off).
 *
 * Planes are 8-bit samples, row after row. A stride is the distance from one row to the next, in bytes for planes;
 * that of a plane that is only read may be any number. Callers have checked single planes
 * (renderer/kernels/checks.py); what is drawn on a surface is checked here. Places are fixed point with 32
 * fractional bits, in samples from the middle of the first one.
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

/* A 4:2:0 picture: its sides are even, and the second and third planes are half as wide and high as the first. */
typedef struct {
    uint8_t *plane[3];
    ptrdiff_t stride[3];
    int32_t width, height, writeable;
} Surface;

/* By how many bits to shift a surface's sides for those of its plane 0, 1 or 2. */
INLINE int32_t plane_shift(int number) { return number > 0; }

/* Whether a plane that is read shares no memory with any plane of the surface; gaps between rows count as shared. */
int lies_apart(const Surface *surface, const uint8_t *plane, ptrdiff_t stride, int32_t width, int32_t height);

/* Whether `count` places run forward and lie so near (within 2^24 samples) that sums of them cannot overflow. */
int is_within_reach(int64_t start, int64_t step, int32_t count);

/* Whether the AVX2 path is taken: the processor supports it, and `clipwright_portable` has not switched it off. */
int uses_avx2(void);

/* The visibility of samples for each of the 256 bytes of a reveal map. Samples below `shown` are fully visible,
 * those from `hidden` on not at all. */
typedef struct {
    const uint8_t *table;
    int32_t shown, hidden;
} Reveal;

Reveal reveal_by(const uint8_t *table);

/* Blend a row. With a `map`, each sample is as visible as `reveal` says, otherwise all have `opacity` in [0, 256].
 * `flip` is 255 if `cover` holds how much of the ground is kept instead of hidden, else 0. */
void blend_row(uint8_t *target, const uint8_t *colour, const uint8_t *cover, const uint8_t *map, const Reveal *reveal,
               int32_t width, uint32_t opacity, uint32_t flip);

#endif
