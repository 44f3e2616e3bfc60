#include <stdio.h>
#define MAX 10

/* A list. */
struct item {
  int value;
  struct item *next;
};

static int sum(const struct item *first) {
  int total = 0;
  for (; first != NULL; first = first->next) {
    total += first->value > MAX ? MAX : first->value;
  }
  return total;
}

int main(int argc, char **argv) {
  char buffer[8] = {0};
  if (argc > 1) sprintf(buffer, "%s", argv[1]);
  printf("%d\n", sum(NULL));
  return 0;
}
