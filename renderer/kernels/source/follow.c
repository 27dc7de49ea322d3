/* A level that follows values: one pole, quicker one way than the other. */
#include "kernels.h"

/* Write where the level is after each of `count` values, from `level` on; `up` and `down` are shares of the way. */
KERNEL void clipwright_follow(double *smooth, const double *values, int32_t count, double level, double up,
                              double down) {
    for (int32_t i = 0; i < count; i++) {
        level += (values[i] - level) * (values[i] > level ? up : down);
        smooth[i] = level;
    }
}
