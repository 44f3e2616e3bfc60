const express = require('express');
const app = express();

// ruleid: javascript-private-files-served
app.use('/modules', express.static(path.join(__dirname, 'node_modules')));
// ruleid: javascript-private-files-served
app.use('/angular', express.static('node_modules/angular'));
// ok: javascript-private-files-served
app.use('/jquery', express.static('node_modules/jquery/dist'));
// ruleid: javascript-private-files-served
app.use(express.static('/'));
// ruleid: javascript-private-files-served
app.use(express.static('./'));
// ruleid: javascript-private-files-served
app.use('/home', express.static(os.homedir()));
// ok: javascript-private-files-served
app.use(express.static('public'));
// ok: javascript-private-files-served
app.use(express.static(path.join(__dirname, 'public')));
// ruleid: javascript-private-files-served
app.use(express.static(__dirname));
// ruleid: javascript-private-files-served
app.use(express.static(path.join(__dirname, '..')));
// ok: javascript-private-files-served
app.use(express.static(path.join(__dirname, '..', 'client')));
