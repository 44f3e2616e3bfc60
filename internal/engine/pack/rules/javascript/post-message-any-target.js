// ruleid: javascript-post-message-any-target
window.parent.postMessage({ token }, '*');
// ok: javascript-post-message-any-target
window.parent.postMessage({ token }, 'https://shop.test');
// ok: javascript-post-message-any-target
worker.postMessage({ token });
