// numbers are harmless
class Order { id: number; name: string; }

function view(evil: Order) { // parameter
  sink(evil.id); // flow
  sink(evil.name); // flow
}

function some(evil: number) { // parameter
  sink(evil); // flow
}
