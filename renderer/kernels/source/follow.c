/* A level follower: a one-pole filter with different rates upwards and downwards. */
#include "kernels.h"

/* Write the level after each of `count` values, starting from `level`. It moves by the share `up` of the difference
 * to a higher value, and by `down` to a lower one. */
KERNEL void clipwright_follow(double *smooth, const double *values, int32_t count, double level, double up,
                              double down) {
    for (int32_t i = 0; i < count; i++) {
        level += (values[i] - level) * (values[i] > level ? up : down);
        smooth[i] = level;
    }
}
