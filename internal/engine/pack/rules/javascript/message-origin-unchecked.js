// ruleid: javascript-message-origin-unchecked
window.addEventListener('message', (event) => {
  show(event.data);
});
// ok: javascript-message-origin-unchecked
window.addEventListener('message', (event) => {
  if (event.origin !== 'https://shop.test') {
    return;
  }
  show(event.data);
});
