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
