// What the host sees of tree-sitter: one call parses a file and leaves the whole
// tree as one array, so that no call per node crosses the border.
//
// Compiled once for each grammar, with -DGRAMMAR=tree_sitter_<name>, and linked
// with the official runtime. The module imports a single function, env.cancelled.

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <tree_sitter/api.h>

#define EXPORT(name) __attribute__((export_name(#name)))

const TSLanguage *GRAMMAR(void);

// The host's answer to "shall I stop?". Asking also lets Go's garbage collector
// in, which has to wait while compiled WebAssembly runs.
__attribute__((import_module("env"), import_name("cancelled"))) extern uint32_t cancelled(void);

// The C library would import these from WASI. It needs none of them: the runtime
// has a clock for timeouts and a stream for debugging, both unused. 52 is ENOSYS.
#define WASI(name) __imported_wasi_snapshot_preview1_##name
int32_t WASI(clock_time_get)(int32_t a, int64_t b, int32_t c) { return 52; }
int32_t WASI(fd_close)(int32_t a) { return 52; }
int32_t WASI(fd_seek)(int32_t a, int64_t b, int32_t c, int32_t d) { return 52; }
int32_t WASI(fd_write)(int32_t a, int32_t b, int32_t c, int32_t d) { return 52; }

// Node is decoded by tree.go: little endian, without gaps.
typedef struct {
  uint32_t start, end;
  uint32_t parent; // NO_PARENT for the root
  uint32_t next;   // the node after the last one below this one
  uint16_t symbol, field;
  uint32_t flags;
} Node;
_Static_assert(sizeof(Node) == 24, "as tree.go has it");

enum { NAMED = 1, MISSING = 2, EXTRA = 4, ERROR = 8 };
#define NO_PARENT UINT32_MAX

// How a parse ended, as wasm.go has it.
enum { DONE, CANCELLED, TOO_DEEP, NO_MEMORY };

static TSParser *parser;
static char *source;

static struct {
  uint32_t status, count;
  Node *nodes;
} result;

// The runtime's own allocator would print and abort. This one stops the instance
// too, but leaves word why.
static void *given(void *p, size_t size) {
  if (p == NULL && size != 0) {
    result.status = NO_MEMORY;
    __builtin_trap();
  }
  return p;
}
static void *give(size_t n) { return given(malloc(n), n); }
static void *give_zeroed(size_t n, size_t size) { return given(calloc(n, size), n * size); }
static void *give_again(void *p, size_t n) { return given(realloc(p, n), n); }

// start must be called first, once. It returns 0 if the runtime refuses the grammar.
EXPORT(start) uint32_t start(void) {
  ts_set_allocator(give, give_zeroed, give_again, free);
  parser = ts_parser_new();
  return ts_parser_set_language(parser, GRAMMAR());
}

// status says how the last parse ended; it may be asked after a trap.
EXPORT(status) uint32_t status(void) { return result.status; }

EXPORT(symbol_count) uint32_t symbol_count(void) { return ts_language_symbol_count(GRAMMAR()); }
EXPORT(symbol_name) const char *symbol_name(uint32_t i) { return ts_language_symbol_name(GRAMMAR(), i); }
EXPORT(symbol_type) uint32_t symbol_type(uint32_t i) { return ts_language_symbol_type(GRAMMAR(), i); }
// symbol_public is the symbol that nodes have: several may look the same from outside.
EXPORT(symbol_public) uint32_t symbol_public(uint32_t i) {
  const char *name = symbol_name(i);
  return ts_language_symbol_for_name(GRAMMAR(), name, strlen(name), symbol_type(i) == TSSymbolTypeRegular);
}
EXPORT(field_count) uint32_t field_count(void) { return ts_language_field_count(GRAMMAR()); }
EXPORT(field_name) const char *field_name(uint32_t i) { return ts_language_field_name_for_id(GRAMMAR(), i); }

// room frees what the last file left and returns where the next one of length
// bytes is to be written.
EXPORT(room) char *room(uint32_t length) {
  free(result.nodes);
  free(source);
  result.nodes = NULL;
  source = give(length + 1);
  return source;
}

static const char *read_source(void *length, uint32_t offset, TSPoint point, uint32_t *n) {
  uint32_t end = *(uint32_t *)length;
  *n = offset < end ? end - offset : 0;
  return source + (offset < end ? offset : end);
}

static bool shall_stop(TSParseState *state) { return cancelled() != 0; }

static uint32_t flags_of(TSNode n) {
  return (ts_node_is_named(n) ? NAMED : 0) | (ts_node_is_missing(n) ? MISSING : 0) |
         (ts_node_is_extra(n) ? EXTRA : 0) | (ts_node_is_error(n) ? ERROR : 0);
}

// flatten writes the tree into result in pre-order.
static uint32_t flatten(TSNode root, uint32_t max_depth) {
  uint32_t capacity = ts_node_descendant_count(root), count = 0, parent = NO_PARENT, depth = 0;
  Node *nodes = result.nodes = give(capacity * sizeof(Node));
  TSTreeCursor at = ts_tree_cursor_new(root);
  uint32_t status = DONE;
  while (status == DONE) {
    if (count == capacity) { // the runtime's count is right; this is for the day it is not
      capacity += capacity / 2 + 16;
      nodes = result.nodes = give_again(nodes, capacity * sizeof(Node));
    }
    TSNode n = ts_tree_cursor_current_node(&at);
    uint32_t self = count++;
    nodes[self] = (Node){
      .start = ts_node_start_byte(n),
      .end = ts_node_end_byte(n),
      .parent = parent,
      .next = count,
      .symbol = ts_node_symbol(n),
      .field = ts_tree_cursor_current_field_id(&at),
      .flags = flags_of(n),
    };
    if (count % 4096 == 0 && cancelled()) {
      status = CANCELLED;
    } else if (ts_tree_cursor_goto_first_child(&at)) {
      parent = self;
      if (++depth > max_depth) status = TOO_DEEP;
    } else {
      while (!ts_tree_cursor_goto_next_sibling(&at)) {
        if (!ts_tree_cursor_goto_parent(&at)) goto end;
        nodes[parent].next = count;
        parent = nodes[parent].parent;
        depth--;
      }
    }
  }
end:
  ts_tree_cursor_delete(&at);
  result.count = count;
  return status;
}

// parse reads the length bytes in room and returns the result.
EXPORT(parse) void *parse(uint32_t length, uint32_t max_depth) {
  source[length] = 0;
  TSInput input = {.payload = &length, .read = read_source, .encoding = TSInputEncodingUTF8};
  result.status = CANCELLED;
  TSTree *tree = ts_parser_parse_with_options(parser, NULL, input, (TSParseOptions){.progress_callback = shall_stop});
  if (tree) {
    result.status = flatten(ts_tree_root_node(tree), max_depth);
    ts_tree_delete(tree);
  } else {
    ts_parser_reset(parser);
  }
  return &result;
}
