// ruleid: javascript-regex-exponential
const words = /^(\w+\s?)*$/;
// ruleid: javascript-regex-exponential
const quoted = /"(?:[^"\\]|\\\\|\\.)+"/g;
// ruleid: javascript-regex-exponential
const list = new RegExp("^(a|aa)+$");

// ok: javascript-regex-exponential
const safeWords = /^\w+(?:\s\w+)*$/;
// ok: javascript-regex-exponential
const safeQuoted = /"(?:[^"\\]|\\.)*"/g;
// ok: javascript-regex-exponential
const safeList = new RegExp("^a+$");
