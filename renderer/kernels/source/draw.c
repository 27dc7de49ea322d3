/* Drawing sheets at sub-pixel positions: sampled and blended row by row, without an intermediate picture. */
#include "sampler.h"

#include <stdlib.h>
#include <string.h>

/* A rectangle of sheets in even pixels of the first plane. `solid`: all of it hides the ground. The values of its
 * reveal map are in [`first`, `last`]. */
typedef struct {
    int32_t left, top, right, bottom, solid, first, last;
} Piece;

/* The premultiplied planes of one picture, and where they are drawn; packed by sheets.py and drawing.py.
 *
 * Planes have no gaps between rows; reveal maps may be NULL. `x` and `y` are the places of the window's first sample
 * in luma and in chroma, `step` is the distance to the next one. The window lies within the target. If there are
 * pieces, only they are drawn; their origin is at (`pieces_left`, `pieces_top`) of the target. `table` is the index
 * of the table for the reveal map, -1 for none; `solid` means that all of the sheets hides the ground.
 */
typedef struct {
    const uint8_t *colour[3], *cover[2], *reveal[2];
    const Piece *pieces;
    int32_t width, height, piece_count, unused;
    int64_t x[2], y[2], step;
    int32_t left, top, right, bottom, pieces_left, pieces_top;
    int32_t opacity, table, solid, unused_too;
} Sheets;

enum { PLANES = 4, WHOLE = 256, TABLE = 256, OPAQUE = 255, BLOCK = 32, LINE = 64, AHEAD = 2, FARTHEST = 1 << 24 };

typedef struct {
    int32_t left, top, right, bottom;
} Box;

static int is_near(int32_t at) { return at >= -FARTHEST && at <= FARTHEST; }

static int is_even(int32_t one, int32_t two, int32_t three, int32_t four) {
    return !((one | two | three | four) & 1);
}

static int can_draw(const Surface *target, const Sheets *sheets, int32_t tables) {
    if (!target->writeable) return 0;
    if (sheets->left < 0 || sheets->top < 0 || sheets->left >= sheets->right || sheets->top >= sheets->bottom) return 0;
    if (sheets->right > target->width || sheets->bottom > target->height) return 0;
    if (!is_even(sheets->left, sheets->top, sheets->right, sheets->bottom)) return 0;
    const int32_t wide = sheets->right - sheets->left, high = sheets->bottom - sheets->top;
    if (!is_even(sheets->pieces_left, sheets->pieces_top, 0, 0)) return 0;
    if (!is_near(sheets->pieces_left) || !is_near(sheets->pieces_top)) return 0;
    if (sheets->opacity < 0 || sheets->opacity > WHOLE || sheets->table >= tables) return 0;
    if (sheets->table >= 0 && !sheets->reveal[0]) return 0;
    for (int k = 0; k < 3; k++) {
        const int32_t shift = plane_shift(k), width = sheets->width >> shift, height = sheets->height >> shift;
        if (!is_within_reach(sheets->x[shift], sheets->step, wide >> shift)) return 0;
        if (!is_within_reach(sheets->y[shift], sheets->step, high >> shift)) return 0;
        const uint8_t *read[3] = {sheets->colour[k], sheets->cover[shift], sheets->reveal[shift]};
        for (int i = 0; i < 3; i++)
            if (read[i] && !lies_apart(target, read[i], width, width, height)) return 0;
    }
    return 1;
}

/* The luma or the chroma of a part of sheets: one or two colours under one cover. */
typedef struct {
    uint8_t *target[2];
    ptrdiff_t target_stride[2];
    int32_t width, height; /* of the target */
    const uint8_t *plane[PLANES]; /* cover, reveal map or NULL, colours */
    int32_t source_width, source_height;
    int64_t x, y, step;
    const Reveal *reveal; /* NULL if all samples have the visibility `opacity` */
    int32_t opacity, colours;
    int solid; /* colours are copied, not blended */
} Part;

/* Whether any of 32 samples is not 0. */
INLINE int is_any_seen(const uint8_t *row) {
    uint64_t seen = 0, part;
    for (int i = 0; i < BLOCK; i += 8) {
        memcpy(&part, row + i, sizeof part);
        seen |= part;
    }
    return seen != 0;
}

/* The first sample of the first block in which any is seen, `count` if there is none. */
static int32_t first_seen(const uint8_t *row, int32_t count) {
    int32_t i = 0;
    while (i + BLOCK <= count && !is_any_seen(row + i)) i += BLOCK;
    for (int32_t k = i; k < count; k++)
        if (row[k]) return i;
    return count;
}

/* The end of the last block, counted from the end of the row, in which any sample is seen; `from` is in one. */
static int32_t after_last_seen(const uint8_t *row, int32_t from, int32_t count) {
    int32_t i = count;
    while (i - from > BLOCK && !is_any_seen(row + i - BLOCK)) i -= BLOCK;
    return i;
}

static const uint8_t *sampled(const Columns *columns, Rows *rows, int32_t number, int32_t from, int32_t to,
                              uint8_t *line) {
    const uint8_t *own = whole_row(columns, rows, number);
    if (own) return own;
    sample_part(columns, rows, number, from, to, line);
    return line;
}

static void copy_part(const Part *part, const Columns *columns, Rows *rows) {
    for (int32_t k = 0; k < part->colours; k++)
        for (int32_t i = 0; i < part->height; i++)
            sample_row(columns, &rows[2 + k], i, part->target[k] + i * part->target_stride[k], NULL);
}

/* Have the processor fetch samples of a row that is drawn later: it foresees no rows of boxes. */
INLINE void fetch(const uint8_t *row, int32_t from, int32_t to) {
    for (int32_t i = from; i < to; i += LINE) __builtin_prefetch(row + i, 1);
}

static void blend_part(const Part *part, const Columns *columns, Rows *rows, uint8_t *const *lines) {
    for (int32_t i = 0; i < part->height; i++) {
        const uint8_t *cover = sampled(columns, &rows[0], i, 0, part->width, lines[0]), *map = NULL;
        const int32_t from = first_seen(cover, part->width);
        if (from == part->width) continue;
        const int32_t to = after_last_seen(cover, from, part->width);
        if (part->reveal) map = sampled(columns, &rows[1], i, from, to, lines[1]) + from;
        for (int32_t k = 0; k < part->colours; k++) {
            const uint8_t *colour = sampled(columns, &rows[2 + k], i, from, to, lines[2 + k]);
            uint8_t *target = part->target[k] + i * part->target_stride[k];
            if (i + AHEAD < part->height) fetch(target + AHEAD * part->target_stride[k], from, to);
            blend_row(target + from, colour + from, cover + from, map, part->reveal, to - from,
                      (uint32_t)part->opacity, 0);
        }
    }
}

static size_t line_room(int32_t width) { return ((size_t)width + 63) / 64 * 64; }

static size_t part_room(int32_t width) { return columns_room(width) + PLANES * (rows_room(width) + line_room(width)); }

static void draw_part(const Part *part, uint8_t *room) {
    const Columns columns = place_columns(room, part->width, part->source_width, part->x, part->step);
    uint8_t *own = room + columns_room(part->width), *lines[PLANES];
    Rows rows[PLANES];
    for (int32_t k = 0; k < PLANES; k++) {
        rows[k] = open_rows(own, part->width, part->plane[k], part->source_width, part->source_height, part->y,
                            part->step);
        lines[k] = own + rows_room(part->width);
        own += rows_room(part->width) + line_room(part->width);
    }
    if (part->solid)
        copy_part(part, &columns, rows);
    else
        blend_part(part, &columns, rows, lines);
}

/* Draw the sheets within a box of the target. A piece whose reveal map is hidden or shown as a whole, as the bounds
 * of its values tell, needs no lookups. */
static void draw_box(const Surface *target, const Sheets *sheets, const Reveal *reveal, const Piece *piece, Box box,
                     uint8_t *room) {
    int32_t opacity = sheets->opacity;
    if (reveal && piece && !reveal->table[piece->first]) return;
    if (reveal && piece && reveal->table[piece->last] == OPAQUE) {
        reveal = NULL;
        opacity = WHOLE;
    }
    const int solid = (piece ? piece->solid : sheets->solid) && !reveal && opacity == WHOLE;
    for (int k = 0; k < 2; k++) {
        const int32_t left = box.left >> k, top = box.top >> k;
        Part part = {
            .width = (box.right >> k) - left,
            .height = (box.bottom >> k) - top,
            .plane = {sheets->cover[k], sheets->reveal[k], sheets->colour[k], k ? sheets->colour[2] : NULL},
            .source_width = sheets->width >> k,
            .source_height = sheets->height >> k,
            .x = sheets->x[k] + (left - (sheets->left >> k)) * sheets->step,
            .y = sheets->y[k] + (top - (sheets->top >> k)) * sheets->step,
            .step = sheets->step,
            .reveal = reveal,
            .opacity = reveal ? WHOLE : opacity,
            .colours = 1 + k,
            .solid = solid,
        };
        for (int32_t i = 0; i < part.colours; i++) {
            part.target_stride[i] = target->stride[k + i];
            part.target[i] = target->plane[k + i] + top * target->stride[k + i] + left;
        }
        draw_part(&part, room);
    }
}

static int32_t larger(int32_t one, int32_t other) { return one > other ? one : other; }

static int32_t smaller(int32_t one, int32_t other) { return one < other ? one : other; }

static void draw(const Surface *target, const Sheets *sheets, const Reveal *reveal, uint8_t *room) {
    const Box window = {sheets->left, sheets->top, sheets->right, sheets->bottom};
    if (!sheets->opacity) return;
    if (!sheets->piece_count) draw_box(target, sheets, reveal, NULL, window, room);
    for (int32_t i = 0; i < sheets->piece_count; i++) {
        const Piece *piece = &sheets->pieces[i];
        const Box box = {
            larger(window.left, sheets->pieces_left + piece->left),
            larger(window.top, sheets->pieces_top + piece->top),
            smaller(window.right, sheets->pieces_left + piece->right),
            smaller(window.bottom, sheets->pieces_top + piece->bottom),
        };
        if (box.left < box.right && box.top < box.bottom) draw_box(target, sheets, reveal, piece, box, room);
    }
}

/* Draw `count` sheets, the first one lowest, with `tables` of 256 bytes each. Returns 0; REFUSED, with nothing
 * drawn, if any of them does not fit; or NO_MEMORY. */
KERNEL int32_t clipwright_draw(const Surface *target, const Sheets *sheets, int32_t count, const uint8_t *tables,
                               int32_t table_count) {
    for (int32_t i = 0; i < count; i++)
        if (!can_draw(target, &sheets[i], table_count)) return REFUSED;
    uint8_t *room = malloc(part_room(target->width));
    if (!room) return NO_MEMORY;
    for (int32_t i = 0; i < count; i++) {
        const int32_t table = sheets[i].table;
        const Reveal reveal = table < 0 ? (Reveal){0} : reveal_by(tables + (ptrdiff_t)table * TABLE);
        draw(target, &sheets[i], table < 0 ? NULL : &reveal, room);
    }
    free(room);
    return 0;
}
