/* Memory of its own for x264: apart from the heap, reused by the next encoder, and the same for the same frames.
 *
 * The calls of memalign(), free() and madvise() in x264's table of imported functions are redirected to the ones here.
 * Large blocks then lie one after another in one region of addresses. A freed block serves the next call for the same
 * size, so each encoder takes over the memory of the last. Smaller blocks come from the heap, all zero.
 *
 * x264 reads some numbers that it has never written (docs/decisions/0014). New blocks of the region are zero. Of a
 * block that is used again, the last quarter is zeroed: in the block of a frame, what the macroblock tree reads comes
 * last, and pictures, which are always written first, take up the rest.
 *
 * Huge pages, which x264 asks for by madvise(), are not used: they made encoding no faster, and whole ones are held
 * for blocks that fill them in part.
 */
#define _GNU_SOURCE
#include "kernels.h"

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__)) && !defined(__SANITIZE_ADDRESS__)

#include <link.h>
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { BLOCKS = 4096 };
#define REGION ((size_t)8 << 30)        /* addresses only: memory is taken when a block is written */
#define LARGE ((size_t)256 << 10)
#define LAST_PART 4

#if defined(__x86_64__)
enum { JUMP = R_X86_64_JUMP_SLOT, POINTER = R_X86_64_GLOB_DAT };
#else
enum { JUMP = R_AARCH64_JUMP_SLOT, POINTER = R_AARCH64_GLOB_DAT };
#endif

typedef struct {
    uint8_t *start;
    size_t size; /* as asked for */
    int used;
} Block;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint8_t *region, *end; /* the next new block begins at `end` */
static Block blocks[BLOCKS];
static int count, used;
static size_t page; /* bytes of a page of memory */

static void acquire(void) { pthread_mutex_lock(&lock); }

static void release(void) { pthread_mutex_unlock(&lock); }

/* Reserve the addresses. False if there are none to be had. */
static int reserve(void) {
    if (region) return 1;
    void *at = mmap(NULL, REGION, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) return 0;
    pthread_atfork(acquire, release, release); /* a fork may not inherit the lock of a thread that it lacks */
    page = (size_t)sysconf(_SC_PAGESIZE);
    region = end = at;
    return 1;
}

/* Return the memory of all blocks to the system, when none is used. */
static void forget(void) {
    if (used || !count) return;
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
    if (mmap(region, (size_t)(end - region), PROT_NONE, flags, -1, 0) == MAP_FAILED) return;
    end = region;
    count = 0;
}

static Block *free_block(size_t size) {
    for (Block *each = blocks; each < blocks + count; each++)
        if (!each->used && each->size == size) return each;
    return NULL;
}

static Block *new_block(size_t size) {
    const size_t left = (size_t)(region + REGION - end);
    if (count == BLOCKS || left < page || size > left - page) return NULL;
    const size_t whole = (size + page - 1) / page * page;
    if (mprotect(end, whole, PROT_READ | PROT_WRITE)) return NULL;
    blocks[count] = (Block){.start = end, .size = size};
    end += whole;
    return &blocks[count++];
}

/* A large block, or NULL if the region has no place for it. */
static uint8_t *large_block(size_t size) {
    acquire();
    Block *block = free_block(size);
    const int again = block != NULL;
    if (!again) {
        forget();
        block = new_block(size);
    }
    if (block) {
        block->used = 1;
        used++;
    }
    release();
    if (again) memset(block->start + size - size / LAST_PART, 0, size / LAST_PART);
    return block ? block->start : NULL;
}

/* Large blocks begin on a page, whatever alignment is asked for: more than that is for huge pages. */
static void *own_memalign(size_t alignment, size_t size) {
    uint8_t *block = size >= LARGE ? large_block(size) : NULL;
    if (!block && (block = memalign(alignment, size))) memset(block, 0, size);
    return block;
}

static int is_own(const void *address) {
    return region && (const uint8_t *)address >= region && (const uint8_t *)address < region + REGION;
}

static void own_free(void *address) {
    if (!is_own(address)) {
        free(address);
        return;
    }
    acquire();
    for (Block *each = blocks; each < blocks + count; each++)
        if (each->start == address && each->used) {
            each->used = 0;
            used--;
        }
    release();
}

static int own_madvise(void *address, size_t size, int advice) {
    return is_own(address) ? 0 : madvise(address, size, advice);
}

/* The imported functions to replace, and where their addresses are kept. */
typedef struct {
    const char *name;
    void *function;
    void **place;
} Import;

enum { MEMALIGN, FREE, MADVISE, IMPORTS };

typedef struct {
    const char *library;
    Import imports[IMPORTS];
} Search;

/* The tables of a loaded library that say where its imports are kept. */
typedef struct {
    const ElfW(Rela) *relocations[2];
    size_t sizes[2];
    const ElfW(Sym) *symbols;
    const char *names;
} Tables;

static Tables tables_of(const struct dl_phdr_info *library) {
    Tables found = {0};
    const ElfW(Dyn) *each = NULL;
    for (int i = 0; i < library->dlpi_phnum; i++)
        if (library->dlpi_phdr[i].p_type == PT_DYNAMIC)
            each = (const void *)(library->dlpi_addr + library->dlpi_phdr[i].p_vaddr);
    for (; each && each->d_tag != DT_NULL; each++) {
        const ElfW(Addr) at = each->d_un.d_ptr; /* glibc has made it absolute, musl has not */
        const void *table = (const void *)(at < library->dlpi_addr ? library->dlpi_addr + at : at);
        if (each->d_tag == DT_JMPREL) found.relocations[0] = table;
        if (each->d_tag == DT_PLTRELSZ) found.sizes[0] = each->d_un.d_val;
        if (each->d_tag == DT_RELA) found.relocations[1] = table;
        if (each->d_tag == DT_RELASZ) found.sizes[1] = each->d_un.d_val;
        if (each->d_tag == DT_SYMTAB) found.symbols = table;
        if (each->d_tag == DT_STRTAB) found.names = table;
    }
    return found;
}

static void find_imports(const struct dl_phdr_info *library, Search *search) {
    const Tables tables = tables_of(library);
    if (!tables.symbols || !tables.names) return;
    for (int table = 0; table < 2; table++) {
        const ElfW(Rela) *each = tables.relocations[table];
        for (size_t left = each ? tables.sizes[table] / sizeof *each : 0; left; left--, each++) {
            const unsigned type = (unsigned)ELF64_R_TYPE(each->r_info);
            if (type != JUMP && type != POINTER) continue;
            const char *name = tables.names + tables.symbols[ELF64_R_SYM(each->r_info)].st_name;
            for (Import *import = search->imports; import < search->imports + IMPORTS; import++)
                if (!strcmp(import->name, name)) import->place = (void **)(library->dlpi_addr + each->r_offset);
        }
    }
}

static int look_into(struct dl_phdr_info *library, size_t size, void *data) {
    (void)size;
    Search *search = data;
    const char *slash = strrchr(library->dlpi_name, '/');
    const char *name = slash ? slash + 1 : library->dlpi_name;
    if (strncmp(name, search->library, strlen(search->library))) return 0;
    find_imports(library, search);
    return 1;
}

/* Whether the place of an import can be written from now on. */
static int open_to_writing(const Import *import) {
    void *start = (void *)((uintptr_t)import->place / page * page);
    return import->place && !mprotect(start, page, PROT_READ | PROT_WRITE);
}

/* Give the loaded library whose file name begins like this memory of its own. Returns 1, or 0 if nothing was changed. */
KERNEL int32_t clipwright_own_memory(const char *library) {
    Search search = {library, {{"memalign", own_memalign, 0}, {"free", own_free, 0}, {"madvise", own_madvise, 0}}};
    dl_iterate_phdr(look_into, &search);
    if (!reserve()) return 0;
    for (int i = 0; i < IMPORTS; i++)
        if (!open_to_writing(&search.imports[i])) return 0;
    for (int i = 0; i < IMPORTS; i++) *search.imports[i].place = search.imports[i].function;
    return 1;
}

/* Return the memory to the system unless a block is used. */
KERNEL void clipwright_return_memory(void) {
    acquire();
    if (region) forget();
    release();
}

#else

KERNEL int32_t clipwright_own_memory(const char *library) {
    (void)library;
    return 0;
}

KERNEL void clipwright_return_memory(void) {}

#endif
