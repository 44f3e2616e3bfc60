'use strict';

const params = new URLSearchParams(window.location.search);
document.querySelector('#query').innerHTML = params.get('q'); // finds: javascript-dom-xss
document.querySelector('#title').textContent = params.get('q'); // safe: javascript-dom-xss
