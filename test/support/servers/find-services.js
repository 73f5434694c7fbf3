const { existsSync } = require('node:fs');
const { connect } = require('node:net');

/** Services that some suites need. Suites of a missing service are skipped with one clear line; under CI it is a failure. */
const SERVICES = {
  postgres: process.env.TEST_POSTGRES_URL ?? 'postgres://127.0.0.1:5432',
  mysql: process.env.TEST_MYSQL_URL ?? 'mysql://127.0.0.1:3306',
  redis: process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379',
};
const BROWSERS = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

function isListening(url) {
  const { hostname: host, port } = new URL(url);
  return new Promise(resolve => {
    const socket = connect({ port: Number(port), host, timeout: 1500 });
    const end = isThere => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
}

/** Jest's global set-up: leaves the names of the available services in SLUICE_TEST_SERVICES. */
module.exports = async () => {
  const found = [];
  const missing = [];
  for (const [name, url] of Object.entries(SERVICES)) ((await isListening(url)) ? found : missing).push(name);
  const browser = BROWSERS.find(path => path && existsSync(path));
  if (browser) process.env.CHROMIUM_PATH = browser;
  (browser ? found : missing).push('chromium');
  for (const name of missing) process.stderr.write(`SKIPPED: ${name} was not found; its tests do not run.\n`);
  process.env.SLUICE_TEST_SERVICES = found.join(',');
};
