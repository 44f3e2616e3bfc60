const cp = require('child_process');
const { execSync } = require('child_process');

function remove(name) {
  // ruleid: javascript-command-from-parameter
  cp.exec('rm -rf ' + name);
}

class Repository {
  clone(url, folder) {
    const command = `git clone ${url} ${folder}`;
    // ruleid: javascript-command-from-parameter
    execSync(command);
  }
  safe(url) {
    // ok: javascript-command-from-parameter
    cp.execFile('git', ['clone', '--', url]);
    // ok: javascript-command-from-parameter
    execSync('git clone ' + shellEscape(url));
  }
}

module.exports.run = (command) => {
  // ok: javascript-command-from-parameter
  cp.exec(command);
};
