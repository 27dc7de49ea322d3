/* Grading an 8-bit RGB picture into 4:2:0 planes: tone curve, colours, vignette, grain and dither in one pass.
 *
 * What a byte of red, green or blue adds to Y, U and V is looked up at once, as three 16-bit lanes of one number
 * that stay apart in sums over a pixel's bytes, and in chroma over four pixels. Levels have 7 fractional bits. The
 * shade pulls them towards black or grey; dust, which includes the plane's zero, is added to the result.
 */
#include "kernels.h"

#include <stdlib.h>
#include <string.h>

enum { LEVEL_BITS = 7, SHADE_BITS = 15, PLANES = 3, LANE_BITS = 16 };

/* Laid out as `_Grading` in grading.py. */
typedef struct {
    uint8_t *planes[PLANES];
    ptrdiff_t strides[PLANES];
    const uint8_t *image;
    ptrdiff_t image_stride;
    const uint64_t *shares;        /* of the 256 bytes of red, green and blue: Y in the lowest 16 bits, then U, V */
    const uint16_t *shade;         /* half the width and height, row after row; 32767 is unshaded */
    const int16_t *dust[2];        /* for luma and chroma, `side` x `side`, repeated; in 128ths of a level */
    int32_t zero[PLANES];          /* the offset contained in a sum of Y, and in the sums of four U and four V */
    int32_t dust_row[PLANES], dust_column[PLANES];
    int32_t side, width, height;   /* of the image, both even */
} Grading;

/* Sums of shares for two rows of luma and the row of chroma that belongs to both, with room for their shade and
 * dust. */
typedef struct {
    uint16_t *luma[2], *chroma[2];
    int16_t *shade, *dust;
} Pair;

INLINE int32_t within(int32_t value, int32_t low, int32_t high) {
    return value < low ? low : value > high ? high : value;
}

/* Round a row of a plane to bytes in [16, `most`], each with its own shade and dust. */
INLINE void samples(uint8_t *target, const uint16_t *sums, int32_t zero, const int16_t *shade, const int16_t *dust,
                    int32_t width, int32_t most) {
    for (int32_t i = 0; i < width; i++) {
        const int32_t level = within(sums[i] - zero, -32767, 32767);
        const int32_t shaded = (level * shade[i] + (1 << (SHADE_BITS - 1))) >> SHADE_BITS;
        target[i] = (uint8_t)within((shaded + dust[i]) >> LEVEL_BITS, 16, most);
    }
}

#if HAS_AVX2_PATH
AVX2 static void samples_avx2(uint8_t *target, const uint16_t *sums, int32_t zero, const int16_t *shade,
                              const int16_t *dust, int32_t width, int32_t most) {
    samples(target, sums, zero, shade, dust, width, most);
}
#endif

static void write_samples(uint8_t *target, const uint16_t *sums, int32_t zero, const int16_t *shade,
                          const int16_t *dust, int32_t width, int32_t most) {
#if HAS_AVX2_PATH
    if (uses_avx2()) {
        samples_avx2(target, sums, zero, shade, dust, width, most);
        return;
    }
#endif
    samples(target, sums, zero, shade, dust, width, most);
}

/* Copy the dust under a row of a plane, repeated to its width. */
static void take_dust(int16_t *row, const Grading *all, int32_t plane, int32_t number, int32_t width) {
    const int32_t side = all->side;
    const int16_t *bank = all->dust[plane > 0] + (ptrdiff_t)((all->dust_row[plane] + number) % side) * side;
    for (int32_t done = 0, at = all->dust_column[plane]; done < width; at = 0) {
        const int32_t count = side - at < width - done ? side - at : width - done;
        memcpy(row + done, bank + at, (size_t)count * sizeof(int16_t));
        done += count;
    }
}

INLINE uint64_t shares_of(const uint64_t *shares, const uint8_t *pixel) {
    return shares[pixel[0]] + shares[256 + pixel[1]] + shares[512 + pixel[2]];
}

static void add_shares(const Grading *all, int32_t number, const Pair *pair) {
    const uint64_t *shares = all->shares;
    const uint8_t *above = all->image + (ptrdiff_t)number * all->image_stride, *below = above + all->image_stride;
    uint16_t *first = pair->luma[0], *second = pair->luma[1], *blue = pair->chroma[0], *red = pair->chroma[1];
    for (int32_t i = 0; i < all->width; i += 2, above += 6, below += 6) {
        const uint64_t a = shares_of(shares, above), b = shares_of(shares, above + 3);
        const uint64_t c = shares_of(shares, below), d = shares_of(shares, below + 3);
        first[i] = (uint16_t)a, first[i + 1] = (uint16_t)b;
        second[i] = (uint16_t)c, second[i + 1] = (uint16_t)d;
        const uint64_t four = (a >> LANE_BITS) + (b >> LANE_BITS) + (c >> LANE_BITS) + (d >> LANE_BITS);
        blue[i / 2] = (uint16_t)four, red[i / 2] = (uint16_t)(four >> LANE_BITS);
    }
}

static void grade_pair(const Grading *all, int32_t number, const Pair *pair) {
    const int32_t width = all->width, half = width / 2;
    const uint16_t *small = all->shade + (ptrdiff_t)(number / 2) * half;
    add_shares(all, number, pair);
    for (int32_t i = 0; i < half; i++) pair->shade[i] = (int16_t)small[i];
    for (int32_t plane = 1; plane < PLANES; plane++) {
        take_dust(pair->dust, all, plane, number / 2, half);
        uint8_t *target = all->planes[plane] + (ptrdiff_t)(number / 2) * all->strides[plane];
        write_samples(target, pair->chroma[plane - 1], all->zero[plane], pair->shade, pair->dust, half, 240);
    }
    for (int32_t i = 0; i < half; i++) pair->shade[2 * i] = pair->shade[2 * i + 1] = (int16_t)small[i];
    for (int32_t k = 0; k < 2; k++) {
        take_dust(pair->dust, all, 0, number + k, width);
        uint8_t *target = all->planes[0] + (ptrdiff_t)(number + k) * all->strides[0];
        write_samples(target, pair->luma[k], all->zero[0], pair->shade, pair->dust, width, 235);
    }
}

/* Write the planes of an image. Returns 0, or -1 if there is no memory. */
KERNEL int32_t clipwright_grade(const Grading *all) {
    const size_t width = (size_t)all->width;
    uint16_t *room = malloc(5 * width * sizeof(uint16_t));
    if (!room) return -1;
    const Pair pair = {
        {room, room + width},
        {room + 2 * width, room + 2 * width + width / 2},
        (int16_t *)(room + 3 * width),
        (int16_t *)(room + 4 * width),
    };
    for (int32_t i = 0; i < all->height; i += 2) grade_pair(all, i, &pair);
    free(room);
    return 0;
}
