const params = new URLSearchParams(window.location.search);
// ruleid: javascript-dom-xss
document.getElementById('a').innerHTML = params.get('name');
// ok: javascript-dom-xss
document.getElementById('a').textContent = params.get('name');
// ok: javascript-dom-xss
document.getElementById('a').innerHTML = DOMPurify.sanitize(params.get('name'));
// ruleid: javascript-dom-xss
document.write('<p>' + location.hash.slice(1) + '</p>');
// ok: javascript-dom-xss
document.write('<p>hello</p>');
// ruleid: javascript-dom-xss
$('#a').html(decodeURIComponent(location.hash));
// ok: javascript-dom-xss
$('#a').text(decodeURIComponent(location.hash));
window.addEventListener('message', (event) => {
  // ruleid: javascript-dom-xss
  box.insertAdjacentHTML('beforeend', event.data);
});

function Greeting() {
  const [search] = useSearchParams();
  const name = search.get('name');
  // ruleid: javascript-dom-xss
  return <p dangerouslySetInnerHTML={{ __html: name }} />;
}

function Safe() {
  const [search] = useSearchParams();
  // ok: javascript-dom-xss
  return <p>{search.get('name')}</p>;
}

async function load(box) {
  const response = await fetch('/part' + location.search);
  // ok: javascript-dom-xss
  box.innerHTML = await response.text();
  const wanted = document.querySelector('#wait' + location.hash);
  // ok: javascript-dom-xss
  box.innerHTML = wanted.innerHTML;
}

function go(page, box) {
  window.location.hash = page;
  // ok: javascript-dom-xss
  box.innerHTML = window.translate('page');
}

export default function Page({ searchParams }) {
  // ok: javascript-dom-xss
  const title = <h1>{searchParams.title}</h1>;
  // ruleid: javascript-dom-xss
  return <div dangerouslySetInnerHTML={{ __html: searchParams.text }} />;
}

window.addEventListener('message', (event) => {
  // ruleid: javascript-dom-xss
  panel.innerHTML = event.data;
});

window.addEventListener('message', (event) => {
  if (event.origin !== 'https://shop.test') return;
  // ok: javascript-dom-xss
  panel.innerHTML = event.data;
});
