import React, { type ReactNode } from 'react';

type Props<T> = { items: T[]; render?: (item: T) => ReactNode };

// A list.
export default function List<T extends object>({ items, render }: Props<T>): JSX.Element {
  const [open, setOpen] = React.useState<boolean>(false);
  return (
    <ul onClick={() => setOpen(!open)} className="list">
      {items.map((item, i) => <li key={i} dangerouslySetInnerHTML={{ __html: String(item) }} />)}
      <>text {render!(items[0] as T)}</>
    </ul>
  );
}
