// Included before the C files of a grammar: shorter ways through what a lexer does for
// each character. Each does what the runtime and the C library would do for ASCII, and
// leaves everything else to them.

#include <stdbool.h>
#include <stdint.h>
#include <wctype.h>

#include "tree_sitter/parser.h" // the grammar's own: there are two versions of it

#include "cursor.h"

#ifdef LEXER // parser.c, which the generator wrote

#undef START_LEXER
#define START_LEXER()                                              \
  bool result = false;                                             \
  bool skip = false;                                               \
  UNUSED bool eof = false;                                         \
  int32_t lookahead;                                               \
  goto start;                                                      \
  next_state:                                                      \
  if (!quick_advance(lexer, skip)) lexer->advance(lexer, skip);    \
  start:                                                           \
  skip = false;                                                    \
  lookahead = lexer->lookahead;

// There is one range, the whole file, so a token ends where the lexer is.
#undef ACCEPT_TOKEN
#define ACCEPT_TOKEN(symbol_value)     \
  result = true;                       \
  lexer->result_symbol = symbol_value; \
  ((Cursor *)lexer)->token_end_position = ((Cursor *)lexer)->current_position;

// Each state begins with "eof = lexer->eof(lexer)". At the end there is the character 0,
// so nobody needs to ask before.
#define eof(l) lookahead == 0 && (l)->eof(l)

// Sets of characters are sorted, so the first few ranges are enough.
static inline bool quick_contains(TSCharacterRange *ranges, uint32_t len, int32_t c) {
  if ((uint32_t)c >= 0x80) return set_contains(ranges, len, c);
  for (uint32_t i = 0; i < len && ranges[i].start <= c; i++) {
    if (c <= ranges[i].end) return true;
  }
  return false;
}
#define set_contains(ranges, len, c) quick_contains((TSCharacterRange *)(ranges), len, c)

#else // scanner.c, which a person wrote

static inline bool between(wint_t c, wint_t first, wint_t last) { return c >= first && c <= last; }
static inline int quick_space(wint_t c) { return c < 0x80 ? c == ' ' || between(c, '\t', '\r') : iswspace(c); }
static inline int quick_digit(wint_t c) { return between(c, '0', '9'); }
static inline int quick_alpha(wint_t c) { return c < 0x80 ? between(c | 32, 'a', 'z') : iswalpha(c); }
static inline int quick_alnum(wint_t c) { return c < 0x80 ? quick_alpha(c) || quick_digit(c) : iswalnum(c); }
#define iswspace quick_space
#define iswdigit quick_digit
#define iswalpha quick_alpha
#define iswalnum quick_alnum

#endif
