// A parser asks for many small pieces of few sizes. They are cut from blocks, in multiples
// of 16 bytes, and what is freed is kept for the next of its size. The C library gives
// blocks and large pieces.

#include "memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { UNIT = 16, SIZES = 64, BLOCK = 1 << 16 };

typedef struct Piece {
  uint32_t units; // LARGE: it is the C library's
  uint32_t bytes; // of a large one
  struct Piece *next; // of those that are free. What the caller gets begins here
} Piece;

enum { LARGE = SIZES, HEAD = offsetof(Piece, next) };
_Static_assert(HEAD % 8 == 0, "what the caller gets is aligned");

static Piece *unused[SIZES]; // by units
static char *block;
static size_t rest; // of the block

// no_memory is shim.c's. It does not return.
_Noreturn void no_memory(void);

static void *given(void *p) {
  if (!p) no_memory();
  return p;
}

static void *content(Piece *p) { return (char *)p + HEAD; }
static Piece *piece(void *content) { return (Piece *)((char *)content - HEAD); }

static void *large(Piece *old, size_t n) {
  Piece *p = given(realloc(old, HEAD + n));
  p->units = LARGE;
  p->bytes = n;
  return content(p);
}

void *quick_malloc(size_t n) {
  if (n > (SIZES - 1) * UNIT - HEAD) return large(NULL, n);
  uint32_t units = (HEAD + n + UNIT - 1) / UNIT;
  Piece *p = unused[units];
  if (p) {
    unused[units] = p->next;
    return content(p);
  }
  if (rest < units * UNIT) {
    block = given(malloc(BLOCK));
    rest = BLOCK;
  }
  p = (Piece *)block;
  block += units * UNIT;
  rest -= units * UNIT;
  p->units = units;
  return content(p);
}

void quick_free(void *q) {
  if (!q) return;
  Piece *p = piece(q);
  if (p->units == LARGE) {
    free(p);
    return;
  }
  p->next = unused[p->units];
  unused[p->units] = p;
}

void *quick_calloc(size_t n, size_t size) { return memset(quick_malloc(n * size), 0, n * size); }

void *quick_realloc(void *q, size_t n) {
  if (!q) return quick_malloc(n);
  Piece *p = piece(q);
  if (p->units == LARGE) return large(p, n);
  size_t had = p->units * UNIT - HEAD;
  if (n <= had) return q;
  void *more = quick_malloc(n);
  memcpy(more, q, had);
  quick_free(q);
  return more;
}
