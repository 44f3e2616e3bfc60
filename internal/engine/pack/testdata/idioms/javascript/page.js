const params = new URLSearchParams(location.search);
document.getElementById('a').textContent = params.get('q');
document.getElementById('b').innerHTML = params.get('q'); // finds: javascript-dom-xss
document.getElementById('c').innerHTML = DOMPurify.sanitize(params.get('q'));
const li = document.createElement('li'); li.append(params.get('q')); document.body.append(li);
document.title = params.get('q');
const n = parseInt(params.get('n'), 10); document.getElementById('d').innerHTML = `<b>${n}</b>`;
const tab = params.get('tab'); if (['a', 'b'].includes(tab)) document.getElementById(tab).classList.add('on');
$('#e').text(params.get('q'));
$('#f').html(params.get('q')); // finds: javascript-dom-xss
$('#g').html($('<b>').text(params.get('q')));
$('#h').val(location.hash.slice(1));
location.href = '/search?q=' + encodeURIComponent(params.get('q'));
location.href = params.get('next'); // finds: javascript-page-redirect
const next = new URL(params.get('next'), location.origin); if (next.origin === location.origin) location.href = next.href;
window.addEventListener('message', e => { if (e.origin !== 'https://app.example.com') return; document.body.innerHTML = e.data; });
eval(location.hash.slice(1)); // finds: javascript-code-injection
const el = document.querySelector('[data-id="' + CSS.escape(params.get('id')) + '"]');
