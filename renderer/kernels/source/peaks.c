/* True peaks: sound interpolated to four times its rate, of which only the highest value of each cell is kept.
 *
 * The interpolators at one and three quarters are mirror images, so that sums and differences of the samples around
 * a place serve both: the higher of the two magnitudes is |even| + |odd|.
 */
#include "kernels.h"

#include <string.h>

enum { LANES = 8, CELL = 48, MARGIN = 16 };

/* Wide vectors are passed by address: how they are passed by value differs between processors. */
typedef float Lanes __attribute__((vector_size(4 * LANES)));
typedef int32_t Masks __attribute__((vector_size(4 * LANES)));

INLINE void load(Lanes *values, const float *from) { memcpy(values, from, sizeof *values); }

INLINE void make_positive(Lanes *values) { *values = (Lanes)((Masks)*values & 0x7fffffff); }

INLINE void raise(Lanes *most, const Lanes *values) {
    const Masks more = *values > *most;
    *most = (Lanes)(((Masks)*values & more) | ((Masks)*most & ~more));
}

INLINE float highest_of(const Lanes *values) {
    float most = 0.0f;
    for (int32_t j = 0; j < LANES; j++) most = (*values)[j] > most ? (*values)[j] : most;
    return most;
}

/* The largest magnitude of a cell's samples and of `reach` samples on either side. */
INLINE float sampled(const float *cell, int32_t reach) {
    Lanes most = {0}, values;
    for (int32_t i = -reach; i < CELL + reach; i += LANES) {
        load(&values, cell + i);
        make_positive(&values);
        raise(&most, &values);
    }
    return highest_of(&most);
}

/* The largest magnitude between the samples of a cell; `taps` are MARGIN each for even, odd and middle. */
INLINE float between(const float *cell, const float *taps) {
    Lanes most = {0}, before, after;
    for (int32_t i = 0; i < CELL; i += LANES) {
        Lanes even = {0}, odd = {0}, middle = {0};
        for (int32_t k = 0; k < MARGIN; k++) {
            load(&before, cell + i - (MARGIN - 1) + k);
            load(&after, cell + i + MARGIN - k);
            const Lanes sum = before + after, difference = before - after;
            even += sum * taps[k];
            odd += difference * taps[MARGIN + k];
            middle += sum * taps[2 * MARGIN + k];
        }
        make_positive(&even);
        make_positive(&odd);
        make_positive(&middle);
        even += odd;
        raise(&most, &even);
        raise(&most, &middle);
    }
    return highest_of(&most);
}

INLINE void find(float *peaks, int32_t cells, const float *sound, ptrdiff_t stride, int32_t channels,
                 const float *taps, float overshoot, float least, int32_t rising) {
    for (int32_t i = 0; i < cells; i++) {
        float most = 0.0f;
        for (int32_t c = 0; c < channels; c++) {
            const float *cell = sound + c * stride + MARGIN + (ptrdiff_t)i * CELL;
            const float here = sampled(cell, 0);
            most = here > most ? here : most;
            if (sampled(cell, MARGIN) * overshoot <= least) continue;
            const float there = between(cell, taps);
            most = there > most ? there : most;
        }
        peaks[i] = most;
        if (rising && most > least) least = most;
    }
}

#if HAS_AVX2_PATH
AVX2 static void find_avx2(float *peaks, int32_t cells, const float *sound, ptrdiff_t stride, int32_t channels,
                           const float *taps, float overshoot, float least, int32_t rising) {
    find(peaks, cells, sound, stride, channels, taps, overshoot, least, rising);
}
#endif

/* Peaks of `cells` cells of CELL samples; each channel has MARGIN more samples before and after them, the stride is
 * in samples. Where no sample near a cell, times `overshoot`, is above `least`, only samples are considered. With
 * `rising`, `least` rises to the highest peak so far. */
KERNEL void clipwright_peaks(float *peaks, int32_t cells, const float *sound, ptrdiff_t stride, int32_t channels,
                             const float *taps, float overshoot, float least, int32_t rising) {
#if HAS_AVX2_PATH
    if (uses_avx2()) {
        find_avx2(peaks, cells, sound, stride, channels, taps, overshoot, least, rising);
        return;
    }
#endif
    find(peaks, cells, sound, stride, channels, taps, overshoot, least, rising);
}
