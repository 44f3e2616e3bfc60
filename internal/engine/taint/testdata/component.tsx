import React from "react";

class Service {
  constructor(private readonly name: string, public plain: string) {}
  get(): string {
    sink(this.name); // across
    return this.name;
  }
}

function typed(evil: string, count: number, opt?: string): void { // parameter
  const x: string = evil as string;
  sink(x); // flow
  sink(<b title={x}>a</b>); // flow
  sink(<b>{x}</b>); // flow
  sink(<b>{count}</b>);
  sink(x!); // flow
  const s = new Service(x, "a");
  sink(s.get()); // flow
  sink(s.plain); // alone
}

enum Color { Red }

export const Page: React.FC<Props> = ({ evil, ok }) => { // parameter
  const html = `<p>${evil}</p>`;
  sink(html); // flow
  sink(ok);
  return <div {...ok} onClick={() => sink(evil)} />; // flow
};

async function typed() {
  const one = await keep<Row>(source());
  sink(one); // flow
  const all = await database.rows<Row[]>(source());
  sink(all); // flow
}

function keep<T>(x: T): T {
  return x;
}
