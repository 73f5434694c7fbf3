/** Preloaded into a server (`--require`): at its end it writes which files it had loaded by then, as one line of JSON. */
const { writeFileSync } = require('node:fs');

process.on('exit', () => writeFileSync(process.env.LOADED_MODULES_FILE, JSON.stringify(Object.keys(require.cache))));
