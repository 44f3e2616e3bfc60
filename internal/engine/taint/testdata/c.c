#include <stdio.h>

static char *global;

void assignment(void) {
    char *x = source();
    sink(x); // flow
    char buf[10], *p = x;
    sink(p); // flow
    sink(buf);
    strcpy(buf, x);
    sink(buf); // flow
    x = "a";
    sink(x);
    sink(sanitize(p));
    sink((char *)p); // flow
    sink(*p); // flow
    sink(p[1]); // flow
    sink(p == 0);
    struct S s = {.a = source(), .b = 1};
    sink(s.a); // flow
    sink(s.b);
    t->name = source();
    sink(t->name); // flow
    sink(t->other);
}

int control(int c) {
    char *x = c ? source() : "a";
    sink(x); // flow
    for (int i = 0; i < c; i++) {
        sink(x); // flow
    }
    switch (c) {
    case 1:
        x = "a";
        break;
    default:
        return 1;
    }
    sink(x);
    return 0;
}

void reaches(char *x, char *y) {
    sink(x); // across
    sink(y);
}

char *identity(char *x) { return x; }
char *nothing(char *x) { return "a"; }

void parameters(char *evil, int good) { // parameter
    sink(evil); // flow
    sink(good);
    reaches(evil, "a");
    sink(identity(evil)); // flow
    sink(nothing(evil)); // alone
}
