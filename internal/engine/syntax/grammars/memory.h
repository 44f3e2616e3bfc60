// The memory of the runtime: its own macros, which it lets others set.

#include <stddef.h>

void *quick_malloc(size_t n);
void *quick_calloc(size_t n, size_t size);
void *quick_realloc(void *p, size_t n);
void quick_free(void *p);

#define ts_malloc quick_malloc
#define ts_calloc quick_calloc
#define ts_realloc quick_realloc
#define ts_free quick_free
