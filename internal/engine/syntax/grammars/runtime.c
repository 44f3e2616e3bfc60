// The official runtime, with shorter ways through what it does most often. Each does
// exactly what the runtime would do, for the plain case: a stack with one way down, a table
// entry that was asked for before. Anything else is left to the runtime. Trees are the
// same: ../native, which has the runtime as it is, is held against it.
//
// build.sh makes ts_parser__advance call quick_reduce in place of ts_parser__reduce.

#include "memory.h"

#include "language.h"

// Most states keep in lists what follows them, in which a symbol has to be searched. What was
// found is kept.
static struct {
  uint32_t key; // state and symbol. State 0 has no list, so 0 is none
  uint16_t value;
} found[1 << 13];

static inline uint16_t quick_lookup(const TSLanguage *self, TSStateId state, TSSymbol symbol) {
  if (state < self->large_state_count) return self->parse_table[state * self->symbol_count + symbol];
  uint32_t key = (uint32_t)state << 16 | symbol;
  uint32_t at = (state * 31u ^ symbol * 5u) & (sizeof(found) / sizeof(*found) - 1);
  if (found[at].key != key) {
    found[at].value = ts_language_lookup(self, state, symbol);
    found[at].key = key;
  }
  return found[at].value;
}
#define ts_language_lookup quick_lookup

#include "alloc.c"
#include "get_changed_ranges.c"
#include "language.c"
#include "lexer.c"
#include "node.c"
#include "stack.c"
#include "subtree.c"

#include "cursor.h"
#define SAME(field) _Static_assert(offsetof(Lexer, field) == offsetof(Cursor, field), "the lexer is not as in cursor.h")
SAME(current_position);
SAME(token_start_position);
SAME(token_end_position);
SAME(chunk);
SAME(chunk_start);
SAME(chunk_size);
SAME(lookahead_size);
SAME(column_data.value);
SAME(column_data.valid);

static StackVersion quick_reduce(TSParser *self, StackVersion version, TSSymbol symbol, uint32_t count, int dynamic_precedence,
                                 uint16_t production_id, bool is_fragile, bool end_of_non_terminal_extra);

// quick_push is ts_stack_push, but what nobody reads of a new node is left as it was.
static inline void quick_push(Stack *self, StackVersion version, Subtree subtree, bool pending, TSStateId state) {
  if (!subtree.ptr) {
    ts_stack_push(self, version, subtree, pending, state);
    return;
  }
  StackHead *head = &self->heads.contents[version];
  StackNode *below = head->node;
  StackNode *node = self->node_pool.size > 0 ? array_pop(&self->node_pool) : ts_malloc(sizeof(StackNode));
  node->state = state;
  node->position = length_add(below->position, ts_subtree_total_size(subtree));
  node->links[0] = (StackLink){.node = below, .subtree = subtree, .is_pending = pending};
  node->link_count = 1;
  node->ref_count = 1;
  node->error_cost = below->error_cost + ts_subtree_error_cost(subtree);
  node->node_count = below->node_count + stack__subtree_node_count(subtree);
  node->dynamic_precedence = below->dynamic_precedence + ts_subtree_dynamic_precedence(subtree);
  head->node = node;
}
#define ts_stack_push quick_push

#include "parser.c"

#undef ts_stack_push
#include "query.c"
#include "tree.c"
#include "tree_cursor.c"
#include "wasm_store.c"

// quick_node is ts_subtree_new_node for a symbol of the grammar. What its children add up to
// is kept in variables rather than in the node itself.
static MutableSubtree quick_node(TSSymbol symbol, SubtreeArray *children, uint16_t production_id, const TSLanguage *language) {
  uint32_t count = children->size;
  SubtreeHeapData *data = (SubtreeHeapData *)&children->contents[count];
  TSSymbolMetadata metadata = language->symbol_metadata[symbol];
  const TSSymbol *alias = ts_language_alias_sequence(language, production_id);
  Length padding = length_zero(), size = length_zero();
  uint32_t seen = 0, error_cost = 0, visible = 0, named = 0, descendants = 0;
  int32_t dynamic_precedence = 0;
  bool on_column = false, change = false, external = false, left = false, right = false;
  for (uint32_t i = 0; i < count; i++) {
    Subtree child = children->contents[i];
    if (child.data.is_inline) {
      Length before = {child.data.padding_bytes, {child.data.padding_rows, child.data.padding_columns}};
      if (i == 0) {
        padding = before;
        size = (Length){child.data.size_bytes, {0, child.data.size_bytes}};
      } else {
        size = length_add(size, before);
        size.bytes += child.data.size_bytes;
        size.extent.column += child.data.size_bytes;
      }
      if (child.data.is_missing) error_cost += ERROR_COST_PER_MISSING_TREE + ERROR_COST_PER_RECOVERY;
      uint32_t end = padding.bytes + size.bytes + child.data.lookahead_bytes;
      if (end > seen) seen = end;
      bool is_visible = child.data.visible, is_named = child.data.named;
      if (!child.data.extra && alias) {
        if (*alias) is_visible = true, is_named = ts_language_symbol_metadata(language, *alias).named;
        alias++;
      }
      visible += is_visible;
      named += is_visible && is_named;
      descendants += is_visible;
      continue;
    }
    const SubtreeHeapData *c = child.ptr;
    if (c->depends_on_column && size.extent.row == 0) on_column = true;
    if (c->has_external_scanner_state_change) change = true;
    if (c->has_external_tokens) external = true;
    if (i == 0) {
      padding = c->padding;
      size = c->size;
    } else {
      size = length_add(size, length_add(c->padding, c->size));
    }
    uint32_t end = padding.bytes + size.bytes + c->lookahead_bytes;
    if (end > seen) seen = end;
    if (c->symbol != ts_builtin_sym_error_repeat) error_cost += ts_subtree_error_cost(child);
    bool is_visible = c->visible, is_named = c->named;
    if (!c->extra && alias) {
      if (*alias) is_visible = true, is_named = ts_language_symbol_metadata(language, *alias).named;
      alias++;
    }
    if (is_visible) {
      visible++;
      named += is_named;
      descendants++;
    }
    if (c->child_count > 0) {
      dynamic_precedence += c->dynamic_precedence;
      descendants += c->visible_descendant_count;
      if (!is_visible) {
        visible += c->visible_child_count;
        named += c->named_child_count;
      }
    }
    if (c->symbol == ts_builtin_sym_error) left = right = true;
  }
  *data = (SubtreeHeapData){
    .ref_count = 1,
    .padding = padding,
    .size = size,
    .lookahead_bytes = seen - size.bytes - padding.bytes,
    .error_cost = error_cost,
    .child_count = count,
    .symbol = symbol,
    .visible = metadata.visible,
    .named = metadata.named,
    .has_external_tokens = external,
    .has_external_scanner_state_change = change,
    .depends_on_column = on_column,
    .is_keyword = false,
    {{
      .visible_child_count = visible,
      .named_child_count = named,
      .visible_descendant_count = descendants,
      .dynamic_precedence = dynamic_precedence,
      .production_id = production_id,
    }},
  };
  if (count > 0) {
    Subtree first = children->contents[0], last = children->contents[count - 1];
    data->first_leaf.symbol = ts_subtree_leaf_symbol(first);
    data->first_leaf.parse_state = ts_subtree_leaf_parse_state(first);
    data->fragile_left = left || ts_subtree_fragile_left(first);
    data->fragile_right = right || ts_subtree_fragile_right(last);
    if (count >= 2 && !metadata.visible && !metadata.named && ts_subtree_symbol(first) == symbol) {
      uint32_t a = ts_subtree_repeat_depth(first), b = ts_subtree_repeat_depth(last);
      data->repeat_depth = (a > b ? a : b) + 1;
    }
  }
  return (MutableSubtree){.ptr = data};
}

// quick_reduce is ts_parser__reduce, and ts_stack_renumber_version after it, for a stack with one way
// down and one thing to do: the version is changed in place, and what is popped is
// moved instead of copied, if nobody else has it.
static StackVersion quick_reduce(TSParser *self, StackVersion version, TSSymbol symbol, uint32_t count, int dynamic_precedence,
                                 uint16_t production_id, bool is_fragile, bool end_of_non_terminal_extra) {
  Stack *stack = self->stack;
  StackHead *head = &stack->heads.contents[version];
  StackNode *bottom = head->node;
  uint32_t popped = 0;
  if (is_fragile || stack->heads.size > MAX_VERSION_COUNT + MAX_VERSION_COUNT_OVERFLOW) goto slow;
  for (uint32_t left = count; left > 0; popped++) {
    if (bottom->link_count != 1) goto slow;
    Subtree tree = bottom->links[0].subtree;
    if (!tree.ptr) goto slow;
    if (!ts_subtree_extra(tree)) left--;
    bottom = bottom->links[0].node;
  }
  TSStateId state = bottom->state;
  TSStateId next_state = ts_language_next_state(self->language, state, symbol);
  for (StackVersion i = 0; i < stack->heads.size; i++) { // one that could be merged with this one
    if (i != version && stack->heads.contents[i].node->state == next_state) goto slow;
  }

  size_t bytes = ts_subtree_alloc_size(popped); // the parent comes after its children
  SubtreeArray children = {.contents = ts_malloc(bytes), .size = popped, .capacity = bytes / sizeof(Subtree)};
  StackNode *node = head->node;
  bool own = true;
  for (uint32_t i = popped; i > 0; i--) {
    StackNode *below = node->links[0].node;
    Subtree tree = children.contents[i - 1] = node->links[0].subtree;
    if (own && node->ref_count == 1) {
      if (stack->node_pool.size < MAX_NODE_POOL_SIZE) {
        array_push(&stack->node_pool, node);
      } else {
        ts_free(node);
      }
    } else {
      if (own) node->ref_count--; // what was above it is gone
      own = false;
      ts_subtree_retain(tree);
    }
    node = below;
  }
  if (!own) stack_node_retain(bottom);
  head->node = bottom;

  ts_subtree_array_remove_trailing_extras(&children, &self->trailing_extras);
  MutableSubtree parent = quick_node(symbol, &children, production_id, self->language);
  if (end_of_non_terminal_extra && next_state == state) parent.ptr->extra = true;
  if (stack->heads.size > 1) {
    parent.ptr->fragile_left = true;
    parent.ptr->fragile_right = true;
    parent.ptr->parse_state = TS_TREE_STATE_NONE;
  } else {
    parent.ptr->parse_state = state;
  }
  parent.ptr->dynamic_precedence += dynamic_precedence;
  quick_push(stack, version, ts_subtree_from_mut(parent), false, next_state);
  for (uint32_t i = 0; i < self->trailing_extras.size; i++) {
    quick_push(stack, version, self->trailing_extras.contents[i], false, next_state);
  }
  return version;

slow:
  return ts_parser__reduce(self, version, symbol, count, dynamic_precedence, production_id, is_fragile, end_of_non_terminal_extra);
}
