// What a lexer needs to know of the runtime's own, which comes after TSLexer: see
// lexer.h of the runtime. runtime.c makes sure that it is the same.
typedef struct {
  uint32_t bytes, row, column;
} Position;

typedef struct {
  TSLexer data;
  Position current_position, token_start_position, token_end_position;
  void *included_ranges;
  const char *chunk; // the source from chunk_start on
  void *input[4], *logger[2];
  uint32_t included_range_count, current_included_range_index, chunk_start, chunk_size;
  uint32_t lookahead_size;
  bool did_get_column;
  struct {
    uint32_t value;
    bool valid;
  } column_data;
} Cursor;

// quick_advance goes to the next character, if that and this one are ASCII and this does
// not end a line. It says whether it did.
static inline __attribute__((always_inline)) bool quick_advance(TSLexer *lexer, bool skip) {
  Cursor *self = (Cursor *)lexer;
  uint32_t next = self->current_position.bytes + 1 - self->chunk_start;
  if (!self->chunk || next >= self->chunk_size || self->lookahead_size != 1 || lexer->lookahead == '\n' || (uint8_t)self->chunk[next] >= 0x80) {
    return false;
  }
  self->current_position.bytes++;
  self->current_position.column++;
  if (self->column_data.valid) self->column_data.value++;
  if (skip) self->token_start_position = self->current_position;
  lexer->lookahead = self->chunk[next];
  return true;
}
