const params = new URLSearchParams(window.location.search);
// ruleid: javascript-page-redirect
window.location = params.get('next');
// ruleid: javascript-page-redirect
location.href = decodeURIComponent(location.hash.slice(1));
// ruleid: javascript-page-redirect
window.open(params.get('url'));
// ok: javascript-page-redirect
location.assign('/home');
// ok: javascript-page-redirect
window.location.href = '/login?next=' + encodeURIComponent(location.href);
// ok: javascript-page-redirect
location.assign(PAGES[params.get('next')] || '/');

async function order() {
  const answer = await api.orders.start({ plan: params.get('plan') });
  // ok: javascript-page-redirect
  window.location.href = answer.payment_address;
}

function again() {
  const page = new URL(window.location.href);
  page.searchParams.set('again', '1');
  // ok: javascript-page-redirect
  window.location.replace(page.toString());
  // ruleid: javascript-page-redirect
  window.location.replace(page.searchParams.get('next'));
}

function paged(id) {
  const page = new URL(window.location);
  page.searchParams.set('page', id);
  // ok: javascript-page-redirect
  window.location.href = page.toString();
  // ok: javascript-page-redirect
  window.location.href = `${window.location.pathname}?${new URLSearchParams(window.location.search)}`;
  // ok: javascript-page-redirect
  window.location.href = new URL('/share/' + id, window.location.href).href;
  const next = new URLSearchParams(window.location.search).get('next');
  // ruleid: javascript-page-redirect
  window.location.href = new URL(next, window.location.href).href;
  // ruleid: javascript-page-redirect
  window.location.href = `${next}?${new URLSearchParams(window.location.search)}`;
}
