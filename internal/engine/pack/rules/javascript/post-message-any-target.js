// ruleid: javascript-post-message-any-target
window.parent.postMessage({ token }, '*');
// ok: javascript-post-message-any-target
window.parent.postMessage({ token }, 'https://shop.test');
// ok: javascript-post-message-any-target
worker.postMessage({ token });
// ruleid: javascript-post-message-any-target
frame.contentWindow.postMessage(JSON.stringify(user), '*');
// ok: javascript-post-message-any-target
frame.contentWindow.postMessage(JSON.stringify(user), location.origin);
