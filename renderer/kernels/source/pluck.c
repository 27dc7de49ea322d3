/* A plucked string: a burst that goes round in a loop, softened with every lap, read at the pitch that is wanted. */
#include "kernels.h"

/* `line` has a 0, a lap of `period` samples, and room up to `whole` samples behind that 0: each is the mean of those a
 * lap and a lap and a sample before, times `loss`. Of these, `frames` samples `step` apart fill `sound`. */
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
