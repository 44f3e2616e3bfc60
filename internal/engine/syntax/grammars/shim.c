// What the host sees of tree-sitter: one call parses a file and leaves the whole
// tree as one array, so that no call per node crosses the border.
//
// Compiled once for each grammar, with -DGRAMMAR=tree_sitter_<name>, and linked
// with the official runtime, of which it uses internal headers: the version is
// pinned, and ../native, which knows the public ones alone, must see the same trees.
// The module imports a single function, env.cancelled.

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

#include "array.h"
#include "language.h"
#include "lexer.h"
#include "subtree.h"
#include "tree.h"

#include "cursor.h"

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

// Node is decoded by instance.go: little endian, without gaps.
typedef struct {
  uint32_t start, end;
  uint32_t parent; // NO_PARENT for the root
  uint32_t next;   // the node after the last one below this one
  uint16_t symbol, field;
  uint32_t flags;
} Node;
_Static_assert(sizeof(Node) == 24, "as instance.go has it");

enum { NAMED = 1, MISSING = 2, EXTRA = 4, ERROR = 8 };
#define NO_PARENT UINT32_MAX

// How a parse ended, as instance.go has it. An instance is used again only if all
// went well, so nothing is cleaned up otherwise.
enum { DONE, CANCELLED, TOO_DEEP, NO_MEMORY };

static TSParser *parser;
static char *source;

static struct {
  uint32_t status, count;
  Node *nodes;
} result;

// no_memory is for memory.c: it stops the instance, but leaves word why.
_Noreturn void no_memory(void) {
  result.status = NO_MEMORY;
  __builtin_trap();
}

// step is the runtime's way to the next character. It is right for every encoding
// and for sources in pieces.
static void (*step)(TSLexer *, bool);

static void advance(TSLexer *lexer, bool skip) {
  if (!quick_advance(lexer, skip)) step(lexer, skip);
}

// start must be called first, once. It returns 0 if the runtime and the grammar do
// not fit together.
EXPORT(start) uint32_t start(void) {
  parser = ts_parser_new();
  Lexer *lexer = (Lexer *)parser, other;
  ts_lexer_init(&other);
  step = other.data.advance;
  if (lexer->data.advance != step) return 0; // a parser does not begin with its lexer any more
  lexer->data.advance = advance;
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

// room frees what the last file left and returns where the next one, of length
// bytes, is to be written.
EXPORT(room) char *room(uint32_t length) {
  ts_free(result.nodes);
  ts_free(source);
  result.nodes = NULL;
  source = ts_malloc(length);
  return source;
}

static const char *read_source(void *length, uint32_t offset, TSPoint point, uint32_t *n) {
  uint32_t end = *(uint32_t *)length;
  *n = offset < end ? end - offset : 0;
  return source + offset;
}

static bool shall_stop(TSParseState *state) { return cancelled() != 0; }

// Place is where the walk through the runtime's tree is: at a subtree and what its
// parent says about it.
typedef struct {
  Subtree tree;
  uint32_t start;
  uint32_t parent, depth; // among those that are visible
  TSSymbol alias;         // what the parent calls it, 0 if nothing special
  TSFieldId field;
  bool visible;           // the others belong to the grammar alone: their children take their place
} Place;

// Level is a subtree whose children are being visited.
typedef struct {
  const Subtree *children;
  uint32_t count, i;   // how many there are, and the next one
  uint32_t structural; // its number, without those that are extra
  uint32_t end;        // of the one before it
  uint32_t node;       // what visible children have as parent
  uint32_t depth;      // of visible children
  bool visible;
  TSFieldId field; // of the subtree, if it is not visible
  const TSSymbol *aliases;
  const TSFieldMapEntry *fields, *fields_end;
} Level;

static Level level_of(const TSLanguage *language, const Place *at, uint32_t node) {
  uint32_t production = at->tree.ptr->production_id; // it has children
  Level l = {
    .children = ts_subtree_children(at->tree),
    .count = ts_subtree_child_count(at->tree),
    .end = at->start,
    .node = node,
    .depth = at->depth + at->visible,
    .visible = at->visible,
    .field = at->visible ? 0 : at->field,
    .aliases = ts_language_alias_sequence(language, production),
  };
  ts_language_field_map(language, production, &l.fields, &l.fields_end);
  return l;
}

static Place next_child(Level *l) {
  Subtree tree = l->children[l->i];
  if (l->i++ > 0) l->end += ts_subtree_padding(tree).bytes; // that of the first is before its parent
  Place at = {.tree = tree, .start = l->end, .parent = l->node, .depth = l->depth};
  l->end += ts_subtree_size(tree).bytes;
  if (!ts_subtree_extra(tree)) {
    if (l->aliases) at.alias = l->aliases[l->structural];
    at.field = l->field;
    for (const TSFieldMapEntry *f = l->fields; f < l->fields_end; f++) {
      if (f->child_index == l->structural && !f->inherited) {
        at.field = f->field_id;
        break;
      }
    }
    l->structural++;
  }
  at.visible = at.alias || ts_subtree_visible(tree);
  return at;
}

static Node node_of(const TSLanguage *language, const Place *at, uint32_t self) {
  TSSymbol symbol = at->alias ? at->alias : ts_subtree_symbol(at->tree);
  bool error = symbol == ts_builtin_sym_error;
  bool named = at->alias ? language->symbol_metadata[at->alias].named : ts_subtree_named(at->tree);
  return (Node){
    .start = at->start,
    .end = at->start + ts_subtree_size(at->tree).bytes,
    .parent = at->parent,
    .next = self + 1,
    .symbol = error ? symbol : language->public_symbol_map[symbol],
    .field = at->field,
    .flags = (named ? NAMED : 0) | (ts_subtree_missing(at->tree) ? MISSING : 0) |
             (ts_subtree_extra(at->tree) ? EXTRA : 0) | (error ? ERROR : 0),
  };
}

// flatten writes the tree into result in pre-order. The runtime's own cursor
// would need more than twice as long.
static uint32_t flatten(const TSTree *tree, uint32_t max_depth) {
  uint32_t capacity = ts_subtree_visible_descendant_count(tree->root) + 1, count = 0;
  Node *nodes = result.nodes = ts_malloc(capacity * sizeof(Node));
  Array(Level) levels = array_new();
  Place at = {.tree = tree->root, .start = ts_subtree_padding(tree->root).bytes, .parent = NO_PARENT, .visible = true};
  for (;;) {
    uint32_t node = at.parent;
    if (at.visible) {
      if (count == capacity) { // the runtime's count is right; this is for the day it is not
        capacity += capacity / 2 + 16;
        nodes = result.nodes = ts_realloc(nodes, capacity * sizeof(Node));
      }
      if (at.depth > max_depth) return TOO_DEEP;
      if (count % 4096 == 4095 && cancelled()) return CANCELLED;
      node = count++;
      nodes[node] = node_of(tree->language, &at, node);
    }
    if (ts_subtree_child_count(at.tree) > 0) array_push(&levels, level_of(tree->language, &at, node));
    for (;;) {
      if (levels.size == 0) goto end;
      Level *l = array_back(&levels);
      if (l->i < l->count) {
        at = next_child(l);
        if (at.visible || ts_subtree_visible_child_count(at.tree) > 0) break;
      } else {
        if (l->visible) nodes[l->node].next = count;
        levels.size--;
      }
    }
  }
end:
  array_delete(&levels);
  result.count = count;
  return DONE;
}

// parse reads the length bytes in room and returns the result.
EXPORT(parse) void *parse(uint32_t length, uint32_t max_depth) {
  TSInput input = {.payload = &length, .read = read_source, .encoding = TSInputEncodingUTF8};
  result.status = CANCELLED;
  TSTree *tree = ts_parser_parse_with_options(parser, NULL, input, (TSParseOptions){.progress_callback = shall_stop});
  if (tree) {
    result.status = flatten(tree, max_depth);
    ts_tree_delete(tree);
  }
  return &result;
}
