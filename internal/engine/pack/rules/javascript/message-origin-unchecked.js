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
// ruleid: javascript-message-origin-unchecked
window.addEventListener('message', function (event) {
  run(event.data.command);
});
// ruleid: javascript-message-origin-unchecked
window.onmessage = (event) => {
  show(event.data);
};
// ok: javascript-message-origin-unchecked
window.addEventListener('message', (event) => {
  if (event.source === frame.contentWindow) show(event.data);
});
// ok: javascript-message-origin-unchecked
worker.addEventListener('message', (event) => {
  show(event.data);
});
