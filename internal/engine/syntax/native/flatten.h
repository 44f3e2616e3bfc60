#include "runtime.h"

// Node has the layout of syntax.Node.
typedef struct {
  uint32_t start, end, parent, next;
  uint16_t symbol, field;
  uint32_t flags;
} Node;

enum { DONE, CANCELLED, TOO_DEEP, NO_MEMORY };

typedef struct {
  uint32_t status, count;
  Node *nodes; // to be freed
} Result;

// parse parses a source and leaves the whole tree as one array, as
// ../grammars/shim.c does, but through the runtime's public interface alone. It stops
// soon after *cancelled is not 0 any more.
Result parse(TSParser *parser, const char *source, uint32_t length, uint32_t max_depth, const int32_t *cancelled);
