import * as React from 'react';

export function TicketPage(): JSX.Element {
  const params = new URLSearchParams(window.location.search);
  const title = params.get('title') ?? '';
  React.useEffect(() => {
    document.title = title;
    document.getElementById('crumb')!.innerHTML = title; // finds: javascript-dom-xss
    document.getElementById('name')!.textContent = title; // safe: javascript-dom-xss
  }, [title]);
  return (
    <main>
      <h1 id="name">{title}</h1>
      <nav id="crumb" />
    </main>
  );
}
