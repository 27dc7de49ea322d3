/* A hall reverb: a feedback delay network of eight lines at half the sample rate, fed through a few early taps.
 *
 * Sums are in a fixed order and never fused, so that every compiler makes the same samples.
 */
#include "kernels.h"

#include <stdlib.h>
#include <string.h>

enum { LINES = 8, TAPS = 6, EDGE = 3, PIECE = 2048, BATCH = 256 };

/* Parameters of a hall, and its state between blocks; laid out as `_Hall` in hall.py. Delays are at half the rate. */
typedef struct {
    const int32_t *delays; /* of the lines, each more than BATCH: no batch reads what it writes */
    const int32_t *taps;   /* delays of the taps, at most `reach` */
    const float *gains;    /* of the lines */
    const float *levels;   /* of the taps: TAPS for the left channel, then TAPS for the right */
    float side, middle;    /* weights of each neighbour of a sample that leaves a line, and of itself */
    float heard;
    int32_t reach, longest;
    float *edge;   /* 2 x EDGE input samples before the block */
    float *recent; /* 2 x reach samples before the block, at half the rate */
    float *coming; /* LINES x (longest + 2): what leaves each line, from one sample ago on */
    float *last;   /* 2 samples: the last output, at half the rate */
} Hall;

INLINE void halve(float *restrict slow, const float *restrict sound, int32_t count) {
    for (int32_t i = 0; i < count; i++)
        slow[i] = ((0.125f * sound[2 * i] + 0.375f * sound[2 * i + 1]) + 0.375f * sound[2 * i + 2]) +
                  0.125f * sound[2 * i + 3];
}

INLINE void spread(float *restrict wide, const float *restrict slow, int32_t count, const int32_t *taps,
                   const float *levels) {
    memset(wide, 0, (size_t)count * sizeof(float));
    for (int32_t k = 0; k < TAPS; k++) {
        const float *from = slow - taps[k], level = levels[k];
        for (int32_t i = 0; i < count; i++) wide[i] += level * from[i];
    }
}

INLINE void double_up(float *restrict full, const float *restrict wet, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        full[2 * i] = 0.75f * wet[i - 1] + 0.25f * wet[i];
        full[2 * i + 1] = 0.25f * wet[i - 1] + 0.75f * wet[i];
    }
}

/* Take at most BATCH samples out of the lines: output them, mix them with each other and the input, and feed them
 * back. */
INLINE void pass(const Hall *hall, float *lines, ptrdiff_t width, float *const in[2], float *const wet[2],
                 int32_t start, int32_t count) {
    float lane[LINES][BATCH];
    for (int32_t l = 0; l < LINES; l++) {
        const float *leaving = lines + l * width + start, gain = hall->gains[l];
        const float side = hall->side, middle = hall->middle;
        for (int32_t i = 0; i < count; i++)
            lane[l][i] = ((leaving[i] + leaving[i + 2]) * side + leaving[i + 1] * middle) * gain;
    }
    for (int32_t c = 0; c < 2; c++)
        for (int32_t i = 0; i < count; i++)
            wet[c][start + i] = (((lane[c][i] + lane[c + 2][i]) - lane[c + 4][i]) - lane[c + 6][i]) * hall->heard;
    for (int32_t step = 1; step < LINES; step *= 2)
        for (int32_t l = 0; l < LINES; l++) {
            if (l & step) continue;
            for (int32_t i = 0; i < count; i++) {
                const float one = lane[l][i], other = lane[l + step][i];
                lane[l][i] = one + other;
                lane[l + step][i] = one - other;
            }
        }
    for (int32_t l = 0; l < LINES; l++) {
        float *entering = lines + l * width + start + 1 + hall->delays[l];
        const float *coming = in[l % 2] + start;
        for (int32_t i = 0; i < count; i++) entering[i] = lane[l][i] + coming[i];
    }
}

INLINE void keep_end(float *kept, const float *all, ptrdiff_t length, ptrdiff_t whole) {
    memcpy(kept, all + whole - length, (size_t)length * sizeof(float));
}

/* Process a piece of at most PIECE samples at half the rate; `room` is working memory. */
INLINE void ring(const Hall *hall, float *room, float *const full[2], const float *const sound[2], int32_t count) {
    const ptrdiff_t reach = hall->reach, past = hall->longest + 2, width = past + PIECE;
    float *lines = room, *in[2], *wet[2];
    for (int32_t l = 0; l < LINES; l++) memcpy(lines + l * width, hall->coming + l * past, (size_t)past * sizeof(float));
    float *next = lines + LINES * width;
    for (int32_t c = 0; c < 2; c++) {
        float *fast = next, *slow = fast + EDGE + 2 * PIECE;
        in[c] = slow + reach + PIECE, wet[c] = in[c] + PIECE + 1, next = wet[c] + PIECE;
        memcpy(fast, hall->edge + c * EDGE, EDGE * sizeof(float));
        memcpy(fast + EDGE, sound[c], 2 * (size_t)count * sizeof(float));
        keep_end(hall->edge + c * EDGE, fast, EDGE, EDGE + 2 * (ptrdiff_t)count);
        memcpy(slow, hall->recent + c * reach, (size_t)reach * sizeof(float));
        halve(slow + reach, fast, count);
        spread(in[c], slow + reach, count, hall->taps, hall->levels + c * TAPS);
        keep_end(hall->recent + c * reach, slow, reach, reach + count);
    }
    for (int32_t start = 0; start < count; start += BATCH)
        pass(hall, lines, width, in, wet, start, count - start < BATCH ? count - start : BATCH);
    for (int32_t l = 0; l < LINES; l++) keep_end(hall->coming + l * past, lines + l * width, past, past + count);
    for (int32_t c = 0; c < 2; c++) {
        wet[c][-1] = hall->last[c];
        double_up(full[c], wet[c], count);
        hall->last[c] = wet[c][count - 1];
    }
}

#if HAS_AVX2_PATH
AVX2 static void ring_avx2(const Hall *hall, float *room, float *const full[2], const float *const sound[2],
                           int32_t count) {
    ring(hall, room, full, sound, count);
}
#endif

/* Fill (2, 2 * count) samples with the hall's output for as many input samples; strides are in samples. Returns 0,
 * or -1 if there is no memory. */
KERNEL int32_t clipwright_hall(const Hall *hall, float *output, ptrdiff_t output_stride, const float *sound,
                               ptrdiff_t stride, int32_t count) {
    const size_t lines = LINES * ((size_t)hall->longest + 2 + PIECE);
    const size_t channel = EDGE + 2 * PIECE + (size_t)hall->reach + PIECE + PIECE + 1 + PIECE;
    float *room = malloc((lines + 2 * channel) * sizeof(float));
    if (!room) return -1;
    for (int32_t start = 0; start < count; start += PIECE) {
        const int32_t length = count - start < PIECE ? count - start : PIECE;
        float *const full[2] = {output + 2 * start, output + output_stride + 2 * start};
        const float *const from[2] = {sound + 2 * start, sound + stride + 2 * start};
#if HAS_AVX2_PATH
        if (uses_avx2()) {
            ring_avx2(hall, room, full, from, length);
            continue;
        }
#endif
        ring(hall, room, full, from, length);
    }
    free(room);
    return 0;
}
