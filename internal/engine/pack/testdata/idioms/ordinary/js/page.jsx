import DOMPurify from 'dompurify';
import { useEffect, useRef, useState } from 'react';
export function Page({ html, url, items }) {
  const ref = useRef(null);
  const [filter, setFilter] = useState('');
  useEffect(() => { ref.current.innerHTML = ''; ref.current.textContent = filter; }, [filter]);
  useEffect(() => {
    const params = new URLSearchParams(window.location.search);
    setFilter(params.get('q') ?? '');
    window.parent.postMessage({ ready: true }, 'https://app.example.com');
  }, []);
  const go = id => { window.location.href = `/items/${encodeURIComponent(id)}`; };
  return (
    <div>
      <div ref={ref} />
      <div dangerouslySetInnerHTML={{ __html: DOMPurify.sanitize(html) }} />
      <a href="https://example.com" target="_blank" rel="noopener noreferrer">site</a>
      <ul>{items.filter(i => i.name.includes(filter)).map(i => <li key={i.id} onClick={() => go(i.id)}>{i.name}</li>)}</ul>
      <input type="password" name="password" onChange={e => setFilter(e.target.value)} />
      <script dangerouslySetInnerHTML={{ __html: JSON.stringify({ a: 1 }).replace(/</g, '\\u003c') }} />
    </div>
  );
}
export function storage(key, value) { localStorage.setItem('theme', value); return localStorage.getItem(key); }
