// ruleid: javascript-electron-unsafe-window
new BrowserWindow({ width: 800, webPreferences: { nodeIntegration: true } });
// ruleid: javascript-electron-unsafe-window
new BrowserWindow({ webPreferences: { contextIsolation: false, preload } });
// ok: javascript-electron-unsafe-window
new BrowserWindow({ webPreferences: { contextIsolation: true, nodeIntegration: false, preload } });
