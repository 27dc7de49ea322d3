/* Choice of the code path at run time. Both paths give the same bytes; tests force the portable one to compare them. */
#include "kernels.h"

#if HAS_AVX2_PATH
#include <cpuid.h>
#endif

static int portable_only = 0;

#if HAS_AVX2_PATH
static int processor_has_avx2(void) {
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d)) return 0;
    const unsigned saves_and_avx = (1u << 27) | (1u << 28);
    if ((c & saves_and_avx) != saves_and_avx) return 0;
    unsigned low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    if ((low & 6) != 6) return 0; /* the operating system does not save the wide registers */
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return 0;
    return (b >> 5) & 1;
}
#endif

int uses_avx2(void) {
#if HAS_AVX2_PATH
    static int known = -1;
    if (known < 0) known = processor_has_avx2();
    return known && !portable_only;
#else
    return 0;
#endif
}

/* Force the portable path from now on (1), or use the fastest that the processor supports (0). */
KERNEL void clipwright_portable(int32_t only) { portable_only = only; }

/* Whether the AVX2 path is taken: 1 or 0. */
KERNEL int32_t clipwright_uses_avx2(void) { return uses_avx2(); }
