/* Second-order sections in series over channels of sound, sample by sample (transposed direct form II), and
 * energies.
 *
 * Sound is single precision, everything in between double. Two channels are computed side by side; additions and
 * multiplications are in a fixed order and never fused, so that every compiler makes the same samples.
 */
#include "kernels.h"

enum { MOST = 8, UNROLLED = 4 };

typedef double Both __attribute__((vector_size(16)));

typedef struct {
    Both b0, b1, b2, a1, a2, first, second;
} Section;

INLINE Both twice(double value) { return (Both){value, value}; }

INLINE void run(Section *row, int32_t count, const float *const in[2], float *const out[2], int32_t frames) {
    for (int32_t i = 0; i < frames; i++) {
        Both x = {in[0][i], in[1][i]};
        for (int32_t k = 0; k < count; k++) {
            Section *s = row + k;
            const Both y = s->b0 * x + s->first;
            s->first = s->b1 * x - s->a1 * y + s->second;
            s->second = s->b2 * x - s->a2 * y;
            x = y;
        }
        out[0][i] = (float)x[0];
        out[1][i] = (float)x[1];
    }
}

/* With a constant count, the compiler keeps the states in registers. */
#define RUN_OF(number)                                                                                  \
    static void run_##number(const Section *given, Section *back, const float *const in[2], float *const out[2], \
                             int32_t frames) {                                                          \
        Section row[number];                                                                            \
        for (int32_t k = 0; k < number; k++) row[k] = given[k];                                         \
        run(row, number, in, out, frames);                                                              \
        for (int32_t k = 0; k < number; k++) back[k] = row[k];                                          \
    }

RUN_OF(1)
RUN_OF(2)
RUN_OF(3)
RUN_OF(4)

/* 0 for a value within `nothing` of 0: states decay to denormal numbers, which slow processors down. */
INLINE double settled(double value, double nothing) { return value < nothing && value > -nothing ? 0.0 : value; }

INLINE Both both_settled(Both value, double nothing) {
    return (Both){settled(value[0], nothing), settled(value[1], nothing)};
}

static void run_pair(Section *row, int32_t count, const float *const in[2], float *const out[2], int32_t frames,
                     int32_t chunk, double nothing) {
    for (int32_t start = 0; start < frames; start += chunk) {
        const int32_t length = frames - start < chunk ? frames - start : chunk;
        const float *const from[2] = {in[0] + start, in[1] + start};
        float *const to[2] = {out[0] + start, out[1] + start};
        switch (count) {
        case 1: run_1(row, row, from, to, length); break;
        case 2: run_2(row, row, from, to, length); break;
        case 3: run_3(row, row, from, to, length); break;
        case UNROLLED: run_4(row, row, from, to, length); break;
        default: run(row, count, from, to, length);
        }
        for (int32_t k = 0; k < count; k++) {
            row[k].first = both_settled(row[k].first, nothing);
            row[k].second = both_settled(row[k].second, nothing);
        }
    }
}

/* Filter `channels` rows of `frames` samples; strides are in samples.
 *
 * `sections` are `count` times 6 numbers (b0 b1 b2 a0 a1 a2, a0 = 1), at most MOST sections. `states` are two
 * numbers for each section of each channel, read and written. After every `chunk` frames, states within `nothing` of
 * 0 become 0.
 */
KERNEL void clipwright_filter(float *output, ptrdiff_t output_stride, const float *sound, ptrdiff_t sound_stride,
                              int32_t channels, int32_t frames, const double *sections, int32_t count,
                              double *states, int32_t chunk, double nothing) {
    for (int32_t first = 0; first < channels; first += 2) {
        const int32_t second = first + 1 < channels ? first + 1 : first; /* an odd last channel is computed twice */
        double *one = states + 2 * (ptrdiff_t)count * first, *other = states + 2 * (ptrdiff_t)count * second;
        Section row[MOST];
        for (int32_t k = 0; k < count; k++) {
            const double *s = sections + 6 * k;
            row[k] = (Section){twice(s[0]), twice(s[1]), twice(s[2]), twice(s[4]), twice(s[5]),
                               {one[2 * k], other[2 * k]}, {one[2 * k + 1], other[2 * k + 1]}};
        }
        const float *const in[2] = {sound + first * sound_stride, sound + second * sound_stride};
        float *const out[2] = {output + first * output_stride, output + second * output_stride};
        run_pair(row, count, in, out, frames, chunk, nothing);
        for (int32_t k = 0; k < count; k++) {
            one[2 * k] = row[k].first[0], one[2 * k + 1] = row[k].second[0];
            other[2 * k] = row[k].first[1], other[2 * k + 1] = row[k].second[1];
        }
    }
}

/* Sums of squares over all channels, for each of `cells` cells of `cell` samples (a multiple of 4); the stride is in
 * samples. Four partial sums fix the order of additions and fill a vector. */
KERNEL void clipwright_energies(double *sums, int32_t cells, int32_t cell, const float *sound, ptrdiff_t stride,
                                int32_t channels) {
    for (int32_t i = 0; i < cells; i++) {
        double lanes[4] = {0.0, 0.0, 0.0, 0.0};
        for (int32_t c = 0; c < channels; c++) {
            const float *at = sound + c * stride + (ptrdiff_t)i * cell;
            for (int32_t k = 0; k < cell; k += 4)
                for (int32_t j = 0; j < 4; j++) {
                    const double value = at[k + j];
                    lanes[j] += value * value;
                }
        }
        sums[i] = (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
    }
}
