/* A plucked string (Karplus-Strong): a burst circulates in a loop that softens it each lap, and is read at the
 * wanted pitch. */
#include "kernels.h"

/* Fill `sound` with `frames` values of the string, `step` samples apart, linearly interpolated.
 *
 * `line` has a 0, the first lap of `period` samples, and room up to `whole` samples after the 0. Each later sample
 * is the mean of those one lap and one lap plus one sample earlier, times `loss`.
 */
KERNEL void clipwright_pluck(float *sound, int32_t frames, double step, double *line, int32_t period, int32_t whole,
                             double loss) {
    double *laps = line + 1;
    const double half = 0.5 * loss;
    for (int32_t lap = period; lap < whole; lap += period) {
        const int32_t last = lap + period < whole ? lap + period : whole;
        for (int32_t i = lap; i < last; i++) laps[i] = half * (laps[i - period] + laps[i - period - 1]);
    }
    for (int32_t i = 0; i < frames; i++) {
        const double place = (double)i * step;
        const int32_t before = (int32_t)place;
        const double part = place - (double)before;
        sound[i] = (float)(laps[before] + part * (laps[before + 1] - laps[before]));
    }
}
