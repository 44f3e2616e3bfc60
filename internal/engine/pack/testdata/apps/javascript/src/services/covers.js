'use strict';

const { exec, execFile } = require('child_process');
const { promisify } = require('util');

// Name and size come from a form, see routes/files.js.
function resize(name, size) {
  return promisify(exec)(`convert ${name} -resize ${size} out.png`); // finds: javascript-command-injection
}

function resizeChecked(name, size) {
  return promisify(execFile)('convert', ['--', name, '-resize', String(Number(size)), 'out.png']); // safe: javascript-command-injection
}

module.exports = { resize, resizeChecked };
