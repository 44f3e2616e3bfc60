#include "flatten.h"

#include <stdlib.h>

typedef struct {
  const char *source;
  uint32_t length;
} Text;

static const char *read_text(void *payload, uint32_t offset, TSPoint point, uint32_t *n) {
  Text *t = payload;
  *n = offset < t->length ? t->length - offset : 0;
  return *n ? t->source + offset : "";
}

static bool is_set(const int32_t *flag) { return __atomic_load_n(flag, __ATOMIC_RELAXED) != 0; }

static bool shall_stop(TSParseState *state) { return is_set(state->payload); }

static Node node_of(TSNode n, TSFieldId field, uint32_t parent, uint32_t next) {
  return (Node){
    .start = ts_node_start_byte(n),
    .end = ts_node_end_byte(n),
    .parent = parent,
    .next = next,
    .symbol = ts_node_symbol(n),
    .field = field,
    .flags = ts_node_is_named(n) | ts_node_is_missing(n) << 1 | ts_node_is_extra(n) << 2 | ts_node_is_error(n) << 3,
  };
}

static Result flatten(TSNode root, uint32_t max_depth, const int32_t *cancelled) {
  uint32_t capacity = ts_node_descendant_count(root), count = 0, parent = UINT32_MAX, depth = 0;
  Node *nodes = malloc(capacity * sizeof(Node));
  if (!nodes) return (Result){.status = NO_MEMORY};
  TSTreeCursor at = ts_tree_cursor_new(root);
  uint32_t status = DONE;
  while (count < capacity) {
    uint32_t self = count++;
    nodes[self] = node_of(ts_tree_cursor_current_node(&at), ts_tree_cursor_current_field_id(&at), parent, count);
    if (count % 4096 == 0 && is_set(cancelled)) {
      status = CANCELLED;
      break;
    }
    if (ts_tree_cursor_goto_first_child(&at)) {
      parent = self;
      if (++depth > max_depth) {
        status = TOO_DEEP;
        break;
      }
      continue;
    }
    while (parent != UINT32_MAX && !ts_tree_cursor_goto_next_sibling(&at)) {
      ts_tree_cursor_goto_parent(&at);
      nodes[parent].next = count;
      parent = nodes[parent].parent;
      depth--;
    }
  }
  ts_tree_cursor_delete(&at);
  return (Result){.status = status, .count = count, .nodes = nodes};
}

Result parse(TSParser *parser, const char *source, uint32_t length, uint32_t max_depth, const int32_t *cancelled) {
  Text text = {source, length};
  TSInput input = {.payload = &text, .read = read_text};
  TSParseOptions options = {.payload = (void *)cancelled, .progress_callback = shall_stop};
  TSTree *tree = ts_parser_parse_with_options(parser, NULL, input, options);
  if (!tree) return (Result){.status = CANCELLED};
  Result r = flatten(ts_tree_root_node(tree), max_depth, cancelled);
  ts_tree_delete(tree);
  return r;
}
